import type { INodeExecutionData } from 'n8n-workflow';
import { withDetails, type NodeFailure } from '../failures/details';
import type { FailurePlace, Variant } from '../failures/failure';
import { failedAfterPause } from '../failures/failedItem';
import type { FileClient } from '../http/client';
import { withRequestQuoted } from '../http/quoting';
import { failedJob } from '../lifecycle/failedJob';
import { othersIn, snapshotOf } from '../lifecycle/jobReport';
import { toItems } from '../lifecycle/output';
import { filesUntil, hasEnded, type PausedRow, type PausedRun } from '../lifecycle/pausedRow';
import { failureFrom } from '../lifecycle/storedFailure';
import { runSideBySide } from '../support/pool';
import { addInputFields } from './inputFields';
import type { RowReport } from './standing';
import { describeFailure } from './summary';

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
		if (!hasEnded(row)) return [overdueItem(row)];
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
			const reports = rows.map((each, at) => reportOf(each, outcomes[at]));
			throw describeFailure(failure, reports, reportOf(row, outcome));
		}
		made.push({ index, items: addInputFields([failedAfterPause(own, failure)], row.input) });
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

function snapshotOfRow({ attempt, model }: PausedRow) {
	const { job, ...more } = snapshotOf(attempt);
	return { job: { ...job, model: job.model ?? model }, ...more };
}

/** The item of a job that was not heard of in time: it never looks like success. */
export function overdueItem({ itemIndex, attempt, model, asked }: PausedRow) {
	const { job_id, status_url } = attempt.job;
	const others = othersIn(attempt.job);
	const told = { job_id, status: 'processing', timed_out: true, model, status_url };
	return { json: { ...told, ...others, ...asked }, pairedItem: { item: itemIndex } };
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
