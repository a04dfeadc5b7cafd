import { asText, isData, textOf } from '../support/data';

/** How n8n's words begin where its protection against requests to internal addresses blocked one. */
const BLOCKED = 'The request was blocked because';
/** What Node.js says of a connection that cannot be made. */
const CONNECTING = /^(connect|getaddrinfo) E\w+ (?:\S+:(\d+)\b|(\S+))/;

/**
 * What an n8n that drops the cause of a failed request keeps of it: the code where the HTTP status would stand, and its
 * own words among the messages.
 * @param error as n8n's helpers throw it
 * @returns the cause's name and code, and where the connection was to go, as far as they are known; empty where the cause is there
 */
export function lostCause(error: unknown): Record<string, unknown> {
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
