import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { messageOf } from '../support/data';
import { askAbout, checkSecret, itemsOf, jobIn, takeAtItsWord, tellsEnd, type Delivered } from './delivery';
import { memoryOf, type TriggerMemory } from './memory';
import { readAnew, readingOnce } from '../transport/readOnce';
import { Refusal } from './refusal';
import { readSettings, type Settings } from './settings';
import { inTurn } from './turns';

/**
 * One delivery to the trigger: checks the sender where it must prove itself, asks the API about the job, and starts
 * the workflow once for each job that passes the filters. Everything else is answered without starting anything.
 * Follows "Events" of the API document.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const context = readingOnce(this);
	try {
		if (!context.getNode().webhookId) throw new Refusal(401, 'The address is no secret: this trigger has no webhook ID');
		const settings = readSettings(context);
		if (settings.believes) await checkSecret(context);
		const body: unknown = context.getBodyData();
		const jobId = jobIn(body);
		const memory = memoryOf(context);
		return await oncePerJob(memory, jobId, async () => await judge(context, memory, settings, { jobId, body }));
	} catch (error) {
		return refuse(context, error instanceof Refusal ? error : unforeseen(context, error));
	}
}

function refuse(context: IWebhookFunctions, { status, message, retryAfter }: Refusal): IWebhookResponseData {
	if (status !== 400) readAnew(context);
	const response = context.getResponseObject().status(status);
	if (retryAfter) response.setHeader('Retry-After', retryAfter);
	response.json({ error: { message } });
	return { noWebhookResponse: true };
}

function unforeseen(context: IWebhookFunctions, error: unknown): Refusal {
	context.logger.error(`A delivery could not be handled: ${messageOf(error)}`);
	return new Refusal(503, 'The delivery could not be handled; try again');
}

const ignored: IWebhookResponseData = { webhookResponse: { received: true, ignored: true } };
const duplicate: IWebhookResponseData = { webhookResponse: { received: true, duplicate: true } };

async function oncePerJob({ atWork }: TriggerMemory, jobId: string, work: () => Promise<IWebhookResponseData>): Promise<IWebhookResponseData> {
	const first = atWork.get(jobId);
	if (first) {
		await first;
		return duplicate;
	}
	const mine = work();
	atWork.set(jobId, mine);
	try {
		return await mine;
	} finally {
		atWork.delete(jobId);
	}
}

/** What a delivery says, and the job that it is about. */
interface Given {
	jobId: string;
	body: unknown;
}

async function judge(context: IWebhookFunctions, memory: TriggerMemory, settings: Settings, { jobId, body }: Given): Promise<IWebhookResponseData> {
	const staticData = context.getWorkflowStaticData('node');
	const listening = context.getMode() === 'manual';
	if (!listening && memory.seen.has(jobId, staticData)) return duplicate;
	if (memory.starting.has(jobId)) throw new Refusal(503, 'The workflow is being started for this job; try again');
	const { statuses, kinds, output, believes } = settings;
	const told = believes ? takeAtItsWord(body) : undefined;
	const delivered = told && tellsEnd(told) ? told : await confirmed(context, memory, jobId, body);
	if (!statuses.includes(delivered.look.job.status) || !kinds.includes(delivered.kind)) return ignored;
	const { kind, items } = await itemsOf(context, delivered, output);
	if (!kinds.includes(kind)) return ignored;
	if (listening) return { workflowData: [items] };
	memory.starting.add(jobId);
	// Once n8n has answered, it has started the workflow, or has failed to; a sender that hangs up gets no answer.
	context.getResponseObject().once('finish', () => memory.starting.delete(jobId));
	return start(items, () => {
		memory.starting.delete(jobId);
		memory.seen.add(jobId);
		memory.seen.keepIn(staticData);
	});
}

/** Asks the API, not more often than needed, and not about too many at once. */
async function confirmed(context: IWebhookFunctions, { refused }: TriggerMemory, jobId: string, body: unknown): Promise<Delivered> {
	if (refused.has(jobId)) throw noSuchJob();
	const delivered = await inTurn(
		() => !refused.prevail,
		async () => await askAbout(context, jobId, body, refused.areFew),
	);
	if (delivered) {
		refused.trust();
		return delivered;
	}
	refused.add(jobId);
	throw noSuchJob();
}

const noSuchJob = () => new Refusal(404, 'There is no such job');

/**
 * Starts the workflow. n8n begins the execution, which takes the mark "changed" off the static data, then reads what
 * to answer, then saves the static data if it is marked, and then answers. So a job is remembered where n8n reads the
 * answer: one that was answered for is one that was started, and saved.
 */
function start(items: INodeExecutionData[], remember: () => void): IWebhookResponseData {
	return {
		workflowData: [items],
		get webhookResponse() {
			remember();
			return { received: true };
		},
	};
}
