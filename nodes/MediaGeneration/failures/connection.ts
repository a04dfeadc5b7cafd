import { failureRow } from './table';

/** The codes of failures that no other program names. */
export const STOPPED_CODE = 'ESTOPPED';
export const BLOCKED_CODE = 'EBLOCKED';
export const PROXY_CODE = 'EPROXY';

/** A request that got no answer. */
export interface NetworkFailure {
	code?: string;
	/** Whether the connection itself could not be made. */
	connecting?: boolean;
	message: string;
	host: string;
}

/** What to do where nothing else is known. */
export const TRY_LATER = 'Try again later.';

/** Whether a failed request surely did not reach the service. */
export function neverLeft({
	code,
	connecting,
}: Pick<NetworkFailure, 'code' | 'connecting'>): boolean {
	return connecting === true || failureRow('nobody', { code })?.unseen === true;
}

/** Whether sending it again can give anything else. */
export const isRetryableCode = (code: string | undefined): boolean =>
	!failureRow('nobody', { code })?.lasts;

/**
 * What went wrong on the way, and what to do about it, each in a sentence.
 * @param address what was asked for, as a user knows it
 */
export function networkWords(
	{ code, message, host }: NetworkFailure,
	address = 'the Base URL of the credential',
): { message: string; remedy: string } {
	const { means, remedy = TRY_LATER } = failureRow('nobody', { code }) ?? {};
	if (means === undefined)
		return { message: `The connection to ${host} broke (${code ?? message})`, remedy: TRY_LATER };
	const detail =
		code === PROXY_CODE
			? ` (${message})`
			: /CERT|SSL|EPROTO|^UNABLE_TO_|TLS/.test(code ?? '')
				? ` (${code})`
				: '';
	return {
		message: `${means.replace('{host}', () => host)}${detail}`,
		remedy: remedy.replace('{address}', () => address),
	};
}
