import type { INodeExecutionData } from 'n8n-workflow';
import { withDetails, type NodeFailure } from '../failures/details';
import type { FailurePlace } from '../failures/failure';
import { failedAfterPause } from '../failures/failedItem';
import { runSideBySide } from '../support/pool';
import type { Who } from './standing';
import { withSummary } from './summary';
import { kinds } from '../../../contract/catalog';
import { readJob } from '../answers/job/job';
import { lookIn } from '../jobs/kept';
import { lossOf } from '../jobs/lost';
import { toItems } from '../jobs/output';
import {
	hintsOf,
	filesUntil,
	hasEnded,
	type FailedSubmission,
	type PausedRun,
	type PendingJob,
} from '../jobs/pending';
import type { Look } from '../jobs/look';
import { failedJob, othersIn } from '../jobs/failedJob';
import { quoting } from '../http/quoting';
import type { FileClient } from '../http/client';

const DOWNLOADS_SIDE_BY_SIDE = 5;

/** The API's last word on a job that a workflow has paused for. */
export function lastLookAt(pending: PendingJob): Look {
	const { kind, model, job_id, status_url, told, answer } = pending;
	const { job: read, files } = lookIn(pending) ?? {
		job: readJob(answer, kinds[kind].makes, { ...hintsOf(pending), jobId: job_id }),
	};
	const job = {
		...read,
		job_id: job_id ?? read.job_id,
		status_url: read.status_url ?? status_url,
		model: read.model ?? model,
	};
	return {
		job: { ...job, extra: { ...read.extra, ...othersIn(told) } },
		raw: answer,
		accepted: told,
		files,
	};
}

/** The error of a job that was lost, with those that were accepted with it, or that failed; nothing for any other. */
export function endedBadly(place: FailurePlace, pending: PendingJob): NodeFailure | undefined {
	const { told, lost } = pending;
	if (lost) return withDetails(lossOf(place, lost), othersIn(told));
	const look = hasEnded(pending) ? lastLookAt(pending) : undefined;
	return look?.job.status === 'failed' ? failedJob(place, look) : undefined;
}

/** The item of a job that was not heard of in time: it never looks like success. */
export function overdueItem({ itemIndex, job_id, status_url, model, told, cost }: PendingJob) {
	return {
		json: {
			job_id,
			status: 'processing',
			timed_out: true,
			model,
			status_url,
			...othersIn(told),
			...cost,
		},
		pairedItem: { item: itemIndex },
	};
}

/** What the jobs of a pause have come to, and what failed before it, in the order of their requests. */
export function inOrder(
	jobs: ReadonlyArray<{ index: number; items: INodeExecutionData[] }>,
	failed: readonly FailedSubmission[],
): INodeExecutionData[] {
	const others = failed.map((one) => ({
		index: one.index,
		items: [{ json: one.json, pairedItem: { item: one.itemIndex } }],
	}));
	return [...jobs, ...others].sort((a, b) => a.index - b.index).flatMap(({ items }) => items);
}

/** Whose job it is. */
const whoIn = ({ itemIndex, cost: { variant, of } }: PendingJob): Who => ({
	itemIndex,
	variant: variant && of ? { variant, of } : undefined,
});

/**
 * The node's output for a run whose jobs have all ended: the same, item for item, as if each had been
 * waited for. When the time is over, the jobs that still run say so, and so do files that do not come before n8n ends the pause.
 * @throws the error of the first job that failed or was lost, unless the node goes on on errors
 */
export async function outputOf(
	client: FileClient,
	paused: PausedRun,
): Promise<INodeExecutionData[]> {
	const { jobs, failed } = paused;
	const at = filesUntil(paused);
	const until = at === undefined ? undefined : { at, why: 'n8n was about to end the pause' };
	const outcomes = await runSideBySide(jobs, DOWNLOADS_SIDE_BY_SIDE, {}, async (pending) => {
		const { itemIndex, kind, output, cost } = pending;
		const own = client.item(itemIndex);
		const failure = endedBadly(own, pending);
		if (failure) throw failure;
		if (!hasEnded(pending)) return [overdueItem(pending)];
		return await toItems(own, kind, lastLookAt(pending), { ...output, until }, cost);
	});
	const made: Array<{ index: number; items: INodeExecutionData[] }> = [];
	for (const [position, job] of jobs.entries()) {
		const outcome = outcomes[position];
		if (outcome?.status === 'fulfilled') made.push({ index: job.index, items: outcome.value });
		if (outcome?.status !== 'rejected') continue;
		const own = client.item(job.itemIndex);
		const failure = await quoting(own, outcome.reason, { ...job.cost, model: job.model });
		if (!client.goesOn)
			throw withSummary(failure, outcomes, jobs.map(whoIn), {
				at: position,
				isPaused: !('addExecutionHints' in client.context),
			});
		made.push({ index: job.index, items: [failedAfterPause(own, failure)] });
	}
	return inOrder(made, failed);
}
