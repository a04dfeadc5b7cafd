import { asNodeFailure } from '../failures/failure';
import type { FileClient } from '../http/client';
import type { LifeEvent } from '../lifecycle/events';
import { failedJob } from '../lifecycle/jobErrors';
import { SHORTEST_LOOK_MS } from '../lifecycle/follow';
import { othersIn, reportOf, withStoredFiles } from '../lifecycle/jobReport';
import { lookAt } from '../lifecycle/look';
import { afterAccepted, isLasting } from '../lifecycle/lookFailure';
import { hasEnded, hintsOf, type PausedRow } from '../lifecycle/pausedRow';
import { storedFailure } from '../lifecycle/snapshot';
import { messageOf } from '../support/data';
import { runSideBySide } from '../support/pool';
import { settled } from '../support/settled';

/** What came of asking about the open jobs. */
export interface PollResult {
	/** Rows whose jobs still run, by their place in the run. */
	running: ReadonlySet<number>;
	/** Why jobs could not be asked about for now, by place. */
	failed: ReadonlyMap<number, string>;
	/** Whether none is waited for any more. */
	isLast: boolean;
}

interface PollOptions {
	atOnce: number;
	share: number;
	/** When all had been accepted; times in milliseconds since the Unix epoch. */
	acceptedAt: number;
	/** In the last look, until when to ask about all of them. */
	allUntil?: number;
	signal?: AbortSignal;
}

/** Is told what is known of a row's job for good. */
type Told = (row: PausedRow, event: LifeEvent) => void;

/** After so many failures and no answer the service itself is to blame, most likely. */
const FAILURES = 3;

/**
 * Asks about the open jobs of a pause until one is found that still runs, as the workflow cannot go on then. A job that
 * cannot be asked about keeps none of the others from it. Those that were to end last go first; the first alone, then
 * ever more at a time.
 */
export async function pollRows(
	client: FileClient,
	rows: readonly PausedRow[],
	options: PollOptions,
	tell: Told,
): Promise<PollResult> {
	const { atOnce, allUntil, signal } = options;
	const running = new Set<number>();
	const failed = new Map<number, string>();
	const open = rows
		.filter((row) => !hasEnded(row))
		.sort((a, b) => b.etaSeconds - a.etaSeconds || b.index - a.index);
	const isDone = (asked: number) =>
		running.size > 0 || (failed.size >= FAILURES && failed.size === asked);
	let many = 1;
	for (let asked = 0; asked < open.length && !signal?.aborted; many = Math.min(2 * many, atOnce)) {
		if (allUntil === undefined ? isDone(asked) : Date.now() >= allUntil) break;
		const next = open.slice(asked, asked + many);
		const outcomes = await runSideBySide(
			next,
			many,
			{ signal },
			async (row) => await isRunning(client.item(row.itemIndex), row, options, tell),
		);
		for (const [position, { index }] of next.entries()) {
			const outcome = outcomes[position];
			if (outcome?.status === 'rejected') failed.set(index, messageOf(outcome.reason));
			else if (outcome?.value) running.add(index);
		}
		asked += next.length;
	}
	return { running, failed, isLast: allUntil !== undefined };
}

/** @throws NodeApiError or NodeOperationError when the job cannot be asked about for now */
async function isRunning(
	client: FileClient,
	row: PausedRow,
	{ acceptedAt, share, allUntil }: PollOptions,
	tell: Told,
): Promise<boolean> {
	const timeout =
		allUntil === undefined ? undefined : Math.max(allUntil - Date.now(), SHORTEST_LOOK_MS);
	const address = { kind: row.kind, ...row.attempt.job };
	const outcome = await settled(lookAt(client, address, { hints: hintsOf(row), timeout }));
	if (outcome.status === 'rejected') {
		const failure = asNodeFailure(client, outcome.reason);
		if (!isLasting(failure, acceptedAt)) throw failure;
		tell(row, { type: 'gone', why: storedFailure(afterAccepted(failure, row.attempt.job)) });
		return false;
	}
	const { job } = outcome.value;
	if (job.status === 'processing') return true;
	const told = { ...job, extra: { ...job.extra, ...othersIn(row.attempt.job) } };
	const snapshot = { ...outcome.value, job: told };
	const stored = await withStoredFiles(client, snapshot, row, share);
	const as = reportOf(stored, share);
	// The first of several jobs has failed: nothing more is to be waited for, though others may run.
	if (as.state === 'unclear')
		tell(row, { type: 'gone', why: storedFailure(failedJob(client, stored)) });
	else tell(row, { type: 'looked', as });
	return false;
}
