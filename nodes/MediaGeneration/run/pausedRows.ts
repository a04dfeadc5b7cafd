import type { INodeExecutionData } from 'n8n-workflow';
import { withDetails } from '../failures/details';
import { asNodeFailure } from '../failures/failure';
import { failedAfterPause } from './failedItem';
import type { FileClient } from '../http/client';
import { withRequestQuoted } from '../http/quoting';
import { isAccepted } from '../lifecycle/attempt';
import { transition, type LifeEvent } from '../lifecycle/events';
import { SHORTEST_LOOK_MS } from '../lifecycle/follow';
import { failedJob, afterAccepted, isLasting } from '../lifecycle/jobErrors';
import { othersIn, reportOf, snapshotOf, withStoredFiles } from '../lifecycle/jobReport';
import { lookAt } from '../lifecycle/look';
import { toItems, type OutputOptions } from '../lifecycle/output';
import {
	filesDeadline,
	hasEnded,
	jobHintsOf,
	type PausedRow,
	type PausedRun,
} from '../lifecycle/pausedRun';
import { restoredFailure, storedFailure } from '../lifecycle/snapshot';
import { shareOf } from '../support/bounded';
import { messageOf } from '../support/data';
import { itemsFrom } from './items';
import { runSideBySide } from '../support/pool';
import { settled } from '../support/settled';
import { addInputFields } from './inputFields';
import { throwFirst, type RowReport } from './summary';

export interface PollResult {
	/** By their place in the run. */
	running: ReadonlySet<number>;
	/** Why jobs could not be asked about for now, by place. */
	failed: ReadonlyMap<number, string>;
	/** Whether none is waited for any more. */
	isLast: boolean;
}

const SIDE_BY_SIDE = 5;
/** After so many failures and no answer the service itself is to blame. */
const FAILURES = 3;

/**
 * Asks about the open jobs of a pause until one still runs, those that end last first, ever more at a time. One that cannot
 * be asked about holds up no other.
 * @param allUntil in the last look all are asked about, until then; in milliseconds since the Unix epoch
 * @param tell is told what has become of a row's job for good
 */
export async function pollRows(
	client: FileClient,
	{ rows, pausedAt }: Pick<PausedRun, 'rows' | 'pausedAt'>,
	{ allUntil, atOnce = SIDE_BY_SIDE }: { allUntil?: number; atOnce?: number },
	tell?: (row: PausedRow, event: LifeEvent) => void,
): Promise<PollResult> {
	const running = new Set<number>();
	const failed = new Map<number, string>();
	const share = shareOf(rows.length);
	const open = rows
		.filter((row) => !hasEnded(row))
		.sort((a, b) => b.etaSeconds - a.etaSeconds || b.index - a.index);
	const isEnough = (done: number) =>
		allUntil === undefined
			? running.size > 0 || (failed.size >= FAILURES && failed.size === done)
			: Date.now() >= allUntil;
	let many = 1;
	for (let done = 0; done < open.length && !client.stop?.aborted && !isEnough(done);) {
		const next = open.slice(done, done + many);
		const limits = { signal: client.stop };
		const outcomes = await runSideBySide(next, many, limits, async (row) => {
			const event = await endOf(client.item(row.itemIndex), row, { pausedAt, share, allUntil });
			const after = event && transition(row.attempt, event);
			if (!event) running.add(row.index);
			else tell?.(row, event);
			if (after && isAccepted(after)) row.attempt = after;
		});
		for (const [position, { index }] of next.entries()) {
			const outcome = outcomes[position];
			if (outcome?.status === 'rejected') failed.set(index, messageOf(outcome.reason));
		}
		done += next.length;
		many = Math.min(2 * many, atOnce);
	}
	return { running, failed, isLast: allUntil !== undefined };
}

