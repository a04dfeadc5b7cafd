import { hintsOf, type PendingJob } from '../jobs/pending';
import { lookAt, type Look as JobLook } from '../jobs/poll';
import { messageOf } from '../support/data';
import { runSideBySide } from '../support/pool';
import type { RequestContext } from '../transport/request';
import type { Look } from './claims';

/**
 * Asks about jobs, in order, until one is found that still runs: then the workflow cannot go on, and the others need
 * not be asked about. The first goes alone, then ever more at a time, so put first what is likeliest to run.
 * @param ended is told each job that has ended, with the API's answer
 */
export async function lookWhileEnded(
	context: RequestContext,
	jobs: PendingJob[],
	atOnce: number,
	ended: (job: PendingJob, look: JobLook) => void,
	signal?: AbortSignal,
): Promise<Look> {
	const running = new Set<number>();
	const ask = async (job: PendingJob) => {
		const look = await lookAt(context, job, job.itemIndex, { hints: hintsOf(job) });
		if (look.job.status === 'processing') running.add(job.itemIndex);
		else ended(job, look);
	};
	let many = 1;
	for (let asked = 0; asked < jobs.length && !signal?.aborted; asked += many, many = Math.min(2 * many, atOnce)) {
		const outcomes = await runSideBySide(jobs.slice(asked, asked + many), many, { signal }, ask);
		const failure = outcomes.find((outcome) => outcome.status === 'rejected');
		if (failure?.status === 'rejected') return { running, failure: messageOf(failure.reason) };
		if (running.size > 0) break;
	}
	return { running };
}

/** Puts first what was to end last. */
export function lastToEnd(a: PendingJob, b: PendingJob): number {
	return b.etaSeconds - a.etaSeconds || b.itemIndex - a.itemIndex;
}
