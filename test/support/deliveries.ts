import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { buildWorkflow, NODE_NAME } from './engine';
import { additionalData, nodeIn, withExpressions, workflowOf, type Credentials } from './workflow';
import { WebhookContext } from 'n8n-core';
import * as n8nWorkflow from 'n8n-workflow';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRunExecutionData,
	IWebhookData,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import * as zod from 'zod/v4';
import { TRIGGER_TYPE } from './workflowFiles';

/** What a sender is answered, and what n8n starts or resumes for it. */
export interface Answered {
	status: number;
	headers: Record<string, string>;
	body: unknown;
	/** The node's output, where the workflow starts or goes on. */
	items?: INodeExecutionData[];
	/** What the node threw: the execution ends with it. */
	error?: Error;
}

/** A request as n8n hands it to a node. */
export interface Incoming {
	/** POST when absent. */
	method?: string;
	body?: unknown;
	headers?: Record<string, string>;
	query?: Record<string, string>;
	/** The body as it came, where n8n has not read it yet. */
	raw?: string;
}

/** One delivery. */
export interface Delivery extends Incoming {
	/** Whether n8n fails to begin the execution, as when its database is out of reach; told, or to a sender that has hung up. */
	startFails?: 'told' | 'untold';
	/** What n8n does to begin the execution. */
	start?: () => Promise<void>;
	/** When the sender hangs up: before n8n is told to begin the execution, or while it does. It is never answered. */
	hungUp?: 'before' | 'meanwhile';
	mode?: WorkflowExecuteMode;
}

/** Packages that keep nothing of what a node does, so that they need not be loaded anew. */
const packages = { 'n8n-workflow': n8nWorkflow, 'zod/v4': zod };

/** Loads a node's module as another process would: with a memory of its own. */
export function inOtherProcess<T>(load: () => T): T {
	let loaded: T | undefined;
	jest.isolateModules(() => {
		for (const [name, loadedBefore] of Object.entries(packages))
			jest.doMock(name, () => loadedBefore);
		loaded = load();
		for (const name of Object.keys(packages)) jest.dontMock(name);
	});
	if (loaded === undefined) throw new Error('Nothing was loaded');
	return loaded;
}

/** What n8n's database holds of a published workflow. */
export interface StoredWorkflow {
	/** Of the trigger; the name is that of the static data's entry too. */
	node: INode;
	/** As JSON, whole. */
	staticData: string | null;
}

/** A published workflow of the trigger alone. */
export function published(
	parameters: INodeParameters = {},
	settings: Partial<INode> = {},
): StoredWorkflow {
	const credentials = { mediaGenerationApi: {} };
	return {
		node: nodeIn('On delivery', TRIGGER_TYPE, credentials, {
			id: randomUUID(),
			typeVersion: 2,
			webhookId: 'a-secret-id',
			parameters,
			...settings,
		}),
		staticData: null,
	};
}

/**
 * Delivers to the real trigger in n8n's own context, and does with the answer what n8n does: the workflow is loaded
 * anew; when an execution begins, n8n makes a second workflow over the same static data, which takes the mark
 * "changed" off it; then what to answer is read, and then the static data is saved, whole, if it is marked.
 */
export async function deliver(
	stored: StoredWorkflow,
	type: INodeType,
	credentials: Credentials,
	{ mode = 'webhook', startFails, start, hungUp, ...incoming }: Delivery,
): Promise<Answered> {
	const staticData =
		stored.staticData === null ? undefined : (JSON.parse(stored.staticData) as IDataObject);
	const load = () =>
		workflowOf([stored.node], { [stored.node.type]: type }, { id: stored.node.id, staticData });
	const workflow = load();
	return await withExpressions(workflow, async () => {
		const { answered, response } = responseOf();
		response.closed = hungUp === 'before';
		const result = await called(workflow, stored.node, type, credentials, incoming, {
			response,
			mode,
		});
		const items = result.workflowData?.[0] ?? undefined;
		if (items && startFails) {
			response.emit(startFails === 'told' ? 'finish' : 'close');
			return { ...answered, status: 500 };
		}
		if (items) {
			await start?.();
			load();
		}
		if (!result.noWebhookResponse) {
			answered.body = result.webhookResponse;
			response.status(200);
		}
		if (
			(workflow.staticData as { __dataChanged?: boolean }).__dataChanged === true &&
			mode !== 'manual'
		) {
			stored.staticData = JSON.stringify(workflow.staticData);
		}
		if (!response.closed) response.emit(hungUp ? 'close' : 'finish');
		return { ...answered, items };
	});
}

