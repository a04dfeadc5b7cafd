import type { IDataObject } from 'n8n-workflow';
import { intermediaryOf } from './intermediary';
import { neverLeft, isRetryableCode, type NetworkFailure } from './connection';

/** What came back: the parsed body, with the secrets taken out of it, and the response headers. */
export interface ApiAnswer {
	status: number;
	body: unknown;
	headers: IDataObject;
	/** Whether the body should be JSON and is not. */
	unreadable?: boolean;
}

/** What came of sending a request once. */
export type Outcome =
	{ answer: ApiAnswer; failure?: undefined } | { answer?: undefined; failure: NetworkFailure };

/** Whether a request surely did not reach the service. */
export function wasNeverSent({ failure }: Outcome): boolean {
	return failure !== undefined && neverLeft(failure);
}

/** Statuses of a request whose end was not waited for (499 is nginx's), or that failed behind the service. */
const UNFINISHED = new Set([408, 424, 499]);

/** Whether a request that ended so may have been accepted all the same; if not, it is settled. */
export function isAmbiguous(outcome: Outcome): boolean {
	if (outcome.failure) return !wasNeverSent(outcome);
	const { status, unreadable } = outcome.answer;
	if (intermediaryOf(outcome.answer)?.unseen) return false;
	return (
		status === 303 ||
		UNFINISHED.has(status) ||
		status >= 500 ||
		status < 200 ||
		(status < 300 && unreadable === true)
	);
}

/** Whether sending it again can give anything else. */
export const isRetryable = ({ failure }: Outcome): boolean => isRetryableCode(failure?.code);
