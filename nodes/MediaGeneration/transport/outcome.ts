import type { IDataObject } from 'n8n-workflow';

/** What came back: the parsed body, with the key taken out of it, and the response headers. */
export interface ApiAnswer {
	status: number;
	body: unknown;
	headers: IDataObject;
}

/** A request that got no answer. */
export interface NetworkFailure {
	code?: string;
	message: string;
	host: string;
}

/** What came of sending a request once. */
export type Outcome = { answer: ApiAnswer; failure?: undefined } | { answer?: undefined; failure: NetworkFailure };

const unsentCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** Whether a request surely did not reach the service. */
export function wasNeverSent({ failure }: Outcome): boolean {
	return failure?.code !== undefined && unsentCodes.includes(failure.code);
}

/** Whether a request that ended so may have been accepted, and paid for, all the same; if not, it is settled. */
export function isAmbiguous(outcome: Outcome): boolean {
	if (outcome.failure) return !wasNeverSent(outcome);
	const { status, body } = outcome.answer;
	return status === 408 || status >= 500 || (status < 300 && typeof body === 'string' && body !== '');
}
