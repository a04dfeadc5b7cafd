import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const home = mkdtempSync(path.join(tmpdir(), 'media-generation-engine-'));
process.env.N8N_USER_FOLDER = home;
process.env.N8N_ENCRYPTION_KEY = 'test-encryption-key';
process.env.N8N_LOG_LEVEL = 'silent';
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

import { Container } from '@n8n/di';
import { BinaryDataService, ExecutionLifecycleHooks, PollContext, WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type IBinaryData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalData as engineData } from '../../host/engine/additionalData';
import { MediaGeneration } from '../../nodes/MediaGeneration/MediaGeneration.node';
import { MediaGenerationBalanceTrigger } from '../../nodes/MediaGeneration/MediaGenerationBalanceTrigger.node';
import { TestCredentials } from './credentials';

const TYPE = 'n8n-nodes-media-generation.mediaGeneration';
const TOOL_TYPE = `${TYPE}Tool`;
const NODE_NAME = 'Media Generation';

/** A start node that gives the items of a test. */
function itemsNode(items: INodeExecutionData[]): INodeType {
	return {
		description: {
			displayName: 'Items',
			name: 'items',
			group: ['input'],
			version: 1,
			description: '',
			defaults: { name: 'Items' },
			inputs: [],
			outputs: ['main'],
			properties: [],
		},
		execute: async () => [items],
	};
}

/** One for all executions, as n8n has it. */
const mediaGeneration = new MediaGeneration();
const mediaGenerationTool = toolNode();

/** n8n gives the tool the same code, and a name that tells it from the node. */
function toolNode(): INodeType {
	const tool = new MediaGeneration();
	tool.description = { ...tool.description, name: `${tool.description.name}Tool` };
	return tool;
}

/** What a test runs: the node's parameters, its input and what it may use. */
export interface NodeRun {
	parameters: INodeParameters;
	items?: INodeExecutionData[];
	credentials?: Record<string, ICredentialDataDecryptedObject>;
	/** Settings of the node: `onError`, `retryOnFail`, ... */
	settings?: Partial<INode>;
	/** Runs it as the tool that n8n makes of it for agents. */
	asTool?: boolean;
	/** Given the run as soon as it is under way, to stop it. */
	onStart?: (execution: { cancel(): void }) => void;
	/** Makes it a streaming workflow, and is given what the node streams. */
	onChunk?: (chunk: { type: string; content?: string }) => void;
	/** What n8n gives the node in place of what tests are given. */
	additional?: Partial<IWorkflowExecuteAdditionalData>;
	/** Whether the process that paused goes on, and so what it does for a pause. */
	livesOn?: boolean;
}

/** What came of it. */
export interface NodeResult {
	items: INodeExecutionData[];
	outputs: INodeExecutionData[][];
	error?: { message: string; description?: string | null; context?: Record<string, unknown> };
	run: IRun;
	workflow: Workflow;
}

/**
 * Runs the real node in n8n's own execution engine, in this process; its HTTP goes over the wire.
 */
