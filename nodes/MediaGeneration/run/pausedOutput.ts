import type { INodeExecutionData } from 'n8n-workflow';
import { withDetails, type NodeFailure } from '../failures/details';
import type { FailurePlace, Variant } from '../failures/failure';
import { failedAfterPause } from '../failures/failedItem';
import type { FileClient } from '../http/client';
import { withRequestQuoted } from '../http/quoting';
import { failedJob } from '../lifecycle/failedJob';
import { othersIn, snapshotOf } from '../lifecycle/jobReport';
import type { JobSnapshot } from '../lifecycle/jobSnapshot';
import { toItems } from '../lifecycle/output';
import {
	filesUntil,
	hasEnded,
	type FailedItem,
	type PausedRow,
	type PausedRun,
} from '../lifecycle/pausedRow';
import { failureFrom } from '../lifecycle/storedFailure';
import { runSideBySide } from '../support/pool';
import type { RowReport } from './standing';
import { describeFailure } from './summary';

const DOWNLOADS_SIDE_BY_SIDE = 5;

/** What the service has told last of a row's job. */
export function snapshotOfRow({ attempt, model }: PausedRow): JobSnapshot {
	const { job, ...more } = snapshotOf(attempt);
	return { job: { ...job, model: job.model ?? model }, ...more };
}

/** The error of a job that was lost, with those that were accepted with it, or that failed; nothing for any other. */
export function endedBadly(place: FailurePlace, row: PausedRow): NodeFailure | undefined {
	const { attempt } = row;
	if (attempt.state === 'lost')
		return withDetails(failureFrom(place, attempt.why), othersIn(attempt.job));
	return attempt.state === 'failed' ? failedJob(place, snapshotOfRow(row)) : undefined;
}

/** The item of a job that was not heard of in time: it never looks like success. */
export function overdueItem({ itemIndex, attempt, model, asked }: PausedRow) {
	const { job_id, status_url } = attempt.job;
	const others = othersIn(attempt.job);
	const told = { job_id, status: 'processing', timed_out: true, model, status_url };
	return { json: { ...told, ...others, ...asked }, pairedItem: { item: itemIndex } };
}

/** What the jobs of a pause have come to, and what failed before it, in the order of their rows. */
export function inOrder(
	made: ReadonlyArray<{ index: number; items: INodeExecutionData[] }>,
	failed: readonly FailedItem[],
): INodeExecutionData[] {
	const others = failed.map(({ index, json, itemIndex }) => ({
		index,
		items: [{ json, pairedItem: { item: itemIndex } }],
	}));
	return [...made, ...others].sort((a, b) => a.index - b.index).flatMap(({ items }) => items);
}

const variantOf = ({ asked: { variant, of } }: PausedRow): Variant | undefined =>
	variant && of ? { variant, of } : undefined;

/**
 * The node's output for a run whose jobs have all ended: the same, item for item, as if each had been
 * waited for. When the time is over, the jobs that still run say so, and so do files that do not come before n8n ends the pause.
 * @throws the error of the first job that failed or was lost, unless the node goes on on errors
 */
export async function outputOf(
	client: FileClient,
	paused: PausedRun,
): Promise<INodeExecutionData[]> {
	const { rows, failed } = paused;
	const until = { at: filesUntil(paused), why: 'n8n was about to end the pause' };
	const outcomes = await runSideBySide(rows, DOWNLOADS_SIDE_BY_SIDE, {}, async (row) => {
		const { itemIndex, kind, output, asked } = row;
		const own = client.item(itemIndex);
		const failure = endedBadly(own, row);
		if (failure) throw failure;
		if (!hasEnded(row)) return [overdueItem(row)];
		return await toItems(own, kind, snapshotOfRow(row), { ...output, until }, asked);
	});
	const reports = rows.map((row, position): RowReport => {
		const outcome = outcomes[position];
		return {
			own: { itemIndex: row.itemIndex, variant: variantOf(row) },
			attempts: [row.attempt],
			isReused: row.asked.reused,
			hasEnded: true,
			failure: outcome?.status === 'rejected' ? outcome.reason : undefined,
		};
	});
	const made: Array<{ index: number; items: INodeExecutionData[] }> = [];
	for (const [position, row] of rows.entries()) {
		const outcome = outcomes[position];
		if (outcome?.status === 'fulfilled') made.push({ index: row.index, items: outcome.value });
		if (outcome?.status !== 'rejected') continue;
		const own = client.item(row.itemIndex);
		const failure = await withRequestQuoted(own, outcome.reason, {
			...row.asked,
			model: row.model,
		});
		const report = reports[position];
		if (!client.goesOn && report) throw describeFailure(failure, reports, report);
		made.push({ index: row.index, items: [failedAfterPause(own, failure)] });
	}
	return inOrder(made, failed);
}
