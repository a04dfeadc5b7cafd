import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { readOutputOptions } from '../fields/outputOptions';
import { inputOfNode } from '../input/input';
import { askAbout, itemsOf, jobIn, Refusal, takeAtItsWord, type Delivered } from './delivery';
import { SeenJobs } from './seen';
import { addressOf, sameSecret } from './token';

interface Filters {
	statuses: string[];
	kinds: string[];
}

const seenByNode = new Map<string, SeenJobs>();
/** Deliveries at work in this process, by node and job: the same job again waits for what comes of the first. */
const atWork = new Map<string, Promise<unknown>>();

/**
 * One delivery to the trigger: checks its address, asks the API about its job, and starts the workflow
 * once for each job that passes the filters. Everything else is answered without starting anything.
 * Follows "Events" of the API document.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		checkToken(this);
		const body: unknown = this.getBodyData();
		const job_id = jobIn(body);
		return await oncePerJob(this, job_id, async () => await judge(this, job_id, body));
	} catch (error) {
		const { status, message } = error instanceof Refusal ? error : unforeseen(this, error);
		this.getResponseObject().status(status).json({ error: { message } });
		return { noWebhookResponse: true };
	}
}

function unforeseen(context: IWebhookFunctions, error: unknown): Refusal {
	context.logger.error(`A delivery could not be handled: ${(error as Error).message}`);
	return new Refusal(503, 'The delivery could not be handled; try again');
}

function checkToken(context: IWebhookFunctions): void {
	const { webhookId } = context.getNode();
	const given = String((context.getParamsData() as { token?: string }).token ?? new URL(context.getRequestObject().url, 'http://n8n').pathname.split('/').pop());
	if (!webhookId || !sameSecret(given, addressOf(webhookId).token)) throw new Refusal(401, 'The address is not this trigger’s');
}

async function oncePerJob(context: IWebhookFunctions, jobId: string, work: () => Promise<IWebhookResponseData>): Promise<IWebhookResponseData> {
	const key = `${context.getWorkflow().id} ${context.getNode().id} ${jobId}`;
	const first = atWork.get(key);
	if (first) {
		await first;
		return { webhookResponse: { received: true, duplicate: true } };
	}
	const mine = work();
	atWork.set(key, mine);
	try {
		return await mine;
	} finally {
		atWork.delete(key);
	}
}

async function judge(context: IWebhookFunctions, jobId: string, body: unknown): Promise<IWebhookResponseData> {
	const nodeKey = `${context.getWorkflow().id} ${context.getNode().id}`;
	const seen = seenByNode.get(nodeKey) ?? new SeenJobs();
	seenByNode.set(nodeKey, seen);
	const staticData = context.getWorkflowStaticData('node');
	const listening = context.getMode() === 'manual';
	if (!listening && seen.has(jobId, staticData)) return { webhookResponse: { received: true, duplicate: true } };
	const believed = context.getNodeParameter('verification', 'api') === 'header';
	const delivered = believed ? await takeAtItsWord(context, body) : await askAbout(context, jobId);
	if (!passes(delivered, readFilters(context))) return { webhookResponse: { received: true, ignored: true } };
	const items = await itemsOf(context, delivered, outputOf(context));
	if (!listening) seen.add(jobId, staticData);
	return { workflowData: [items] };
}

function outputOf(context: IWebhookFunctions) {
	const input = inputOfNode(context);
	const output = readOutputOptions(input);
	input.check();
	return output;
}

function passes({ kind, look }: Delivered, { statuses, kinds }: Filters): boolean {
	return statuses.includes(look.job.status) && kinds.includes(kind);
}

function readFilters(context: IWebhookFunctions): Filters {
	return {
		statuses: context.getNodeParameter('statuses', ['completed']) as string[],
		kinds: context.getNodeParameter('kinds', ['image', 'studio', 'video']) as string[],
	};
}
