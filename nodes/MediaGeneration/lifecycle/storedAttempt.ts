import type { IDataObject } from 'n8n-workflow';
import { dataOf, isData, textOf, valueOf } from '../support/data';
import type { Attempt, JobRef, Reason } from './attempt';
import type { StoredFailure } from './storedFailure';
import type { StoredResult } from './storedResult';

/** An attempt as n8n stores it: amounts as text, within a share in characters of JSON. */
export function storedAttempt(attempt: Attempt, share: number): IDataObject {
	const plain = plainOf(attempt);
	if (JSON.stringify(plain).length <= share) return plain;
	if (attempt.state !== 'made' && attempt.state !== 'unclear') return plain;
	const { price } = attempt;
	// A job is asked about again. Without one nothing tells what was made, so it is not to be paid for again.
	if (attempt.state === 'made' && (attempt.job.job_id ?? attempt.job.status_url) !== undefined)
		return plainOf({ state: 'running', job: attempt.job, price, charged: attempt.charged });
	const why = { message: 'its answer is too large to be remembered' };
	return plainOf({ state: 'unclear', why, price });
}

function plainOf(attempt: Attempt): IDataObject {
	const fields = Object.entries(attempt).map(([name, value]: [string, unknown]) => [
		name,
		typeof value === 'bigint' ? value.toString() : valueOf(value),
	]);
	return dataOf(Object.fromEntries(fields));
}

/** The attempt that n8n stored; nothing for anything else. */
export function attemptFrom(stored: unknown): Attempt | undefined {
	const { state, price: priced, charged: told, why, job, result, ...more } = dataOf(stored);
	const price = nanosOf(priced);
	const charged = nanosOf(told);
	switch (state) {
		case 'reserved':
		case 'sending':
			return { state, price };
		case 'refused':
			return { state, why: reasonIn(why), charged };
		case 'unclear':
			return {
				state,
				why: reasonIn(why),
				partial_text: textOf(more.partial_text),
				answer: more.answer,
				job: job === undefined ? undefined : jobIn(job),
				charged,
				price,
			};
		case 'running':
			return { state, job: jobIn(job), price, charged };
		case 'made':
			return { state, job: jobIn(job), result: resultIn(result), price, charged };
		case 'failed':
			return {
				state,
				job: jobIn(job),
				why: reasonIn(why),
				result: resultIn(result),
				price,
				charged,
			};
		case 'lost':
			return { state, job: jobIn(job), why: failureIn(why), price, charged };
		default:
			return undefined;
	}
}

/** Amounts are stored as text. */
export const nanosOf = (value: unknown): bigint | undefined =>
	typeof value === 'string' && /^\d{1,18}$/.test(value) ? BigInt(value) : undefined;

function reasonIn(value: unknown): Reason {
	const { message, own } = dataOf(value);
	return { message: textOf(message) ?? 'nobody knows why', own: textOf(own) };
}

function jobIn(value: unknown): JobRef {
	const { job_id, status_url, other_job_ids } = dataOf(value);
	return { job_id: textOf(job_id), status_url: textOf(status_url), other_job_ids };
}

function resultIn(value: unknown): StoredResult {
	const { read, answer, files, isStale } = dataOf(value);
	return { read, answer, files, isStale: isStale === true || undefined };
}

function failureIn(value: unknown): StoredFailure {
	const { message, description, details } = dataOf(value);
	return {
		message: textOf(message) ?? 'The service tells nothing more of the job',
		description: textOf(description),
		details: isData(details) ? details : {},
	};
}
