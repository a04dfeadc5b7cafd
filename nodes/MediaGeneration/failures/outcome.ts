import type { IDataObject } from 'n8n-workflow';

/** What came back: the parsed body, with the secrets taken out of it, and the response headers. */
export interface ApiAnswer {
	status: number;
	body: unknown;
	headers: IDataObject;
	/** Whether the body should be JSON and is not. */
	unreadable?: boolean;
}

/** A request that got no answer. */
export interface NetworkFailure {
	code?: string;
	/** Whether the connection itself could not be made. */
	connecting?: boolean;
	message: string;
	host: string;
}

/** What came of sending a request once. */
export type Outcome = { answer: ApiAnswer; failure?: undefined } | { answer?: undefined; failure: NetworkFailure };

/** Codes of connections that could not be made, and may be made in a moment; others, such as EHOSTUNREACH, also end one that was made. */
const passing = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL)$/;
/** Codes of TLS that does not come about, and of requests that Node.js or its HTTP client refuses to build. */
const hopeless =
	/^EPROTO$|^ERR_(SSL|TLS)_|CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^ERR_(INVALID_(CHAR|URL|PROTOCOL|DOMAIN_NAME|HTTP_TOKEN|IP_ADDRESS)|UNESCAPED_|BAD_OPTION)|^ERR_HTTP_INVALID_/;
/** Those of them that can end a connection on which the request has gone out: TLS that breaks in the middle. */
const afterHandshake = /^ERR_(SSL|TLS)_(?!\w*(CERT|HANDSHAKE|WRONG_VERSION|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|HTTP_REQUEST))/;

/** Whether a failed request surely did not reach the service. */
export function neverLeft({ code = '', connecting }: Pick<NetworkFailure, 'code' | 'connecting'>): boolean {
	return connecting === true || passing.test(code) || (hopeless.test(code) && !afterHandshake.test(code));
}

/** The code of what Stop kept from being sent. */
export const STOPPED_CODE = 'ESTOPPED';

/** Whether a request surely did not reach the service. */
export function wasNeverSent({ failure }: Outcome): boolean {
	return failure !== undefined && neverLeft(failure);
}

/** Whether a request that ended so may have been accepted all the same; if not, it is settled. */
export function isAmbiguous(outcome: Outcome): boolean {
	if (outcome.failure) return !wasNeverSent(outcome);
	const { status, unreadable } = outcome.answer;
	return status === 303 || status === 408 || status >= 500 || status < 200 || (status < 300 && unreadable === true);
}

/** Whether a status is one of success. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Whether a server that answers so may answer otherwise in a while. */
export function canPassStatus(status: number): boolean {
	return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** Whether sending it again can give anything else. */
export function canPass({ failure }: Outcome): boolean {
	const code = failure?.code ?? '';
	return code !== 'ETOOLARGE' && !hopeless.test(code);
}
