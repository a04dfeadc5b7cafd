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

/** Answers that there is nothing at an address: yet, of a job that was accepted just now. */
const nothingThere = new Set([404, 405, 410]);
/** Refusals that end by themselves, or when a key is replaced or an account is topped up. */
const refusedForNow = new Set([401, 402, 407, 409, 423]);
/** Answers that a job is as it was, or is being worked on. */
const atWork = new Set([304, 409, 423]);
/** Refusals that are neither the key's nor the place's, and so may be that of a job that has not ended. */
const mayBeEarly = new Set([400, 412, 422, 428]);

const statusOf = (failure: NodeFailure): number => detailsOf(failure).http_code ?? 0;

/** Whether the service says that there is nothing at an address. */
export const isNothingThere = (failure: NodeFailure) => nothingThere.has(statusOf(failure));

/** Whether a place that is only guessed has nothing to say of a job: no such place, or what stands before it lets nobody in. */
export const isNoPlace = (failure: NodeFailure) => {
	const status = statusOf(failure);
	return (status >= 300 && status < 500 && !canPassStatus(status)) || status === NOT_IMPLEMENTED;
};
const NOT_IMPLEMENTED = 501;

/** Whether the service refuses to tell of a job as it has not ended, as far as its words say so. */
const isEarly = (failure: NodeFailure) =>
	mayBeEarly.has(statusOf(failure)) && verdictOf(failure.message) === 'processing';

/** Whether a look failed for what passes by itself: a connection, a service that is busy or out of order, a job that has not ended. */
export function isOutage(failure: NodeFailure): boolean {
	const { http_code, code } = detailsOf(failure);
	if (http_code !== undefined)
		return canPassStatus(http_code) || atWork.has(http_code) || isEarly(failure);
	return failure instanceof NodeApiError && isRetryableCode(code);
}

/** Whether a job may not be known everywhere yet. @param acceptedAt in milliseconds since the Unix epoch */
export const isSettling = (acceptedAt: number) => Date.now() - acceptedAt < SETTLING_MS;

/**
 * Whether asking about a job again is of no use. What a connection, a busy or broken service or a key is to blame for
 * can pass, and what a job is that has not ended.
 * @param acceptedAt when the job had surely been accepted, in milliseconds since the Unix epoch
 */
export function isLasting(failure: NodeFailure, acceptedAt: number): boolean {
	const status = statusOf(failure);
	if (isNothingThere(failure)) return !isSettling(acceptedAt);
	const isRefusal = status >= 400 && status < 500 && !canPassStatus(status);
	return isRefusal && !refusedForNow.has(status) && !isEarly(failure);
}

/** The error of a job that was accepted and could not be waited for: what to do in place of what it would mean before. */
export function afterAccepted<E extends NodeFailure>(failure: E, job: JobRef): E {
	const { job_id, status_url } = job;
	return afterPayment(
		withDetails(failure, { job_id, status_url }),
		`The job was accepted, and is charged if it is still running. Do not submit it again: fetch it later with Get Job (job ${jobName(job)}).`,
	);
}