/** A paused execution, as n8n's database holds it. */
export interface PausedExecution {
	parameters: INodeParameters;
	items: INodeExecutionData[];
	data: IRunExecutionData;
	settings?: Partial<INode>;
	/** What n8n gives the node in place of what tests are given. */
	additional?: Partial<IWorkflowExecuteAdditionalData>;
}

/** Calls a paused execution's resume address, in the process whose node type is given. */
export async function callBack(
	paused: PausedExecution,
	type: INodeType,
	credentials: Credentials,
	incoming: Incoming,
): Promise<Answered> {
	const workflow = buildWorkflow(
		paused.parameters,
		paused.items,
		credentials,
		paused.settings ?? {},
		type,
	);
	const node = workflow.getNode(paused.settings?.name ?? NODE_NAME);
	if (!node) throw new Error('no node');
	return await withExpressions(workflow, async () => {
		const { answered, response } = responseOf();
		const [outcome] = await Promise.allSettled([
			called(workflow, node, type, credentials, incoming, { response, mode: 'trigger', paused }),
		]);
		if (outcome.status === 'rejected') {
			response.status(500).json({ message: 'Error in workflow' });
			return { ...answered, error: outcome.reason as Error };
		}
		if (!outcome.value.noWebhookResponse) answered.body = outcome.value.webhookResponse;
		return { ...answered, items: outcome.value.workflowData?.[0] ?? undefined };
	});
}

/** Has the node read a request, and gives what it tells n8n to do. */
async function called(
	workflow: Workflow,
	node: INode,
	type: INodeType,
	credentials: Credentials,
	{ method = 'POST', body = {}, headers = {}, query = {}, raw }: Incoming,
	{
		response,
		mode,
		paused,
	}: { response: object; mode: WorkflowExecuteMode; paused?: PausedExecution },
): Promise<IWebhookResponseData> {
	const data = {
		...additionalData(workflow, credentials),
		...paused?.additional,
		httpRequest: requestOf(
			{ method, body: raw === undefined ? body : undefined, headers, query, params: {}, url: '/' },
			raw,
		),
		httpResponse: response,
	};
	const state = paused ? structuredClone(paused.data) : null;
	const context = new WebhookContext(
		workflow,
		node,
		data as never,
		mode,
		{} as IWebhookData,
		[],
		state,
	);
	return (await type.webhook?.call(context)) as IWebhookResponseData;
}

/** A request whose raw body is there once it was asked for, as n8n makes it. */
function requestOf(request: object, raw?: string) {
	const read: { rawBody?: Buffer; readRawBody?: () => Promise<void> } = {};
	if (raw !== undefined) read.readRawBody = async () => void (read.rawBody = Buffer.from(raw));
	return Object.assign(read, request);
}

/** As much of an Express response as a webhook uses; a second answer is an error, as there. */
function responseOf() {
	const answered: Answered = { status: 200, headers: {}, body: undefined };
	let sent = false;
	const response = Object.assign(new EventEmitter(), {
		closed: false,
		status(code: number) {
			if (!sent) answered.status = code;
			return response;
		},
		setHeader(name: string, value: string) {
			answered.headers[name.toLowerCase()] = value;
			return response;
		},
		json(body: unknown) {
			if (sent) throw new Error('Cannot set headers after they are sent to the client');
			sent = true;
			answered.body = body;
			return response;
		},
	});
	return { answered, response };
}
