import type { IDataObject } from 'n8n-workflow';
import { dataOf, defined, valueOf } from '../support/data';
import { isState, type Attempt } from './attempt';

/** An attempt as n8n stores it: amounts as text, within a share in characters of JSON. */
export function serializedAttempt(attempt: Attempt, share: number): IDataObject {
	const plain = plainOf(attempt);
	if (JSON.stringify(plain).length <= share) return plain;
	if (attempt.state !== 'made' && attempt.state !== 'unclear') return plain;
	const { job, price, charged } = attempt;
	// A job is asked about again. Without one nothing tells what was made, so it is not to be paid for again.
	if (attempt.state === 'made' && (job?.job_id ?? job?.status_url) !== undefined)
		return plainOf({ state: 'running', job: attempt.job, price, charged });
	const why = { message: 'its answer is too large to be remembered' };
	return plainOf({ state: 'unclear', why, job, price, charged });
}

function plainOf(attempt: Attempt): IDataObject {
	const fields = Object.entries(attempt).map(([name, value]: [string, unknown]) => [
		name,
		typeof value === 'bigint' ? value.toString() : valueOf(value),
	]);
	return dataOf(Object.fromEntries(fields));
}

/** The attempt that n8n stored; only the node writes it. */
export function attemptFrom(stored: unknown): Attempt | undefined {
	const { price, charged, ...more } = dataOf(stored);
	const amounts = defined({ price: nanosOf(price), charged: nanosOf(charged) });
	const attempt = { ...more, ...amounts };
	return isAttempt(attempt) ? attempt : undefined;
}

/** An amount that was stored as text. */
export const nanosOf = (value: unknown): bigint | undefined =>
	typeof value === 'string' && /^\d{1,18}$/.test(value) ? BigInt(value) : undefined;

const isAttempt = (stored: object): stored is Attempt => 'state' in stored && isState(stored.state);
