import './n8nHome';
import { ExecutionLifecycleHooks } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
	type WorkflowParameters,
} from 'n8n-workflow';
import { additionalData as engineData } from '../../host/engine/surroundings';
import { TestCredentials } from './credentials';

/** What the credentials of a test hold, by their types. */
export type Credentials = Record<string, ICredentialDataDecryptedObject>;

/** What a streaming workflow is given. */
export type OnChunk = (chunk: { type: string; content?: string }) => void;

/** What calls to a webhook are made under. */
const EXECUTION = '1';

/** A node as a workflow holds it; its credentials are told by their types. */
export function nodeIn(
	name: string,
	type: string,
	credentials: Credentials,
	settings: Partial<INode>,
): INode {
	const named = Object.fromEntries(
		Object.keys(credentials).map((each) => [each, { id: each, name: each }]),
	);
	return {
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: named,
		...settings,
	};
}

/** A workflow of these nodes, with these types by the names that the nodes call them. */
export function workflowOf(
	nodes: INode[],
	types: Record<string, INodeType>,
	more: Partial<WorkflowParameters> = {},
): Workflow {
	const known = (type: string) => {
		const found = types[type];
		if (!found) throw new Error(`No node type ${type}`);
		return found;
	};
	const nodeTypes = { getByName: known, getByNameAndVersion: known, getKnownTypes: () => ({}) };
	return new Workflow({
		id: 'test-workflow',
		name: 'Test',
		nodes,
		connections: {},
		nodeTypes,
		active: true,
		...more,
	});
}

/** Does what reads expressions of a workflow, as n8n does: they are read between these two steps alone. */
export async function withExpressions<Result>(
	workflow: Workflow,
	work: () => Promise<Result>,
): Promise<Result> {
	await workflow.expression.acquireIsolate();
	try {
		return await work();
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

/** What n8n gives a node of a test beside its workflow. */
export function additionalData(
	workflow: Workflow,
	credentials: Credentials,
	onChunk?: OnChunk,
): IWorkflowExecuteAdditionalData {
	const hooks = new ExecutionLifecycleHooks('trigger', EXECUTION, workflowData(workflow) as never);
	if (onChunk)
		hooks.addHandler('sendChunk', (chunk) => onChunk(chunk as { type: string; content?: string }));
	return {
		...engineData(EXECUTION, new TestCredentials(credentials), hooks),
		streamingEnabled: onChunk !== undefined,
	};
}

function workflowData(workflow: Workflow) {
	return {
		id: workflow.id,
		name: 'Test',
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
	};
}
