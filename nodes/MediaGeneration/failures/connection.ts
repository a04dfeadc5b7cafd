import { failureRow } from './table';

/** Codes of this package. */
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

/** The remedy if none is better. */
export const TRY_LATER = 'Try again later.';

/** Whether a failed request surely did not reach the service. */
export function surelyNotSent({
	code,
	connecting,
}: Pick<NetworkFailure, 'code' | 'connecting'>): boolean {
	return connecting === true || failureRow('nobody', { code })?.unseen === true;
}

/** Whether another try may end otherwise. */
export const isRetryableCode = (code: string | undefined): boolean =>
	!failureRow('nobody', { code })?.lasts;

/**
 * The message and the remedy of a broken connection, each a sentence.
 * @param address names the address for the user
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
