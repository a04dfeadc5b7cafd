import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { asNodeFailure } from '../support/failure';
import { readAnew, readingOnce } from '../transport/readOnce';
import { claimsOf, goesOnAlready, pauseKey, type Claims, type Look } from './claims';
import { lastToEnd, lookWhileEnded } from './looks';
import { outputOf } from './outputs';
import { pausedRunIn, type PausedRun, type PendingJob } from '../jobs/pending';

const LOOKS_SIDE_BY_SIDE = 5;

const received: IWebhookResponseData = { webhookResponse: { received: true } };

/**
 * One callback to a paused execution, or a nudge. It is believed no further than that it is worth asking: it is
 * followed by a look that began after it, and the execution goes on when the API itself says that every job has
 * ended. When the API cannot be asked, or says that the callback's own job still runs, the sender is told to try
 * again.
 * Follows "Events" of the API document.
 */
export async function resumeOnCallback(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const run = pausedRunOf(this);
	if (!run) return received;
	const context = readingOnce(this);
	const claims = claimsOf(pauseKey(context.getExecutionId(), context.getNode().name, run.pausedAt));
	if (goesOnAlready(claims)) return received;
	const item = itemIn(context.getQueryData());
	if (item !== undefined) claims.claimed.add(item);
	const look = await claims.looks.ask(async () => await lookAtOpen(context, claims, run));
	if (goesOnAlready(claims)) return received;
	if (openJobs(run, claims).length === 0) return await resume(context, claims, run);
	const why = whyNotYet(look, item);
	if (why === undefined) return received;
	if (look.failure !== undefined) {
		readAnew(context);
		context.logger.warn(`A paused workflow could not be looked after: ${look.failure}`);
	}
	answer(context, 503, { error: { message: `${why}; try again` } });
	return { noWebhookResponse: true };
}

/**
 * Brings the execution back. The sender is answered here: n8n would tell one who comes second, from another process,
 * or whose job failed, of an error, although the delivery was right.
 * @throws the error that ends the execution, when a job failed and the node does not go on
 */
async function resume(context: IWebhookFunctions, claims: Claims, run: PausedRun): Promise<IWebhookResponseData> {
	claims.resuming = true;
	const jobs = run.jobs.map((job) => ({ ...job, answer: job.answer ?? claims.answers.get(job.itemIndex) }));
	const [outcome] = await Promise.allSettled([outputOf(context, { ...run, jobs }, goesOn(context))]);
	claims.resumedAt = Date.now();
	claims.resuming = false;
	claims.answers.clear();
	answer(context, 200, { received: true });
	if (outcome.status === 'fulfilled') return { noWebhookResponse: true, workflowData: [outcome.value] };
	answerNoMore(context);
	throw asNodeFailure(context.getNode(), outcome.reason, 0);
}

function answer(context: IWebhookFunctions, status: number, body: IDataObject): void {
	context.getResponseObject().status(status).json(body);
}

/** n8n answers 500 where a webhook throws, here to a sender that has its answer: that is left out. */
function answerNoMore(context: IWebhookFunctions): void {
	const response = context.getResponseObject();
	response.json = () => response;
}

function whyNotYet({ running, failure }: Look, item: number | undefined): string | undefined {
	if (failure !== undefined) return 'The jobs could not be checked';
	return item !== undefined && running.has(item) ? 'The job has not ended' : undefined;
}

/** The likeliest to run first: jobs whose callback has not come here, and of these those that were to end last. */
async function lookAtOpen(context: IWebhookFunctions, claims: Claims, run: PausedRun): Promise<Look> {
	const { claimed, answers } = claims;
	if (goesOnAlready(claims)) return { running: new Set() };
	const open = openJobs(run, claims).sort((a, b) => Number(claimed.has(a.itemIndex)) - Number(claimed.has(b.itemIndex)) || lastToEnd(a, b));
	return await lookWhileEnded(context, open, LOOKS_SIDE_BY_SIDE, ({ itemIndex }, { raw }) => answers.set(itemIndex, raw));
}

function openJobs({ jobs }: PausedRun, { answers }: Claims): PendingJob[] {
	return jobs.filter(({ itemIndex, answer }) => answer === undefined && !answers.has(itemIndex));
}

function pausedRunOf(context: IWebhookFunctions): PausedRun | undefined {
	return pausedRunIn(context.evaluateExpression(`{{ $(${JSON.stringify(context.getNode().name)}).context }}`));
}

/** The item whose job a callback is about; none for a nudge, and for what somebody else sends. */
function itemIn(query: unknown): number | undefined {
	const given = typeof query === 'object' && query !== null && 'item' in query ? query.item : undefined;
	return typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : undefined;
}

function goesOn(context: IWebhookFunctions): boolean {
	const { onError, continueOnFail } = context.getNode();
	return onError === undefined ? continueOnFail === true : onError !== 'stopWorkflow';
}
