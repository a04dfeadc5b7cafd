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
import {
	ENDS_AFTER_MS,
	hasEnded,
	PAUSED_RUN,
	pausedRunIn,
	type PausedRun,
	type PendingJob,
} from '../jobs/pending';
import { Client } from '../http/client';
import { settled } from '../support/settled';

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
	const pausedAt = this.evaluateExpression(
		`{{ $(${quoted(this.getNode().name)}).context[${quoted(PAUSED_RUN)}]?.pausedAt }}`,
	);
	if (typeof pausedAt !== 'number') return received;
	const key = pauseKey(this.getExecutionId(), this.getNode().name, pausedAt);
	const claims = claimsOf(key);
	if (goesOnAlready(claims)) return received;
	const client = new Client(readingOnce(this));
	const paused = pausedRunOf(client, key);
	if (!paused) return received;
	const item = itemIn(this.getQueryData());
	if (item !== undefined) claims.claimed.add(item);
	const look = await claims.looks.ask(async () => await lookAtOpen(client, claims, paused));
	if (goesOnAlready(claims)) return received;
	for (const message of new Set(look.failed.values()))
		this.logger.warn(`A job of a paused workflow could not be asked about: ${message}`);
	if (look.failed.size > 0) readAnew(this);
	if (openJobs(paused, claims).length === 0 || look.isLast)
		return await resume(client, claims, paused);
	if (item !== undefined) comeBack(client, claims, paused);
	const why = whyNotYet(look, item);
	if (why === undefined) return received;
	answer(client, 503, { error: { message: `${why}; try again` } });
	return { noWebhookResponse: true };
}

/**
 * Brings the execution back. The sender is answered here: n8n would tell one who comes second, from another process,
 * or whose job failed, of an error, although the delivery was right.
 * @throws the error that ends the execution, when a job failed or was lost and the node does not go on
 */
async function resume(
	client: Client<IWebhookFunctions>,
	claims: Claims,
	paused: PausedRun,
): Promise<IWebhookResponseData> {
	claims.resuming = true;
	const jobs = paused.jobs.map((job) =>
		hasEnded(job) ? job : { ...job, ...claims.endings.get(job.index) },
	);
	const outcome = await settled(outputOf(client, { ...paused, jobs }));
	claims.resumedAt = Date.now();
	claims.resuming = false;
	claims.endings.clear();
	answer(client, 200, { received: true });
	if (outcome.status === 'fulfilled')
		return { noWebhookResponse: true, workflowData: [outcome.value] };
	answerNoMore(client);
	throw asNodeFailure(client, outcome.reason);
}

/**
 * Has this process call the pause again: the one that paused may be gone, and the jobs that still run need not call back.
 */
function comeBack(
	client: Client<IWebhookFunctions>,
	claims: Claims,
	{ givesUpAt }: PausedRun,
): void {
	if (claims.nudging || givesUpAt === undefined) return;
	claims.nudging = true;
	void nudgeAgain(
		{ resumeUrl: resumeUrlOf(client), givesUpAt, endsAt: givesUpAt + ENDS_AFTER_MS },
		client.context.logger,
	).then(() => {
		claims.nudging = false;
	});
}

function answer(client: Client<IWebhookFunctions>, status: number, body: IDataObject): void {
	client.context.getResponseObject().status(status).json(body);
}

/** n8n answers 500 where a webhook throws, here to a sender that has its answer: that is left out. */
function answerNoMore(client: Client<IWebhookFunctions>): void {
	const response = client.context.getResponseObject();
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
async function lookAtOpen(
	client: Client<IWebhookFunctions>,
	claims: Claims,
	paused: PausedRun,
): Promise<OpenLook> {
	const { claimed, failing } = claims;
	if (goesOnAlready(claims)) return { running: new Set(), failed: new Map(), isLast: false };
	const later = (job: PendingJob) =>
		2 * Number(failing.has(job.index)) + Number(claimed.has(job.index));
	const open = openJobs(paused, claims).sort((a, b) => later(a) - later(b) || lastToEnd(a, b));
	const allUntil = waitedOut(paused) ? Date.now() + LAST_LOOK_MS : undefined;
	const share = shareOf(paused.jobs.length);
	const options = { atOnce: LOOKS_SIDE_BY_SIDE, share, acceptedAt: paused.pausedAt, allUntil };
	const look = await lookWhileEnded(client, open, options, keptIn(claims, share));
	for (const item of look.running) failing.delete(item);
	for (const item of look.failed.keys()) failing.add(item);
	return look;
}

function openJobs({ jobs }: PausedRun, { endings }: Claims): PendingJob[] {
	return jobs.filter((job) => !hasEnded(job) && !endings.has(job.index));
}

/** Whether the workflow waits no more, even if jobs still run. */
function waitedOut({ givesUpAt }: PausedRun): boolean {
	return givesUpAt !== undefined && Date.now() >= givesUpAt;
}

/** The last pauses that were read, by their names. n8n takes its time to hand out many jobs, and callbacks come in bursts. */
const lastRead = new Map<string, PausedRun>();
const MOST_READ = 20;

function pausedRunOf(client: Client<IWebhookFunctions>, key: string): PausedRun | undefined {
	const paused =
		lastRead.get(key) ??
		pausedRunIn(client.context.evaluateExpression(`{{ $(${quoted(client.node.name)}).context }}`));
	if (paused) setNewest(lastRead, key, paused, MOST_READ);
	return paused;
}

/** The place in the run of the job that a callback is about; none for a nudge, and for what somebody else sends. */
function itemIn(query: unknown): number | undefined {
	const given =
		typeof query === 'object' && query !== null && 'item' in query ? query.item : undefined;
	return typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : undefined;
}
