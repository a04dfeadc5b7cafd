import { Client } from '../http/client';
import { withCredentialCache } from '../http/credentialCache';
import { follow } from '../lifecycle/follow';
import { hasEnded, hintsOf, type PausedRow, type PausedRun } from '../lifecycle/pausedRow';
import type { Run } from '../lifecycle/run';
import { shareOf } from '../support/bounded';
import { runSideBySide } from '../support/pool';
import { keepNudging, type Nudged } from './nudge';
import { observerOf, pauseKey, pauseStateOf, type PauseState } from './pauseState';
import { pollOnce } from './pollRows';

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
	const state = pauseStateOf(
		pauseKey(run.context.getExecutionId(), run.node.name, paused.pausedAt),
	);
	const over = new AbortController();
	const dueAt = dueAtOf(paused);
	const until = Math.min(dueAt, pause.givesUpAt);
	const watched = isWatched ? watch(run, paused, state, { until, over: over.signal }) : undefined;
	state.nudging = true;
	void keepNudging({ ...pause, dueAt, watched }, run.context.logger, run.stop).then(() => {
		over.abort();
		state.nudging = false;
		state.endings.clear();
	});
}

/** When all jobs should have ended, in milliseconds since the Unix epoch. */
function dueAtOf({ rows, pausedAt }: PausedRun): number {
	const longest = rows.reduce((most, { etaSeconds }) => Math.max(most, etaSeconds), 0);
	return pausedAt + longest * 1000 * OVERDUE + OVERDUE_GRACE_MS;
}

/**
 * Waits for the jobs as a node does that waits here, those first that were to end first: while they run, the workflow
 * cannot go on, and the others need not be asked about. Ends when all have ended, when one cannot be asked about, when
 * the workflow has gone on, when their time is over, or when it is. Never throws.
 */
async function watch(
	run: Run,
	{ rows, pausedAt }: PausedRun,
	state: PauseState,
	{ until, over }: Bounds,
): Promise<void> {
	const client = new Client(withCredentialCache(run.context));
	const stopped = run.stop;
	const stop = () => AbortSignal.any([over, ...(stopped ? [stopped] : [])]);
	const share = shareOf(rows.length);
	const open = rows.filter((row) => !hasEnded(row)).sort(firstToEnd);
	const limits = { stopAtFirst: true, signal: stop() };
	await runSideBySide(open, SIDE_BY_SIDE, limits, async (row) => {
		if (state.resumedAt > 0) return;
		const { itemIndex, kind, attempt, etaSeconds, acceptedAt } = row;
		const own = client.item(itemIndex);
		const since = acceptedAt ?? pausedAt;
		const options = {
			patience: { timeout: (until - since) / 1000 },
			acceptedAt: since,
			isAccepted: true,
			etaSeconds: acceptedAt === undefined ? undefined : etaSeconds,
			hints: hintsOf(row),
		};
		// Each its own signal: so many listeners to one are taken for a leak.
		const look = async () =>
			await follow(own, { kind, ...attempt.job }, { ...options, stop: stop() });
		const observer = observerOf(state, share);
		await pollOnce(own, row, { acceptedAt: pausedAt, observer, look, share });
	});
}

/** Puts first what was to end first. */
function firstToEnd(a: PausedRow, b: PausedRow): number {
	const endOf = ({ acceptedAt = 0, etaSeconds }: PausedRow) => acceptedAt + etaSeconds * 1000;
	return endOf(a) - endOf(b);
}
