import { NodeApiError, type NodeOperationError } from 'n8n-workflow';
import { formatUsd } from '../../../contract/money';
import type { Job } from '../answers/job/job';
import { verdictOf } from '../answers/job/state';
import { chargedIn } from '../answers/money/amount';
import { isRetryableCode } from '../failures/connection';
import { detailsOf, withDetails, type NodeFailure } from '../failures/details';
import { withRemedyOncePaid } from '../failures/errors';
import { apiError, nodeFailure, type FailurePlace } from '../failures/failure';
import { remedyFor } from '../failures/remedies';
import { canPassStatus } from '../support/httpStatus';
import { jobName, type JobRef } from './attempt';
import { otherJobsNote, refOf } from './jobReport';
import type { JobSnapshot } from './snapshot';

/** The error of a job that failed. */
export function failedJob(place: FailurePlace, { job, raw, charged }: JobSnapshot): NodeApiError {
	const { job_id, reported_status = 'failed', error: said = {} } = job;
	const name = job_id ? `Job ${job_id}` : 'The job';
	const message = `${name} ${reported_status}: ${said.message ?? 'the service gave no reason'}`;
	const remedy = remedyFor(undefined, { ...said, message });
	const words = [
		remedy,
		said.type,
		said.code,
		said.param,
		paidWords(chargedIn(raw) ?? charged),
		otherJobsNote(job.extra.other_job_ids),
	];
	const description = words.filter(Boolean).join(' · ');
	return withDetails(apiError(place, message, description), { ...said, ...refOf(job), remedy });
}

function paidWords(charged: bigint | undefined): string {
	if (charged === undefined)
		return 'The service does not say whether it was charged: see Billing > Get Transactions';
	return charged === 0n ? 'It was not charged' : `It was charged ${formatUsd(charged)}`;
}

/** The error of a look that was answered with an error of its own: the job may run on, or have ended well. */
export function statusCheckFailed(place: FailurePlace, job: Job): NodeApiError {
	const { job_id, status_url, error = {} } = job;
	const failure = apiError(
		place,
		`The service did not tell the status of job ${jobName(job)}: ${error.message ?? 'it gave no reason'}`,
		'The job may still be running, and is charged if it is: check it again later with Get Job.',
	);
	return withDetails(failure, { ...error, job_id, status_url });
}

/** The error of what Stop has ended; with the job, where one goes on. */
export function stoppedFailure(place: FailurePlace, job: JobRef = {}): NodeOperationError {
	const { job_id, status_url, other_job_ids } = job;
	const goesOn = `Job ${jobName(job)} keeps running and is still charged; Get Job fetches it.`;
	const words = `Stopped.${jobName(job) && ` ${goesOn}`}`;
	return withDetails(nodeFailure(place, words), { job_id, status_url, other_job_ids });
}

/** An accepted job may take so long to be known everywhere, in milliseconds. */
const PROPAGATION_MS = 60_000;

const nothingThere = new Set([404, 405, 410]);
const atWork = new Set([304, 409, 423]);
/** They end when a key is replaced or an account is topped up. */
const ofTheAccount = new Set([401, 402, 407]);
/** They may be those of a job that has not ended, if their words say so. */
const mayBeEarly = new Set([400, 412, 422, 428]);
const NOT_IMPLEMENTED = 501;

/** How a look at a job failed; `open` where nobody can tell whether another would. */
function kindOf(failure: NodeFailure): 'passing' | 'nothing there' | 'lasting' | 'open' {
	const { http_code: status, code } = detailsOf(failure);
	if (status === undefined)
		return failure instanceof NodeApiError && isRetryableCode(code) ? 'passing' : 'open';
	if (nothingThere.has(status)) return 'nothing there';
	const isEarly = mayBeEarly.has(status) && verdictOf(failure.message) === 'processing';
	if (canPassStatus(status) || atWork.has(status) || isEarly) return 'passing';
	return status < 400 || ofTheAccount.has(status) ? 'open' : 'lasting';
}

/** Whether the service says that there is nothing at an address (yet, of a job that was just accepted). */
export const isNothingThere = (failure: NodeFailure) => kindOf(failure) === 'nothing there';

/** Whether a look failed for what passes by itself. */
export const isTransient = (failure: NodeFailure) => kindOf(failure) === 'passing';

/** Whether asking about a job again is of no use. @param since its acceptance or later, in milliseconds since the Unix epoch */
export const isLasting = (failure: NodeFailure, since: number) =>
	kindOf(failure) === 'lasting' || (isNothingThere(failure) && !isPropagating(since));

/** Whether a job may not be known everywhere yet. @param acceptedAt in milliseconds since the Unix epoch */
export const isPropagating = (acceptedAt: number) => Date.now() - acceptedAt < PROPAGATION_MS;

/** Whether a place that is guessed, or told by a stranger, has nothing to say of a job. */
export function isNoPlace(failure: NodeFailure): boolean {
	const { http_code: status = 0 } = detailsOf(failure);
	return (status >= 300 && status < 500 && !canPassStatus(status)) || status === NOT_IMPLEMENTED;
}

/**
 * The error of a job that was accepted and could not be waited for, with a remedy for that. One whose result is
 * refused stays completed.
 */
export function afterAccepted<E extends NodeFailure>(failure: E, job: JobRef): E {
	const { job_id, status_url } = job;
	const remedy =
		detailsOf(failure).url === undefined || kindOf(failure) !== 'lasting'
			? `The job was accepted, and is charged if it is still running. Do not submit it again: fetch it later with Get Job (job ${jobName(job)}).`
			: `The service says that job ${jobName(job)} is completed, and refuses to give its result, as it will again. It may have been charged: check Billing > Get Transactions.`;
	return withRemedyOncePaid(withDetails(failure, { job_id, status_url }), remedy);
}
