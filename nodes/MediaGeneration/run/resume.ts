import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { quoted } from '../support/expression';
import { shareOf } from '../support/bounded';
import { asNodeFailure } from '../failures/failure';
import { readAnew, readingOnce } from '../http/readOnce';
import { setNewest } from '../support/forgetOldest';
import { claimsOf, goesOnAlready, keptIn, pauseKey, type Claims } from './claims';
import { lastToEnd, lookWhileEnded, type OpenLook } from './jobLooks';
import { nudgeAgain } from './nudge';
import { outputOf } from './outputs';
import { resumeUrlOf } from './pause';
import { ENDS_AFTER_MS, hasEnded, PAUSED_RUN, pausedRunIn, type PausedRun, type PendingJob } from '../jobs/pending';

const LOOKS_SIDE_BY_SIDE = 5;
/** How long the last look of a pause may take in all, in milliseconds; what n8n leaves after it is for the files. */
const LAST_LOOK_MS = 20_000;

const received: IWebhookResponseData = { webhookResponse: { received: true } };

/**
 * One callback to a paused execution, or a nudge. It is believed no further than that it is worth asking: it is
 * followed by a look that began after it, and the execution goes on when the API itself says that every job has
 * ended, or that it tells nothing more of it; or when the pause's time is over, with what is known then. When the API
 * cannot be asked for now, or says that the callback's own job still runs, the sender is told to try again.
 * Follows "Events" of the API document.
 */
export async function resumeOnCallback(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	// Read alone: n8n takes its time to hand out many jobs.
	const pausedAt = this.evaluateExpression(`{{ $(${quoted(this.getNode().name)}).context[${quoted(PAUSED_RUN)}]?.pausedAt }}`);
	if (typeof pausedAt !== 'number') return received;
	const key = pauseKey(this.getExecutionId(), this.getNode().name, pausedAt);
	const claims = claimsOf(key);
	if (goesOnAlready(claims)) return received;
	const run = pausedRunOf(this, key);
	if (!run) return received;
	const context = readingOnce(this);
	const item = itemIn(context.getQueryData());
	if (item !== undefined) claims.claimed.add(item);
	const look = await claims.looks.ask(async () => await lookAtOpen(context, claims, run));
	if (goesOnAlready(claims)) return received;
	for (const message of new Set(look.failed.values())) context.logger.warn(`A job of a paused workflow could not be asked about: ${message}`);
	if (look.failed.size > 0) readAnew(context);
	if (openJobs(run, claims).length === 0 || look.isLast) return await resume(context, claims, run);
	if (item !== undefined) comeBack(context, claims, run);
	const why = whyNotYet(look, item);
	if (why === undefined) return received;
	answer(context, 503, { error: { message: `${why}; try again` } });
	return { noWebhookResponse: true };
}

/**
 * Brings the execution back. The sender is answered here: n8n would tell one who comes second, from another process,
 * or whose job failed, of an error, although the delivery was right.
 * @throws the error that ends the execution, when a job failed or was lost and the node does not go on
 */
async function resume(context: IWebhookFunctions, claims: Claims, run: PausedRun): Promise<IWebhookResponseData> {
	claims.resuming = true;
	const jobs = run.jobs.map((job) => (hasEnded(job) ? job : { ...job, ...claims.endings.get(job.itemIndex) }));
	const [outcome] = await Promise.allSettled([outputOf(context, { ...run, jobs }, goesOn(context))]);
	claims.resumedAt = Date.now();
	claims.resuming = false;
	claims.endings.clear();
	answer(context, 200, { received: true });
	if (outcome.status === 'fulfilled') return { noWebhookResponse: true, workflowData: [outcome.value] };
	answerNoMore(context);
	throw asNodeFailure(context.getNode(), outcome.reason, 0);
}

/**
 * Has this process call the pause again: the one that paused may be gone, and the jobs that still run need not call back.
 */
function comeBack(context: IWebhookFunctions, claims: Claims, { givesUpAt }: PausedRun): void {
	if (claims.nudging || givesUpAt === undefined) return;
	claims.nudging = true;
	void nudgeAgain({ resumeUrl: resumeUrlOf(context), givesUpAt, endsAt: givesUpAt + ENDS_AFTER_MS }, context.logger).then(() => {
		claims.nudging = false;
	});
}

function answer(context: IWebhookFunctions, status: number, body: IDataObject): void {
	context.getResponseObject().status(status).json(body);
}

/** n8n answers 500 where a webhook throws, here to a sender that has its answer: that is left out. */
function answerNoMore(context: IWebhookFunctions): void {
	const response = context.getResponseObject();
	response.json = () => response;
}

/** Why a callback should come again. While another job runs, that one's callback is followed by a look at all. */
function whyNotYet({ running, failed }: OpenLook, item: number | undefined): string | undefined {
	if (item !== undefined && running.has(item)) return 'The job has not ended';
	const isOpen = running.size === 0 ? failed.size > 0 : item !== undefined && failed.has(item);
	return isOpen ? 'The jobs could not be checked' : undefined;
}

/**
 * The likeliest to run first: jobs whose callback has not come here, and of these those that were to end last. Those
 * that could not be asked about come last, so that they do not keep the others from it.
 */
async function lookAtOpen(context: IWebhookFunctions, claims: Claims, run: PausedRun): Promise<OpenLook> {
	const { claimed, failing } = claims;
	if (goesOnAlready(claims)) return { running: new Set(), failed: new Map(), isLast: false };
	const later = ({ itemIndex }: PendingJob) => 2 * Number(failing.has(itemIndex)) + Number(claimed.has(itemIndex));
	const open = openJobs(run, claims).sort((a, b) => later(a) - later(b) || lastToEnd(a, b));
	const allUntil = isOver(run) ? Date.now() + LAST_LOOK_MS : undefined;
	const share = shareOf(run.jobs.length);
	const options = { atOnce: LOOKS_SIDE_BY_SIDE, share, acceptedAt: run.pausedAt, allUntil };
	const look = await lookWhileEnded(context, open, options, keptIn(claims, share));
	for (const item of look.running) failing.delete(item);
	for (const item of look.failed.keys()) failing.add(item);
	return look;
}

function openJobs({ jobs }: PausedRun, { endings }: Claims): PendingJob[] {
	return jobs.filter((job) => !hasEnded(job) && !endings.has(job.itemIndex));
}

/** Whether the workflow waits no more, even if jobs still run. */
function isOver({ givesUpAt }: PausedRun): boolean {
	return givesUpAt !== undefined && Date.now() >= givesUpAt;
}

/** The last pauses that were read, by their names. n8n takes its time to hand out many jobs, and callbacks come in bursts. */
const lastRead = new Map<string, PausedRun>();
const MOST_READ = 20;

function pausedRunOf(context: IWebhookFunctions, key: string): PausedRun | undefined {
	const run = lastRead.get(key) ?? pausedRunIn(context.evaluateExpression(`{{ $(${quoted(context.getNode().name)}).context }}`));
	if (run) setNewest(lastRead, key, run, MOST_READ);
	return run;
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
