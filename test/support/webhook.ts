import { additionalData } from './engine';
import { LoadOptionsContext, WebhookContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type ILoadOptionsFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRunExecutionData,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { MediaGeneration } from '../../nodes/MediaGeneration/MediaGeneration.node';
import { MediaGenerationTrigger } from '../../nodes/MediaGeneration/MediaGenerationTrigger.node';

type Credentials = Record<string, ICredentialDataDecryptedObject>;

/** What came of a delivery: the items that start or wake a workflow, or the status that the sender is answered. */
export interface Answered {
	items?: INodeExecutionData[];
	status: number;
}

/** A request as n8n hands it to a node. */
interface Incoming {
	body: unknown;
	headers?: Record<string, string>;
	query?: Record<string, string>;
	url?: string;
}

const WEBHOOK_ID = '0b4de9a4-6b8e-4a51-8c7a-4d3f8a1c2e90';

/** Gives the real trigger a delivery in n8n's own context; its HTTP goes over the wire. */
export async function deliverToTrigger(parameters: INodeParameters, credentials: Credentials, { body, headers = {} }: Incoming): Promise<Answered> {
	const type = new MediaGenerationTrigger();
	const workflow = workflowOf(type, 'Trigger', { typeVersion: 2, parameters, webhookId: WEBHOOK_ID }, credentials);
	return await answer(workflow, 'Trigger', type, credentials, { body, headers, url: `/webhook/${WEBHOOK_ID}/finished-job` }, null);
}

/** Calls back the execution that `runNode` left paused, as n8n would. */
export async function wakeNode(
	workflow: Workflow,
	paused: IRunExecutionData,
	executionId: string,
	credentials: Credentials,
	{ body, query }: Incoming,
): Promise<Answered> {
	return await answer(workflow, 'Media Generation', new MediaGeneration(), credentials, { body, query }, paused, executionId);
}

/** Asks the action node for one of its lists, as the editor does. */
export async function loadList<Result>(
	parameters: INodeParameters,
	credentials: Credentials,
	ask: (context: ILoadOptionsFunctions) => Promise<Result>,
): Promise<Result> {
	const workflow = workflowOf(new MediaGeneration(), 'Media Generation', { parameters }, credentials);
	const data = { ...additionalData(workflow, credentials), currentNodeParameters: parameters };
	return await withIsolate(workflow, async () => await ask(new LoadOptionsContext(workflow, nodeOf(workflow, 'Media Generation'), data, 'parameters.x')));
}

async function answer(
	workflow: Workflow,
	name: string,
	type: INodeType,
	credentials: Credentials,
	incoming: Incoming,
	paused: IRunExecutionData | null,
	executionId?: string,
): Promise<Answered> {
	const answered: Answered = { status: 200 };
	const httpResponse = {
		status: (status: number) => ((answered.status = status), httpResponse),
		setHeader: () => httpResponse,
		json: () => httpResponse,
		end: () => httpResponse,
		once: () => httpResponse,
	};
	const httpRequest = { method: 'POST', url: '/', headers: {}, query: {}, params: {}, ...incoming };
	const data = { ...additionalData(workflow, credentials), ...(executionId && { executionId }), httpRequest, httpResponse } as never;
	const node = nodeOf(workflow, name);
	const context = new WebhookContext(workflow, node, data, 'webhook', { webhookDescription: { name: 'default' } } as never, [], paused);
	const { workflowData } = await withIsolate(workflow, async () => await type.webhook!.call(context as unknown as IWebhookFunctions));
	return { ...answered, items: workflowData?.[0] };
}

function workflowOf(type: INodeType, name: string, node: Partial<INode>, credentials: Credentials): Workflow {
	return new Workflow({
		id: idFor(credentials),
		nodes: [{ id: '1', name, type: 'tested', typeVersion: 1, position: [0, 0], parameters: {}, credentials: namesOf(credentials), ...node }],
		connections: {},
		nodeTypes: { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) },
		active: true,
	});
}

/** What a process remembers of one workflow is nothing to one of another service. */
const idFor = ({ mediaGenerationApi }: Credentials) => `test-workflow-${String(mediaGenerationApi?.baseUrl).replace(/\W+/g, '-')}`;

const namesOf = (credentials: Credentials) => Object.fromEntries(Object.keys(credentials).map((name) => [name, { id: name, name }]));

function nodeOf(workflow: Workflow, name: string): INode {
	const node = workflow.getNode(name);
	if (!node) throw new Error(`No node ${name}`);
	return node;
}

async function withIsolate<Result>(workflow: Workflow, work: () => Promise<Result>): Promise<Result> {
	await workflow.expression.acquireIsolate();
	try {
		return await work();
	} finally {
		await workflow.expression.releaseIsolate();
	}
}
