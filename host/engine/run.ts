import 'reflect-metadata';
import { Container } from '@n8n/di';
import { BinaryDataService, ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type IBinaryData,
	type ICredentialsHelper,
	type IDataObject,
	type INode,
	type INodeType,
	type IWorkflowBase,
} from 'n8n-workflow';

import type { WorkflowFile } from '../client/types';
import { additionalData } from './additionalData';

/** What came out of a workflow's last node. */
export interface EngineOutput {
	json: IDataObject;
	/** The bytes of a binary field. */
	file(field: string): Promise<Buffer>;
	/** What n8n says of a binary field. */
	binary: Record<string, IBinaryData>;
}

/**
 * Runs a workflow in n8n's own engine, in this process, and gives the first item of its last node. `N8N_USER_FOLDER`
 * and `N8N_ENCRYPTION_KEY` must be set before this file is loaded.
 * @param types the node types by the names that the workflow calls them; nodes of other types are left out
 * @throws Error as the workflow failed
 */
export async function runInEngine(
	{ name, nodes, connections }: WorkflowFile,
	types: Record<string, INodeType>,
	credentials: ICredentialsHelper,
): Promise<EngineOutput> {
	await Container.get(BinaryDataService).init();
	const known = (type: string) => types[type] as INodeType;
	const workflow = new Workflow({
		id: 'first',
		name,
		nodes: nodes.filter(({ type }) => type in types).map(withCredentials),
		connections,
		nodeTypes: { getByName: known, getByNameAndVersion: known, getKnownTypes: () => ({}) },
		active: false,
		settings: { executionOrder: 'v1' },
	});
	const hooks = new ExecutionLifecycleHooks('manual', '1', {
		id: 'first',
		name,
		nodes,
		connections,
	} as unknown as IWorkflowBase);
	await workflow.expression.acquireIsolate();
	try {
		const run = await new WorkflowExecute(additionalData('1', credentials, hooks), 'manual').run({
			workflow,
		});
		const { error, lastNodeExecuted, runData } = run.data.resultData;
		if (error) throw new Error(`"${name}" failed: ${error.message}`, { cause: error });
		const item = runData[lastNodeExecuted ?? '']?.at(-1)?.data?.main?.[0]?.[0];
		if (!item) throw new Error(`"${name}" ran but gave no items.`);
		const { json, binary = {} } = item;
		return {
			json,
			binary,
			file: async (field) =>
				await Container.get(BinaryDataService).getAsBuffer(binary[field] as IBinaryData),
		};
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

/** Credentials without an ID, as examples have them, are told by their type here. */
function withCredentials({ credentials = {}, ...node }: WorkflowFile['nodes'][number]): INode {
	return {
		...node,
		credentials: Object.fromEntries(
			Object.entries(credentials).map(([type, { name }]) => [type, { id: null, name }]),
		),
	};
}