/** Nothing while it runs. @throws when the job cannot be asked about for now */
async function endOf(
	client: FileClient,
	row: PausedRow,
	{ pausedAt, share, allUntil }: { pausedAt: number; share: number; allUntil?: number },
): Promise<LifeEvent | undefined> {
	const { job: known } = row.attempt;
	const timeout =
		allUntil === undefined ? undefined : Math.max(allUntil - Date.now(), SHORTEST_LOOK_MS);
	const look = lookAt(client, { kind: row.kind, ...known }, { hints: jobHintsOf(row), timeout });
	const outcome = await settled(look);
	if (outcome.status === 'rejected') {
		const failure = asNodeFailure(client, outcome.reason);
		if (!isLasting(failure, pausedAt)) throw failure;
		return { type: 'gone', why: storedFailure(afterAccepted(failure, known)) };
	}
	const { job } = outcome.value;
	if (job.status === 'processing') return undefined;
	const told = { ...job, extra: { ...job.extra, ...othersIn(known) } };
	const stored = await withStoredFiles(client, { ...outcome.value, job: told }, row, share);
	const as = reportOf(stored, share);
	// Others of its jobs may run, but are not waited for.
	return as.state === 'unclear'
		? { type: 'gone', why: storedFailure(failedJob(client, stored)) }
		: { type: 'looked', as };
}

/**
 * The node's output after a pause, item for item as if each job had been waited for.
 * @param isInStead whether n8n passes it on if it ends the pause by itself: nothing is downloaded or thrown
 * @throws the first failure, unless the node goes on
 */
export async function outputAfterPause(
	client: FileClient,
	paused: PausedRun,
	isInStead = false,
): Promise<INodeExecutionData[]> {
	const { rows, failed } = paused;
	const until = { at: filesDeadline(paused), why: 'n8n was about to end the pause' };
	const files = isInStead ? { download: false } : { until };
	const outcomes = await runSideBySide(rows, SIDE_BY_SIDE, {}, async (row) => {
		const { index, input, itemIndex, asked, model } = row;
		const own = client.item(itemIndex);
		const made = await settled(itemsOf(own, row, files));
		if (made.status === 'fulfilled') return { index, items: addInputFields(made.value, input) };
		const failure = await withRequestQuoted(own, made.reason, { ...asked, model });
		if (!isInStead && !client.goesOn) throw failure;
		return { index, items: addInputFields([failedAfterPause(own, failure)], input) };
	});
	const reports = rows.map((row, at) => reportOfRow(row, outcomes[at]));
	throwFirst(client, reports, true);
	return [
		...outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
		...failed.map(({ index, itemIndex, json }) => ({ index, items: itemsFrom(itemIndex, json) })),
	]
		.sort((a, b) => a.index - b.index)
		.flatMap(({ items }) => items);
}

async function itemsOf(
	own: FileClient,
	row: PausedRow,
	files: Partial<OutputOptions>,
): Promise<INodeExecutionData[]> {
	const { attempt, kind, output, asked } = row;
	if (attempt.state === 'lost')
		throw withDetails(restoredFailure(own, attempt.why), othersIn(attempt.job));
	const snapshot = snapshotOfRow(row);
	if (attempt.state === 'failed') throw failedJob(own, snapshot);
	return await toItems(own, kind, snapshot, { ...output, ...files }, asked);
}

/** A job that was not heard of in time never looks like success. */
function snapshotOfRow({ attempt, model }: PausedRow) {
	const { job, ...more } = snapshotOf(attempt);
	const extra = attempt.state === 'running' ? { timed_out: true, ...job.extra } : job.extra;
	return { job: { ...job, model: job.model ?? model, extra }, ...more };
}

const reportOfRow = (
	{ itemIndex, attempt, asked: { variant, of, reused } }: PausedRow,
	outcome?: PromiseSettledResult<unknown>,
): RowReport => ({
	own: { itemIndex, variant: variant && of ? { variant, of } : undefined },
	request: { attempts: reused ? [] : [attempt] },
	outcome,
});
