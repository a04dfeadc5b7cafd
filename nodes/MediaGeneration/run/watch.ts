import { hasEnded, hintsOf, type PausedRun, type PendingJob } from '../jobs/pending';
import { untilEnded } from '../jobs/poll';
import { shareOf } from '../support/bounded';
import { runSideBySide } from '../support/pool';
import { readingOnce } from '../http/readOnce';
import { claimsOf, keptIn, pauseKey, type Claims } from './claims';
import { askWhetherItRuns } from './jobLooks';
import { keepNudging, type Nudged } from './nudge';
import { Client } from '../http/client';
import type { Run } from '../spend/run';

/** As many times as long as it should take, and so much more, and a job has surely ended, or its callback was lost. */
const OVERDUE = 1.5;
const OVERDUE_GRACE_MS = 15_000;
/** So many jobs are waited for at a time, so that no more are asked about at once. */
const SIDE_BY_SIDE = 20;

/** How a pause is looked after. */
interface Pause extends Pick<Nudged, 'resumeUrl' | 'givesUpAt' | 'endsAt'> {
	/** Whether this process looks at the jobs by itself, rather than wait for callbacks. */
	isWatched: boolean;
}

/** What ends a watch: a time, in milliseconds since the Unix epoch, and a signal. */
interface Bounds {
	until: number;
	over: AbortSignal;
}

/**
 * Looks after a pause in the process that has paused, as long as that lives: it nudges it, and looks at the jobs by
 * itself where not all of them need call back. It holds the node's context no longer than the jobs should take.
 */
export function lookAfter(run: Run, paused: PausedRun, { isWatched, ...pause }: Pause): void {
	const claims = claimsOf(pauseKey(run.context.getExecutionId(), run.node.name, paused.pausedAt));
	const over = new AbortController();
	const dueAt = dueAtOf(paused);
	const until = Math.min(dueAt, pause.givesUpAt);
	const watched = isWatched ? watch(run, paused, claims, { until, over: over.signal }) : undefined;
	claims.nudging = true;
	void keepNudging({ ...pause, dueAt, watched }, run.context.logger, run.stop).then(() => {
		over.abort();
		claims.nudging = false;
		claims.endings.clear();
	});
}

/** When all jobs should have ended, in milliseconds since the Unix epoch. */
function dueAtOf({ jobs, pausedAt }: PausedRun): number {
	const longest = jobs.reduce((most, { etaSeconds }) => Math.max(most, etaSeconds), 0);
	return pausedAt + longest * 1000 * OVERDUE + OVERDUE_GRACE_MS;
}

/**
 * Waits for the jobs as a node does that waits here, those first that were to end first: while they run, the workflow
 * cannot go on, and the others need not be asked about. Ends when all have ended, when one cannot be asked about, when
 * the workflow has gone on, when their time is over, or when it is. Never throws.
 */
async function watch(
	run: Run,
	{ jobs, pausedAt }: PausedRun,
	claims: Claims,
	{ until, over }: Bounds,
): Promise<void> {
	const client = new Client(readingOnce(run.context));
	const stopped = run.stop;
	const stop = () => AbortSignal.any([over, ...(stopped ? [stopped] : [])]);
	const share = shareOf(jobs.length);
	const open = jobs.filter((job) => !hasEnded(job)).sort(firstToEnd);
	await runSideBySide(open, SIDE_BY_SIDE, { stopAtFirst: true, signal: stop() }, async (job) => {
		if (claims.resumedAt > 0) return;
		const { itemIndex, kind, model: id, etaSeconds, acceptedAt } = job;
		const own = client.item(itemIndex);
		const since = acceptedAt ?? pausedAt;
		const look = async () =>
			await untilEnded(own, job, {
				patience: { timeout: (until - since) / 1000 },
				fresh: true,
				paid: true,
				acceptedAt: since,
				model: acceptedAt === undefined ? undefined : { kind, id, etaSeconds },
				hints: hintsOf(job),
				// Each its own: so many listeners to one signal are taken for a leak.
				stop: stop(),
			});
		await askWhetherItRuns(own, job, {
			acceptedAt: pausedAt,
			heard: keptIn(claims, share),
			look,
			share,
		});
	});
}

/** Puts first what was to end first. */
function firstToEnd(a: PendingJob, b: PendingJob): number {
	const endOf = ({ acceptedAt = 0, etaSeconds }: PendingJob) => acceptedAt + etaSeconds * 1000;
	return endOf(a) - endOf(b);
}
