import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { asNodeFailure } from '../support/failure';
import { runSideBySide } from '../support/pool';
import { claimsOf, pauseKey, type Claims } from './claims';
import { outputOf } from './outputs';
import { PAUSED_RUN, type PausedRun, type PendingJob } from '../jobs/pending';
import { lookAt } from '../jobs/poll';

const LOOKS_SIDE_BY_SIDE = 5;
/** An open job this many times older than it should be has surely lost its callback. */
const OVERDUE = 1.5;
const OVERDUE_GRACE_MS = 15_000;
const SWEEP_EVERY_MS = 10_000;

const keepWaiting: IWebhookResponseData = { webhookResponse: { received: true } };

/**
 * One callback to a paused execution. It is believed no further than that it is worth asking: the
 * execution goes on when the API itself says that every job has ended. A callback while others are still
 * open costs no request; the last one asks about all. When the API cannot be asked, the sender is told
 * to try again.
 * Follows "Events" of the API document.
 */
export async function resumeOnCallback(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const run = pausedRunOf(this);
	if (!run) return keepWaiting;
	const executionId = String(this.evaluateExpression('{{ $execution.id }}'));
	const claims = claimsOf(pauseKey(executionId, this.getNode().name, run.pausedAt));
	const mine = claim(claims, this.getQueryData(), run.jobs);
	if (claims.busy) return keepWaiting;
	claims.busy = true;
	let resumed = false;
	try {
		let seen: number;
		do {
			seen = claims.arrivals;
			await askWhatIsWorthIt(this, claims, run);
		} while (claims.arrivals !== seen);
		const open = openJobs(run, claims);
		if (open.some(({ itemIndex }) => mine.includes(itemIndex) && !claims.claimed.has(itemIndex))) throw new NotYet('The job has not ended');
		if (open.length > 0) return keepWaiting;
		const jobs = run.jobs.map((job) => ({ ...job, answer: job.answer ?? claims.answers.get(job.itemIndex) }));
		resumed = true;
		return { workflowData: [await outputOf(this, { ...run, jobs }, goesOn(this))] };
	} catch (error) {
		if (!(error instanceof NotYet)) throw asNodeFailure(this.getNode(), error, 0);
		this.getResponseObject().status(503).json({ error: { message: `${error.message}; try again` } });
		return { noWebhookResponse: true };
	} finally {
		claims.busy = resumed;
	}
}

/** The callback's job has not ended as far as the API says, or the API did not say: the sender should try again. */
class NotYet extends Error {}

async function askWhatIsWorthIt(context: IWebhookFunctions, claims: Claims, run: PausedRun): Promise<void> {
	await sweep(context, claims, openJobs(run, claims), run.pausedAt);
	const open = openJobs(run, claims);
	if (open.every(({ itemIndex }) => claims.claimed.has(itemIndex))) await lookAtAll(context, claims, open);
}

function openJobs({ jobs }: PausedRun, { answers }: Claims): PendingJob[] {
	return jobs.filter(({ itemIndex, answer }) => answer === undefined && !answers.has(itemIndex));
}

function pausedRunOf(context: IWebhookFunctions): PausedRun | undefined {
	const kept = context.evaluateExpression(`{{ $(${JSON.stringify(context.getNode().name)}).context }}`) as Record<string, unknown> | undefined;
	return kept?.[PAUSED_RUN] as PausedRun | undefined;
}

/** A callback whose job cannot be told counts for all. */
function claim(claims: Claims, query: unknown, jobs: PendingJob[]): number[] {
	const item = Number((query as { item?: string }).item ?? NaN);
	const mine = jobs.map(({ itemIndex }) => itemIndex).filter((index) => Number.isNaN(item) || index === item);
	for (const index of mine) claims.claimed.add(index);
	claims.arrivals++;
	return Number.isNaN(item) ? [] : mine;
}

/**
 * Asks about jobs whose callback may have been lost: all that are open when this process has not seen
 * the execution before, and those long overdue.
 */
async function sweep(context: IWebhookFunctions, claims: Claims, open: PendingJob[], pausedAt: number): Promise<void> {
	const now = Date.now();
	const cold = claims.sweptAt === 0;
	if (!cold && now - claims.sweptAt < SWEEP_EVERY_MS) return;
	const lost = open.filter(
		({ itemIndex, etaSeconds }) =>
			!claims.claimed.has(itemIndex) && (cold || now - pausedAt > etaSeconds * 1000 * OVERDUE + OVERDUE_GRACE_MS),
	);
	await lookAtAll(context, claims, lost);
	if (lost.length > 0 || cold) claims.sweptAt = now;
}

/**
 * Asks about open jobs; a claim that the API does not confirm is taken back.
 * @throws NotYet when one of them could not be asked after
 */
async function lookAtAll(context: IWebhookFunctions, claims: Claims, jobs: PendingJob[]): Promise<void> {
	const outcomes = await runSideBySide(jobs, LOOKS_SIDE_BY_SIDE, {}, async (job) => {
		const { arrivals } = claims;
		const { job: now, raw } = await lookAt(context, job, job.itemIndex);
		if (now.status === 'processing' && claims.arrivals === arrivals) claims.claimed.delete(job.itemIndex);
		if (now.status !== 'processing') claims.answers.set(job.itemIndex, raw);
	});
	const failure = outcomes.find((outcome) => outcome.status === 'rejected');
	if (failure) throw new NotYet(String(failure.reason));
}

function goesOn(context: IWebhookFunctions): boolean {
	const { onError, continueOnFail } = context.getNode();
	return onError === undefined ? continueOnFail === true : onError !== 'stopWorkflow';
}
