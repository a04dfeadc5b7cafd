import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { asNodeFailure } from '../core/failure';
import { runSideBySide } from '../core/pool';
import { claimsOf, closeClaims, type Claims } from './claims';
import { outputOf } from './outputs';
import { PAUSED_RUN, type PausedRun, type PendingJob } from './pending';
import { lookAt } from './poll';

const LOOKS_SIDE_BY_SIDE = 5;
/** An open job this many times older than it should be has surely lost its callback. */
const OVERDUE = 2;
const OVERDUE_GRACE_MS = 30_000;
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
	const executionId = String(this.evaluateExpression('{{ $execution.id }}'));
	const run = pausedRunOf(this);
	if (!run) return keepWaiting;
	const claims = claimsOf(executionId);
	claim(claims, this.getQueryData(), run.jobs);
	if (claims.finishing) return keepWaiting;
	claims.finishing = true;
	try {
		let seen: number;
		do {
			seen = claims.arrivals;
			await askWhatIsWorthIt(this, claims, run);
		} while (claims.arrivals !== seen);
		if (openJobs(run, claims).length > 0) return keepWaiting;
		const jobs = run.jobs.map((job) => ({ ...job, answer: job.answer ?? claims.answers.get(job.itemIndex) }));
		const items = await outputOf(this, { ...run, jobs }, goesOn(this));
		closeClaims(executionId);
		return { workflowData: [items] };
	} catch (error) {
		if (!(error instanceof NotAskable)) throw asNodeFailure(this.getNode(), error, 0);
		this.getResponseObject().status(503).json({ error: { message: 'The job could not be checked; try again' } });
		return { noWebhookResponse: true };
	} finally {
		claims.finishing = false;
	}
}

/** The API did not answer, so nothing can be said of the callback. */
class NotAskable extends Error {}

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
function claim(claims: Claims, query: unknown, jobs: PendingJob[]): void {
	const item = Number((query as { item?: string }).item ?? NaN);
	for (const { itemIndex } of jobs) {
		if (Number.isNaN(item) || itemIndex === item) claims.claimed.add(itemIndex);
	}
	claims.arrivals++;
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
	if (lost.length === 0 && !cold) return;
	claims.sweptAt = now;
	await lookAtAll(context, claims, lost);
}

/**
 * Asks about open jobs; a claim that the API does not confirm is taken back.
 * @throws NotAskable when one of them could not be asked after
 */
async function lookAtAll(context: IWebhookFunctions, claims: Claims, jobs: PendingJob[]): Promise<void> {
	const outcomes = await runSideBySide(jobs, LOOKS_SIDE_BY_SIDE, false, async (job) => {
		const { job: now, raw } = await lookAt(context, job, job.itemIndex);
		if (now.status === 'processing') claims.claimed.delete(job.itemIndex);
		else claims.answers.set(job.itemIndex, raw);
	});
	const failure = outcomes.find((outcome) => outcome.status === 'rejected');
	if (failure) throw new NotAskable(String(failure.reason));
}

function goesOn(context: IWebhookFunctions): boolean {
	const { onError, continueOnFail } = context.getNode();
	return onError === undefined ? continueOnFail === true : onError !== 'stopWorkflow';
}
