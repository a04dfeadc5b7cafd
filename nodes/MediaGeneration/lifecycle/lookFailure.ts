import { NodeApiError } from 'n8n-workflow';
import { verdictOf } from '../answers/job/state';
import { isRetryableCode } from '../failures/connection';
import { detailsOf, withDetails, type NodeFailure } from '../failures/details';
import { afterPayment } from '../failures/errors';
import { canPassStatus } from '../support/httpStatus';
import type { JobRef } from './attempt';
import { jobName } from './jobName';

/** How long a job that was accepted may take to be known everywhere, in milliseconds. */
const SETTLING_MS = 60_000;

const nothingThere = new Set([404, 405, 410]);
/** Answers that a job is as it was, or is being worked on. */
const atWork = new Set([304, 409, 423]);
/** Refusals that end when a key is replaced or an account is topped up. */
const ofTheAccount = new Set([401, 402, 407]);
/** Refusals that may be that of a job that has not ended, if their words say so. */
const mayBeEarly = new Set([400, 412, 422, 428]);
const NOT_IMPLEMENTED = 501;

/** How a look at a job failed; `open` where nobody can tell whether another would. */
function fateOf(failure: NodeFailure): 'passing' | 'nothing there' | 'lasting' | 'open' {
	const { http_code: status, code } = detailsOf(failure);
	if (status === undefined)
		return failure instanceof NodeApiError && isRetryableCode(code) ? 'passing' : 'open';
	if (nothingThere.has(status)) return 'nothing there';
	const isEarly = mayBeEarly.has(status) && verdictOf(failure.message) === 'processing';
	if (canPassStatus(status) || atWork.has(status) || isEarly) return 'passing';
	return status < 400 || ofTheAccount.has(status) ? 'open' : 'lasting';
}

/** Whether the service says that there is nothing at an address: yet, of a job that was accepted just now. */
export const isNothingThere = (failure: NodeFailure) => fateOf(failure) === 'nothing there';

/** Whether a look failed for what passes by itself: a connection, a service that is busy or out of order, a job that has not ended. */
export const isOutage = (failure: NodeFailure) => fateOf(failure) === 'passing';

/**
 * Whether asking about a job again is of no use.
 * @param acceptedAt when the job had surely been accepted, in milliseconds since the Unix epoch
 */
export const isLasting = (failure: NodeFailure, acceptedAt: number) =>
	fateOf(failure) === 'lasting' || (isNothingThere(failure) && !isSettling(acceptedAt));

/** Whether a job may not be known everywhere yet. @param acceptedAt in milliseconds since the Unix epoch */
export const isSettling = (acceptedAt: number) => Date.now() - acceptedAt < SETTLING_MS;

/** Whether a place that is only guessed or told by a stranger has nothing to say of a job. */
export function isNoPlace(failure: NodeFailure): boolean {
	const { http_code: status = 0 } = detailsOf(failure);
	return (status >= 300 && status < 500 && !canPassStatus(status)) || status === NOT_IMPLEMENTED;
}

/**
 * The error of a job that was accepted and could not be waited for: what to do in place of what it would mean before. One
 * that is completed, and whose result is refused, stays so.
 */
export function afterAccepted<E extends NodeFailure>(failure: E, job: JobRef): E {
	const { job_id, status_url } = job;
	const name = jobName(job);
	const remedy =
		detailsOf(failure).url === undefined || fateOf(failure) !== 'lasting'
			? `The job was accepted, and is charged if it is still running. Do not submit it again: fetch it later with Get Job (job ${name}).`
			: `The service says that job ${name} is completed, and refuses to give its result, as it will again. It may have been charged: check Billing > Get Transactions.`;
	return afterPayment(withDetails(failure, { job_id, status_url }), remedy);
}
