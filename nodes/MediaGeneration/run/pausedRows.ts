import type { INodeExecutionData } from 'n8n-workflow';
import { withDetails, type NodeFailure } from '../failures/details';
import { asNodeFailure, type FailurePlace } from '../failures/failure';
import { failedAfterPause } from '../failures/failedItem';
import type { FileClient } from '../http/client';
import { withRequestQuoted } from '../http/quoting';
import { isAccepted } from '../lifecycle/attempt';
import { transition, type LifeEvent } from '../lifecycle/events';
import { SHORTEST_LOOK_MS } from '../lifecycle/follow';
import { failedJob, afterAccepted, isLasting } from '../lifecycle/jobErrors';
import { othersIn, reportOf, snapshotOf, withStoredFiles } from '../lifecycle/jobReport';
import { lookAt } from '../lifecycle/look';
import { toItems } from '../lifecycle/output';
import {
	filesUntil,
	hasEnded,
	hintsOf,
	type PausedRow,
	type PausedRun,
} from '../lifecycle/pausedRow';
import { restoredFailure, storedFailure } from '../lifecycle/snapshot';
import { shareOf } from '../support/bounded';
import { messageOf } from '../support/data';
import { runSideBySide } from '../support/pool';
import { settled } from '../support/settled';
import { addInputFields } from './inputFields';
import { withOutcomeOfOthers, type RowReport } from './summary';

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
 * Asks about the open jobs of a pause until one still runs; those that end last go first, ever more at a time. One
 * that cannot be asked about keeps none of the others from it.
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
	const isEnough = (asked: number) =>
		allUntil === undefined
			? running.size > 0 || (failed.size >= FAILURES && failed.size === asked)
			: Date.now() >= allUntil;
	let many = 1;
	for (let asked = 0; asked < open.length && !client.stop?.aborted && !isEnough(asked);) {
		const next = open.slice(asked, asked + many);
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
		asked += next.length;
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
	const look = lookAt(client, { kind: row.kind, ...known }, { hints: hintsOf(row), timeout });
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
 * @throws the error of the first job that failed or was lost, unless the node goes on
 */
export async function outputOf(
	client: FileClient,
	paused: PausedRun,
	isInStead = false,
): Promise<INodeExecutionData[]> {
	const { rows, failed } = paused;
	const until = { at: filesUntil(paused), why: 'n8n was about to end the pause' };
	const outcomes = await runSideBySide(rows, SIDE_BY_SIDE, {}, async (row) => {
		const { itemIndex, kind, asked, output } = row;
		const own = client.item(itemIndex);
		const failure = endedBadly(own, row);
		if (failure) throw failure;
		const options = isInStead ? { ...output, download: false } : { ...output, until };
		return await toItems(own, kind, snapshotOfRow(row), options, asked);
	});
	const made: Array<{ index: number; items: INodeExecutionData[] }> = failed.map(
		({ index, json, itemIndex }) => ({ index, items: [{ json, pairedItem: { item: itemIndex } }] }),
	);
	for (const [position, row] of rows.entries()) {
		const outcome = outcomes[position];
		const { index, itemIndex, asked, model } = row;
		if (outcome?.status === 'fulfilled')
			made.push({ index, items: addInputFields(outcome.value, row.input) });
		if (outcome?.status !== 'rejected') continue;
		const own = client.item(itemIndex);
		const failure = await withRequestQuoted(own, outcome.reason, { ...asked, model });
		if (!isInStead && !client.goesOn) {
			const reports = rows.map((each, at) => reportOfRow(each, outcomes[at]));
			throw withOutcomeOfOthers(failure, reports, reportOfRow(row), true);
		}
		made.push({ index, items: addInputFields([failedAfterPause(own, failure)], row.input) });
	}
	return made.sort((a, b) => a.index - b.index).flatMap(({ items }) => items);
}

function endedBadly(place: FailurePlace, row: PausedRow): NodeFailure | undefined {
	const { attempt } = row;
	if (attempt.state === 'lost')
		return withDetails(restoredFailure(place, attempt.why), othersIn(attempt.job));
	return attempt.state === 'failed' ? failedJob(place, snapshotOfRow(row)) : undefined;
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
