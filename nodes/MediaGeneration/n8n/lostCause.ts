import { asText, isData, textOf } from '../support/data';

/** The beginning of n8n's message when its SSRF protection blocked a request. */
const BLOCKED = 'The request was blocked because';
/** The message of Node.js for a failed connection. */
const CONNECTING = /^(connect|getaddrinfo) E\w+ (?:\S+:(\d+)\b|(\S+))/;

/**
 * Restores the cause of a failed request that some versions of n8n drop: the code is in place of the HTTP status, the rest
 * among the messages.
 * @param error as n8n's helpers throw it
 * @returns name, code and target of the connection, as far as they are known; empty if the error has its cause
 */
export function lostCauseOf(error: unknown): Record<string, unknown> {
	if (!isData(error) || error.cause !== undefined) return {};
	const { httpCode, messages } = error;
	const said = Array.isArray(messages) ? messages.map((message) => asText(message)) : [];
	const [, syscall, port, hostname] =
		said.map((message) => CONNECTING.exec(message)).find((match) => match !== null) ?? [];
	const name = said.some((message) => message.startsWith(BLOCKED))
		? 'SsrfBlockedIpError'
		: undefined;
	const code = /^[A-Z]/.test(textOf(httpCode) ?? '') ? httpCode : undefined;
	return { name, code, syscall, hostname, port: port === undefined ? undefined : Number(port) };
}
