import type { IDataObject } from 'n8n-workflow';
import { intermediaryOf } from './intermediary';
import { surelyNotSent, type NetworkFailure } from './connection';

/** An answer: status, redacted body and headers. */
export interface ApiAnswer {
	status: number;
	body: unknown;
	headers: IDataObject;
	/** Whether it is text in place of JSON. */
	unreadable?: boolean;
}

/** The outcome of sending a request once. */
export type SendResult =
	{ answer: ApiAnswer; failure?: undefined } | { answer?: undefined; failure: NetworkFailure };

/** Whether a request surely did not reach the service. */
export function wasNeverSent({ failure }: SendResult): boolean {
	return failure !== undefined && surelyNotSent(failure);
}

/** Requests that were cut off (499 is nginx's), or failed behind the service. */
const UNFINISHED = new Set([408, 424, 499]);

/** Whether a request with this outcome may have been accepted. */
export function isAmbiguous(outcome: SendResult): boolean {
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
