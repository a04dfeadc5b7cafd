import {
	additionalData,
	nodeIn,
	withExpressions,
	workflowOf,
	type Credentials,
	type OnChunk,
} from './workflow';
import { Container } from '@n8n/di';
import { BinaryDataService, WorkflowExecute } from 'n8n-core';
import type {
	IBinaryData,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { MediaGeneration } from '../../nodes/MediaGeneration/MediaGeneration.node';
import { NODE_TYPE } from './workflowFiles';

const TOOL_TYPE = `${NODE_TYPE}Tool`;
/** What the node is called, unless its settings say so. */
export const NODE_NAME = 'Media Generation';

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
	credentials?: Credentials;
	/** Settings of the node: `onError`, `retryOnFail`, ... */
	settings?: Partial<INode>;
	/** Runs it as the tool that n8n makes of it for agents. */
	asTool?: boolean;
	/** Given the run as soon as it is under way, to stop it. */
	onStart?: (execution: { cancel(): void }) => void;
	/** Makes it a streaming workflow, and is given what the node streams. */
	onChunk?: OnChunk;
	/** What n8n gives the node in place of what tests are given. */
	additional?: Partial<IWorkflowExecuteAdditionalData>;
	/** The workflow's time zone; that of the machine where there is none. */
	timezone?: string;
	/** Whether the process that paused goes on, and so what it does for a pause. */
	livesOn?: boolean;
}

/** What came of it. */
export interface NodeResult {
	items: INodeExecutionData[];
	outputs: INodeExecutionData[][];
	/** What the node says beside its items. */
	hints: string[];
	error?: { message: string; description?: string | null; context?: Record<string, unknown> };
	run: IRun;
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
	timezone,
	livesOn = false,
}: NodeRun): Promise<NodeResult> {
	await Container.get(BinaryDataService).init();
	const workflow = buildWorkflow(parameters, items, credentials, {
		type: asTool ? TOOL_TYPE : NODE_TYPE,
		...settings,
	});
	if (timezone) Object.assign(workflow, { timezone });
	return await withExpressions(workflow, async () => {
		const engine = new WorkflowExecute(
			{
				...additionalData(workflow, credentials, onChunk),
				executionId: nextExecutionId(),
				...additional,
			},
			onChunk ? 'manual' : 'trigger',
		);
		const execution = engine.run({ workflow, startNode: workflow.getNode('Items') ?? undefined });
		onStart?.(execution);
		const run = await execution;
		if (!livesOn) endOf(engine);
		const data = run.data.resultData;
		const task = data.runData[settings.name ?? NODE_NAME]?.at(-1);
		const outputs = (task?.data?.main ?? []).map((output) => output ?? []);
		const hints = (task?.hints ?? []).map(({ message }) => message);
		const error = data.error as NodeResult['error'];
		return { items: outputs[0] ?? [], outputs, hints, error, run };
	});
}

/** Ends what a node does after its run, as the end of the process would. */
function endOf(engine: WorkflowExecute): void {
	(engine as unknown as { abortController: AbortController }).abortController.abort();
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
	credentials: Credentials,
	settings: Partial<INode>,
	type: INodeType = mediaGeneration,
): Workflow {
	const { name = NODE_NAME } = settings;
	return workflowOf(
		[
			nodeIn('Items', 'items', {}, {}),
			nodeIn(name, NODE_TYPE, credentials, { parameters, ...settings }),
		],
		{ items: itemsNode(items), [NODE_TYPE]: type, [TOOL_TYPE]: mediaGenerationTool },
		{
			connections: { Items: { main: [[{ node: name, type: 'main', index: 0 }]] } },
			active: false,
			settings: { executionOrder: 'v1' },
		},
	);
}

let executions = 0;
/** Each run is an execution of its own, as in n8n. */
const nextExecutionId = () => String(++executions);
