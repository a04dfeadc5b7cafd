import { EventEmitter } from 'node:events';
import { additionalData, buildWorkflow } from './engine';
import { WebhookContext } from 'n8n-core';
import * as n8nWorkflow from 'n8n-workflow';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRunExecutionData,
	type IWebhookData,
	type IWebhookResponseData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

type Credentials = Record<string, ICredentialDataDecryptedObject>;

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

/** One delivery. */
export interface Delivery {
	/** Whether n8n fails to begin the execution, as when its database is out of reach; told, or to a sender that has hung up. */
	startFails?: 'told' | 'untold';
	body?: unknown;
	headers?: Record<string, string>;
	query?: Record<string, string>;
	mode?: WorkflowExecuteMode;
}

/** Loads a node's module as another process would: with a memory of its own. */
export function inOtherProcess<T>(load: () => T): T {
	let loaded: T | undefined;
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => n8nWorkflow);
		loaded = load();
		jest.dontMock('n8n-workflow');
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
export function published(parameters: INodeParameters = {}, settings: Partial<INode> = {}): StoredWorkflow {
	const node: INode = {
		id: Math.random().toString(36).slice(2),
		name: 'On delivery',
		type: 'n8n-nodes-media-generation.mediaGenerationTrigger',
		typeVersion: 2,
		position: [0, 0],
		webhookId: 'a-secret-id',
		parameters,
		credentials: { mediaGenerationApi: { id: 'mediaGenerationApi', name: 'mediaGenerationApi' } },
		...settings,
	};
	return { node, staticData: null };
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
	{ body = {}, headers = {}, query = {}, mode = 'webhook', startFails }: Delivery,
): Promise<Answered> {
	const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) };
	const loaded = stored.staticData === null ? undefined : (JSON.parse(stored.staticData) as IDataObject);
	const load = () => new Workflow({ id: 'test-workflow', nodes: [stored.node], connections: {}, nodeTypes, active: true, staticData: loaded });
	const workflow = load();
	await workflow.expression.acquireIsolate();
	try {
		const { answered, response } = responseOf();
		const data = { ...additionalData(workflow, credentials), httpRequest: { body, headers, query, params: {}, url: '/' }, httpResponse: response };
		const context = new WebhookContext(workflow, stored.node, data as never, mode, {} as IWebhookData, [], null);
		const result = (await type.webhook?.call(context)) as IWebhookResponseData;
		const items = result.workflowData?.[0] ?? undefined;
		if (items && startFails) {
			if (startFails === 'told') response.emit('finish');
			return { ...answered, status: 500 };
		}
		if (items) load();
		if (!result.noWebhookResponse) answered.body = result.webhookResponse;
		if ((workflow.staticData as { __dataChanged?: boolean }).__dataChanged === true && mode !== 'manual') {
			stored.staticData = JSON.stringify(workflow.staticData);
		}
		response.emit('finish');
		return { ...answered, items };
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

/** A paused execution, as n8n's database holds it. */
export interface PausedExecution {
	parameters: INodeParameters;
	items: INodeExecutionData[];
	data: IRunExecutionData;
	settings?: Partial<INode>;
}

/** Calls a paused execution's resume address, in the process whose node type is given. */
export async function callBack(paused: PausedExecution, type: INodeType, credentials: Credentials, query: Record<string, string>): Promise<Answered> {
	const workflow = buildWorkflow(paused.parameters, paused.items, Object.keys(credentials), paused.settings ?? {}, type);
	const node = workflow.getNode('Media Generation');
	if (!node) throw new Error('no node');
	await workflow.expression.acquireIsolate();
	try {
		const { answered, response } = responseOf();
		const data = { ...additionalData(workflow, credentials), httpRequest: { body: {}, headers: {}, query, params: {}, url: '/' }, httpResponse: response };
		const context = new WebhookContext(workflow, node, data as never, 'trigger', {} as IWebhookData, [], structuredClone(paused.data));
		const [outcome] = await Promise.allSettled([type.webhook?.call(context) as Promise<IWebhookResponseData>]);
		if (outcome.status === 'rejected') {
			response.status(500).json({ message: 'Error in workflow' });
			return { ...answered, error: outcome.reason as Error };
		}
		if (!outcome.value.noWebhookResponse) answered.body = outcome.value.webhookResponse;
		return { ...answered, items: outcome.value.workflowData?.[0] ?? undefined };
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

/** As much of an Express response as a webhook uses; a second answer is an error, as there. */
function responseOf() {
	const answered: Answered = { status: 200, headers: {}, body: undefined };
	let sent = false;
	const response = Object.assign(new EventEmitter(), {
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
