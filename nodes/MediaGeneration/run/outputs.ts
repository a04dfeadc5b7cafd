import type { INodeExecutionData } from 'n8n-workflow';
import { withAsked, withDetails, type NodeFailure } from '../failures/details';
import { asNodeFailure } from '../failures/failure';
import { failedAfterPause } from '../failures/failedItem';
import { runSideBySide } from '../support/pool';
import { withSummary } from './summary';
import { kinds } from '../../../contract/catalog';
import { readJob } from '../answers/job/job';
import { lookIn } from '../jobs/kept';
import { lossOf } from '../jobs/lost';
import { toItems, type OutputContext } from '../jobs/output';
import { filesUntil, hasEnded, hintsOf, type PausedRun, type PendingJob } from '../jobs/pending';
import type { Look } from '../jobs/poll';
import { failedJob, othersIn } from '../spend/submit';

const DOWNLOADS_SIDE_BY_SIDE = 5;

/** The API's last word on a job that a workflow has paused for. */
export function lastLookAt(pending: PendingJob): Look {
	const { kind, model, job_id, status_url, told, answer } = pending;
	const { job: read, files } = lookIn(pending) ?? { job: readJob(answer, kinds[kind].makes, { ...hintsOf(pending), jobId: job_id }) };
	const job = { ...read, job_id: job_id ?? read.job_id, status_url: read.status_url ?? status_url, model: read.model ?? model };
	return { job: { ...job, extra: { ...read.extra, ...othersIn(told) } }, raw: answer, accepted: told, files };
}

/** The error of a job that was lost, with those that were accepted with it, or that failed; nothing for any other. */
export function endedBadly(context: OutputContext, pending: PendingJob): NodeFailure | undefined {
	const { itemIndex, told, lost } = pending;
	if (lost) return withDetails(lossOf(context.getNode(), lost, itemIndex), othersIn(told));
	const look = hasEnded(pending) ? lastLookAt(pending) : undefined;
	return look?.job.status === 'failed' ? failedJob(context, look, itemIndex) : undefined;
}

/** The item of a job that was not heard of in time: it never looks like success. */
export function overdueItem({ itemIndex, job_id, status_url, model, told, cost }: PendingJob) {
	return { json: { job_id, status: 'processing', timed_out: true, model, status_url, ...othersIn(told), ...cost }, pairedItem: { item: itemIndex } };
}

/**
 * The node's output for a run whose jobs have all ended: the same, item for item, as if each had been
 * waited for. When the time is over, the jobs that still run say so, and so do files that do not come before n8n ends the pause.
 * @throws the error of the first job that failed or was lost, unless the node goes on on errors
 */
export async function outputOf(context: OutputContext, run: PausedRun, goOn: boolean): Promise<INodeExecutionData[]> {
	const { jobs, failed } = run;
	const at = filesUntil(run);
	const until = at === undefined ? undefined : { at, why: 'n8n was about to end the pause' };
	const outcomes = await runSideBySide(jobs, DOWNLOADS_SIDE_BY_SIDE, {}, async (pending) => {
		const { itemIndex, kind, output, cost } = pending;
		const failure = endedBadly(context, pending);
		if (failure) throw failure;
		if (!hasEnded(pending)) return [overdueItem(pending)];
		return await toItems(context, kind, lastLookAt(pending), { ...output, until }, itemIndex, cost);
	});
	const items: Array<{ itemIndex: number; items: INodeExecutionData[] }> = failed.map(({ itemIndex, json }) => ({
		itemIndex,
		items: [{ json, pairedItem: { item: itemIndex } }],
	}));
	for (const [position, outcome] of outcomes.entries()) {
		const itemIndex = jobs[position]?.itemIndex ?? position;
		if (outcome.status === 'fulfilled') {
			items.push({ itemIndex, items: outcome.value });
			continue;
		}
		const failure = withAsked(asNodeFailure(context.getNode(), outcome.reason, itemIndex), jobs[position]?.cost ?? {});
		if (!goOn) throw withSummary(failure, outcomes, jobs.length, { isPaused: !('addExecutionHints' in context) });
		items.push({ itemIndex, items: [failedAfterPause(context.getNode(), failure, itemIndex)] });
	}
	return items.sort((a, b) => a.itemIndex - b.itemIndex).flatMap((entry) => entry.items);
}