export async function runNode({
	parameters,
	items = [{ json: {} }],
	credentials = {},
	settings = {},
	asTool = false,
	onStart,
	onChunk,
	additional,
	livesOn = false,
}: NodeRun): Promise<NodeResult> {
	await Container.get(BinaryDataService).init();
	const workflow = buildWorkflow(parameters, items, Object.keys(credentials), { type: asTool ? TOOL_TYPE : TYPE, ...settings });
	await workflow.expression.acquireIsolate();
	try {
		const engine = new WorkflowExecute(
			{ ...additionalData(workflow, credentials, onChunk), executionId: nextExecutionId(), ...additional },
			onChunk ? 'manual' : 'trigger',
		);
		const execution = engine.run({
			workflow,
			startNode: workflow.getNode('Items') ?? undefined,
		});
		onStart?.(execution);
		const run = await execution;
		if (!livesOn) endOf(engine);
		const data = run.data.resultData;
		const outputs = (data.runData[NODE_NAME]?.at(-1)?.data?.main ?? []).map((output) => output ?? []);
		return { items: outputs[0] ?? [], outputs, error: data.error as NodeResult['error'], run, workflow };
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

/** Ends what a node does after its run, as the end of the process would. */
function endOf(engine: WorkflowExecute): void {
	(engine as unknown as { abortController: AbortController }).abortController.abort();
}

/** What a test polls. */
export interface NodePoll {
	parameters: INodeParameters;
	credentials: Record<string, ICredentialDataDecryptedObject>;
	/** The node's static data; kept by the test from poll to poll. */
	staticData: IDataObject;
	mode?: WorkflowExecuteMode;
}

/** Polls the real balance trigger in n8n's own context; its HTTP goes over the wire. */
export async function pollNode({ parameters, credentials, staticData, mode = 'trigger' }: NodePoll): Promise<INodeExecutionData[][] | null> {
	const type = new MediaGenerationBalanceTrigger();
	const known = () => type;
	const node: INode = {
		id: '1',
		name: 'Low balance',
		type: 'balance',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: Object.fromEntries(Object.keys(credentials).map((name) => [name, { id: name, name }])),
	};
	const workflow = new Workflow({
		id: 'test-workflow',
		nodes: [node],
		connections: {},
		nodeTypes: { getByName: known, getByNameAndVersion: known, getKnownTypes: () => ({}) },
		active: true,
		staticData: { 'node:Low balance': staticData },
	});
	await workflow.expression.acquireIsolate();
	try {
		const poll = new PollContext(workflow, node, additionalData(workflow, credentials), mode, 'init');
		const items = await type.poll.call(poll);
		Object.assign(staticData, workflow.staticData['node:Low balance']);
		return items;
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

/** The bytes of a binary field, from wherever n8n's storage put them. */
export async function bytesOf(binary: IBinaryData | undefined): Promise<Buffer> {
	if (!binary) throw new Error('The item has no such binary field');
	return await Container.get(BinaryDataService).getAsBuffer(binary);
}

/** A workflow of a node that gives the items, and the real node behind it. */
export function buildWorkflow(
	parameters: INodeParameters,
	items: INodeExecutionData[],
	credentials: string[],
	settings: Partial<INode>,
	node: INodeType = mediaGeneration,
) {
	const types: Record<string, INodeType> = { items: itemsNode(items), [TYPE]: node, [TOOL_TYPE]: mediaGenerationTool };
	const known = (type: string) => {
		const found = types[type];
		if (!found) throw new Error(`No node type ${type}`);
		return found;
	};
	return new Workflow({
		id: 'test-workflow',
		name: 'Test',
		nodes: [
			{ id: '1', name: 'Items', type: 'items', typeVersion: 1, position: [0, 0], parameters: {} },
			{
				id: '2',
				name: NODE_NAME,
				type: TYPE,
				typeVersion: 1,
				position: [200, 0],
				parameters,
				credentials: Object.fromEntries(credentials.map((name) => [name, { id: name, name }])),
				...settings,
			},
		],
		connections: { Items: { main: [[{ node: NODE_NAME, type: 'main', index: 0 }]] } },
		nodeTypes: { getByName: known, getByNameAndVersion: known, getKnownTypes: () => ({}) },
		active: false,
		settings: { executionOrder: 'v1' },
	});
}

/** What calls to a webhook are made under. */
const EXECUTION = '1';

let executions = 0;
/** Each run is an execution of its own, as in n8n. */
const nextExecutionId = () => String(++executions);

/** What n8n gives a node of a test beside its workflow. */
export function additionalData(
	workflow: Workflow,
	credentials: Record<string, ICredentialDataDecryptedObject>,
	onChunk?: NodeRun['onChunk'],
): IWorkflowExecuteAdditionalData {
	const hooks = new ExecutionLifecycleHooks('trigger', EXECUTION, workflowData(workflow) as never);
	if (onChunk) hooks.addHandler('sendChunk', (chunk) => onChunk(chunk as { type: string; content?: string }));
	return { ...engineData(EXECUTION, new TestCredentials(credentials), hooks), streamingEnabled: onChunk !== undefined };
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
