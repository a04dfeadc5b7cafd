import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { credentialOf } from '../transport/credential';
import { readAnew, readingOnce } from '../transport/readOnce';
import { redact } from '../transport/redact';
import { bodyOf } from './body';
import { checkSecret } from './delivery';
import { Inquiry } from './inquiry';
import { jobsIn } from './jobs';
import { isListening, type Court } from './judge';
import { memoryOf } from './memory';
import { Refusal } from './refusal';
import { readSettings } from './settings';
import { turnToStart } from './turns';
import { judged, refusalFor, type Judged } from './verdicts';

/**
 * One delivery to the trigger: checks the sender where it must prove itself, judges each job that it tells of, and starts
 * the workflow with those that have ended, pass the filters and did not start it before. Everything else is answered
 * without starting anything. Where a job of several is refused, the answer is that refusal, so that the sender comes again.
 * Follows "Events" of the API document.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const context = readingOnce(this);
	try {
		if (!context.getNode().webhookId) throw new Refusal(401, 'The webhook URL is not a secret: this trigger has no webhook ID');
		const settings = readSettings(context);
		if (settings.believes) await checkSecret(context);
		const body = await bodyOf(context);
		const told = await jobsIn(context, settings.believes ? await withoutSecrets(context, body) : body);
		const memory = memoryOf(context);
		const inquiry = new Inquiry(memory.refused, told);
		const court: Court = { context, settings, memory, inquiry, staticData: context.getWorkflowStaticData('node') };
		return await answerTo(court, await judged(court, told));
	} catch (error) {
		return refuse(context, refusalFor(context, error));
	}
}

/** A body that is taken at its word, which becomes items. */
async function withoutSecrets(context: IWebhookFunctions, body: object): Promise<object> {
	const { secrets } = await credentialOf(context, 'getImageJob');
	const hidden = redact(body, secrets);
	return typeof hidden === 'object' && hidden !== null ? hidden : {};
}

async function answerTo(court: Court, { verdicts, refusals }: Judged): Promise<IWebhookResponseData> {
	const { context, memory, staticData } = court;
	// The gravest is told.
	const refusal = refusals.find(({ status }) => status === 503) ?? refusals[0];
	const started = verdicts.filter((verdict) => typeof verdict !== 'string');
	if (started.length === 0) {
		if (refusal) return refuse(context, refusal);
		return { webhookResponse: verdicts.includes('duplicate') ? { received: true, duplicate: true } : { received: true, ignored: true } };
	}
	const items = started.flatMap((verdict) => verdict.items);
	const response = () => (refusal ? insist(context, refusal) : { received: true });
	if (isListening(context)) return begin(items, response);
	const forget = () => started.forEach(({ id }) => memory.starting.delete(id));
	const hasBegun = await turnToStart(context).catch((refused: unknown) => {
		forget();
		throw refused;
	});
	// Once n8n has answered, it has started the workflow, or has failed to; a sender that hangs up gets no answer.
	context.getResponseObject().once('finish', forget);
	return begin(items, () => {
		hasBegun();
		forget();
		for (const { id } of started) memory.seen.add(id);
		memory.seen.keepIn(staticData);
		return response();
	});
}

/**
 * Starts the workflow. n8n begins the execution, which takes the mark "changed" off the static data, then reads what
 * to answer, then saves the static data if it is marked, and then answers. So a job is remembered where n8n reads the
 * answer: one that was answered for is one that was started, and saved.
 */
function begin(items: INodeExecutionData[], response: () => object): IWebhookResponseData {
	return {
		workflowData: [items],
		get webhookResponse() {
			return response();
		},
	};
}

function refuse(context: IWebhookFunctions, refusal: Refusal): IWebhookResponseData {
	if (refusal.status !== 400) readAnew(context);
	const response = context.getResponseObject();
	response.json(insist(context, refusal));
	return { noWebhookResponse: true };
}

/** Sets what a refusal is answered with. n8n answers 200 where it starts a workflow: that is left out. */
function insist(context: IWebhookFunctions, { status, message, retryAfter }: Refusal): object {
	const response = context.getResponseObject().status(status);
	response.status = () => response;
	if (retryAfter) response.setHeader('Retry-After', retryAfter);
	return { error: { message } };
}
