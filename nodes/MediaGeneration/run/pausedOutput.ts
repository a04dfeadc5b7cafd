import type { INodeExecutionData } from 'n8n-workflow';
import { withDetails, type NodeFailure } from '../failures/details';
import type { FailurePlace, Variant } from '../failures/failure';
import { failedAfterPause } from '../failures/failedItem';
import type { FileClient } from '../http/client';
import { withRequestQuoted } from '../http/quoting';
import { failedJob } from '../lifecycle/jobErrors';
import { othersIn, snapshotOf } from '../lifecycle/jobReport';
import { toItems } from '../lifecycle/output';
import { filesUntil, type PausedRow, type PausedRun } from '../lifecycle/pausedRow';
import { failureFrom } from '../lifecycle/snapshot';
import { runSideBySide } from '../support/pool';
import { describeFailure, type RowReport } from './summary';

const DOWNLOADS_SIDE_BY_SIDE = 5;

/**
 * The node's output for a run whose jobs have all ended: the same, item for item, as if each had been waited for. When
 * the time is over, jobs that still run and files that do not come say so.
 * @param isInStead whether it is for n8n to pass on if it ends the pause by itself: nothing is downloaded for it, and
 * nothing thrown
 * @throws the error of the first job that failed or was lost, unless the node goes on on errors
 */
export async function outputOf(
	client: FileClient,
	paused: PausedRun,
	isInStead = false,
): Promise<INodeExecutionData[]> {
	const { rows, failed } = paused;
	const until = { at: filesUntil(paused), why: 'n8n was about to end the pause' };
	const outcomes = await runSideBySide(rows, DOWNLOADS_SIDE_BY_SIDE, {}, async (row) => {
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
		if (outcome?.status === 'fulfilled') made.push({ index, items: outcome.value });
		if (outcome?.status !== 'rejected') continue;
		const own = client.item(itemIndex);
		const failure = await withRequestQuoted(own, outcome.reason, { ...asked, model });
		if (!isInStead && !client.goesOn) {
			const reports = rows.map((each, at) => reportOf(each, outcomes[at]));
			throw describeFailure(failure, reports, reportOf(row, outcome));
		}
		made.push({ index, items: [failedAfterPause(own, failure)] });
	}
	return made.sort((a, b) => a.index - b.index).flatMap(({ items }) => items);
}

/** The error of a job that was lost or failed. */
function endedBadly(place: FailurePlace, row: PausedRow): NodeFailure | undefined {
	const { attempt } = row;
	if (attempt.state === 'lost')
		return withDetails(failureFrom(place, attempt.why), othersIn(attempt.job));
	return attempt.state === 'failed' ? failedJob(place, snapshotOfRow(row)) : undefined;
}

/** What is known of a row's job; one that was not heard of in time never looks like success. */
function snapshotOfRow({ attempt, model }: PausedRow) {
	const { job, ...more } = snapshotOf(attempt);
	const extra = attempt.state === 'running' ? { timed_out: true, ...job.extra } : job.extra;
	return { job: { ...job, model: job.model ?? model, extra }, ...more };
}

const reportOf = (
	{ itemIndex, attempt, asked: { variant, of, reused } }: PausedRow,
	outcome?: PromiseSettledResult<unknown>,
): RowReport => ({
	own: { itemIndex, variant: variantOf(variant, of) },
	attempts: reused ? [] : [attempt],
	isReused: reused,
	hasEnded: true,
	failure: outcome?.status === 'rejected' ? outcome.reason : undefined,
});

const variantOf = (variant?: number, of?: number): Variant | undefined =>
	variant && of ? { variant, of } : undefined;
