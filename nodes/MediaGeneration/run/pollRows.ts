import { asNodeFailure } from '../failures/failure';
import type { FileClient } from '../http/client';
import type { LifeEvent } from '../lifecycle/events';
import { SHORTEST_LOOK_MS } from '../lifecycle/follow';
import { reportOf, withStoredFiles } from '../lifecycle/jobReport';
import { lookAt } from '../lifecycle/look';
import { afterAccepted, isLasting } from '../lifecycle/lookFailure';
import { hintsOf, storingOf, type PausedRow } from '../lifecycle/pausedRow';
import { storedFailure } from '../lifecycle/storedFailure';
import { messageOf } from '../support/data';
import { runSideBySide } from '../support/pool';
import { settled } from '../support/settled';

/** Is told what is known of a row's job for good, unless it is known already, as others look too. */
export interface JobObserver {
	tell(row: PausedRow, event: LifeEvent): void;
	knows(row: PausedRow): boolean;
}

/** What came of asking about the open jobs. */
export interface PollResult {
	/** Rows whose jobs still run, by their place in the run, of those that were asked about. */
	running: ReadonlySet<number>;
	/** Why jobs could not be asked about for now, by place. */
	failed: ReadonlyMap<number, string>;
	/** Whether it was the last: all were asked about, as far as there was time, and none is waited for any more. */
	isLast: boolean;
}

/** How to ask about jobs. */
interface PollOptions {
	atOnce: number;
	/** What n8n can store of each job, in characters of JSON. */
	share: number;
	/** When all of them had been accepted; times in milliseconds since the Unix epoch. */
	acceptedAt: number;
	/** Until when to ask about all of them, whether or not some still run; only in the last look. */
	allUntil?: number;
	signal?: AbortSignal;
}

/** After so many failures and no answer the service itself is to blame, most likely, and none of the jobs. */
const FAILURES = 3;

/**
 * Asks about jobs, in order, until one is found that still runs: then the workflow cannot go on, and the others need
 * not be asked about. A job that cannot be asked about keeps none of the others from it. The first goes alone, then
 * ever more at a time, so put first what is likeliest to run.
 */
export async function pollRows(
	client: FileClient,
	rows: PausedRow[],
	options: PollOptions,
	observer: JobObserver,
): Promise<PollResult> {
	const { atOnce, allUntil, signal } = options;
	const running = new Set<number>();
	const failed = new Map<number, string>();
	const ask = async (row: PausedRow) => {
		if (await isRunning(client.item(row.itemIndex), row, options, observer)) running.add(row.index);
	};
	const isDone = (asked: number) =>
		running.size > 0 || (failed.size >= FAILURES && failed.size === asked);
	let many = 1;
	for (let asked = 0; asked < rows.length && !signal?.aborted; many = Math.min(2 * many, atOnce)) {
		if (allUntil === undefined ? isDone(asked) : Date.now() >= allUntil) break;
		const next = rows.slice(asked, asked + many);
		const outcomes = await runSideBySide(next, many, { signal }, ask);
		for (const [position, row] of next.entries()) {
			const outcome = outcomes[position];
			if (outcome?.status === 'rejected') failed.set(row.index, messageOf(outcome.reason));
		}
		asked += next.length;
	}
	return { running, failed, isLast: allUntil !== undefined };
}

/**
 * Asks whether a job still runs. What the answer says for good is told to the observer.
 * @throws NodeApiError or NodeOperationError when it cannot be asked about for now
 */
async function isRunning(
	client: FileClient,
	row: PausedRow,
	{ acceptedAt, share, allUntil }: PollOptions,
	observer: JobObserver,
): Promise<boolean> {
	if (observer.knows(row)) return false;
	const timeout =
		allUntil === undefined ? undefined : Math.max(allUntil - Date.now(), SHORTEST_LOOK_MS);
	const address = { kind: row.kind, ...row.attempt.job };
	const outcome = await settled(lookAt(client, address, { hints: hintsOf(row), timeout }));
	if (outcome.status === 'rejected') {
		const failure = asNodeFailure(client, outcome.reason);
		if (!isLasting(failure, acceptedAt)) throw failure;
		const why = storedFailure(afterAccepted(failure, row.attempt.job));
		observer.tell(row, { type: 'gone', why });
		return false;
	}
	if (outcome.value.job.status === 'processing') return true;
	const stored = await withStoredFiles(client, outcome.value, storingOf(row, share));
	observer.tell(row, { type: 'looked', as: reportOf(stored, share) });
	return false;
}

/** Puts first what was to end last. */
export const lastToEnd = (a: PausedRow, b: PausedRow): number =>
	b.etaSeconds - a.etaSeconds || b.index - a.index;
