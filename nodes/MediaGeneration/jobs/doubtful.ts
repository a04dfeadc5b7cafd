import { kinds } from '../../../contract/catalog';
import { detailsOf } from '../failures/details';
import { nodeFailure } from '../failures/failure';
import { canPassStatus } from '../support/httpStatus';
import { apiRequest, isPage } from '../http/request';
import { idKey } from '../answers/job/ids';
import { isDoubtful, type Job } from '../answers/job/job';
import { recordOf } from '../answers/job/jobRecord';
import { candidates, isLikePlace, rememberAddress, type JobAddress } from './addresses';
import { askAgainAt, STATUS_TIMEOUT_MS, unsaid, withAnswer } from './poll';
import type { Look } from './look';
import type { Client } from '../http/client';
import { settled } from '../support/settled';

/** A job that somebody unknown tells of. */
type Told = JobAddress & { job_id: string };

/**
 * Asks the API once how a job stands that somebody unknown tells of: at the documented path and where the service
 * answered before, then at the address that is told, then at the other usual places. Only an answer about this very job
 * counts. What is told is remembered for no other job, and whatever is answered at its address keeps none from being found.
 * @param thorough whether to try the other usual places at all
 * @returns nothing when the service knows no such job
 * @throws NodeApiError or NodeOperationError when the service could not say
 */
export async function lookInDoubt(
	client: Client,
	told: Told,
	thorough: boolean,
): Promise<Look | undefined> {
	const { statusEndpoint: endpoint } = kinds[told.kind];
	const baseUrl = await client.baseUrl(endpoint);
	let failure: unknown;
	let isOver = false;
	for (const { url, isTold } of candidates(baseUrl, told, { thorough, doubtful: true })) {
		if (isOver && !isTold) continue;
		const outcome = await settled(answerAt(client, told, url));
		if (outcome.status === 'rejected') {
			if (isTold ? !canPass(outcome.reason) : saysNone(outcome.reason)) continue;
			failure ??= outcome.reason;
			isOver ||= !isTold;
			continue;
		}
		const { body, job } = outcome.value;
		if (isPage({ body })) {
			if (!isTold)
				failure ??= nodeFailure(
					{ node: client.node },
					`The service answers with a web page at ${url}`,
				);
			continue;
		}
		if (!isAbout(told, job, !isTold || isLikePlace(baseUrl, told, url))) continue;
		const job_id = job.job_id ?? told.job_id;
		if (isDoubtful(job)) {
			if (!isTold) failure ??= unsaid(client, { ...job, job_id });
			continue;
		}
		if (!isTold && job.job_id !== undefined) rememberAddress(baseUrl, { ...told, job_id }, url);
		return { job: { ...job, job_id, status_url: askAgainAt(baseUrl, job, url) }, raw: body };
	}
	if (failure !== undefined) throw failure;
	return undefined;
}

async function answerAt(client: Client, { kind, job_id }: Told, url: string) {
	const timeout = STATUS_TIMEOUT_MS;
	const { body } = await apiRequest(client, { endpoint: kinds[kind].statusEndpoint, url, timeout });
	return await withAnswer(client, recordOf(body, job_id), {
		kind,
		timeout,
		hints: { jobId: job_id },
	});
}

/** What stands where a job's ID should, and names a place of the API rather than a job: `health`, `rate-limits`. */
const WORDS = /^[a-z]+([_.-][a-z]+)*$/;

/** Whether an answer is about the job: by its ID, or by its place where it tells none. */
function isAbout({ job_id }: Told, answered: Job, isPlaceOfJobs: boolean): boolean {
	return answered.job_id === undefined
		? isPlaceOfJobs && !WORDS.test(job_id)
		: idKey(answered.job_id) === idKey(job_id);
}

/** Whether the service says that there is no such job, or that this can be the ID of none. */
function saysNone(failure: unknown): boolean {
	const { http_code } = detailsOf(failure);
	return http_code !== undefined && [400, 403, 404, 405, 410, 422].includes(http_code);
}

/** Whether the same request may be answered otherwise in a while. */
function canPass(failure: unknown): boolean {
	const { http_code } = detailsOf(failure);
	return http_code === undefined || canPassStatus(http_code);
}
