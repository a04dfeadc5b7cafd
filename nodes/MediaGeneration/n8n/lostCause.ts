import { isData, textOf } from '../support/data';

/** What Node.js says of a connection that cannot be made. */
const CONNECTING = /^(connect|getaddrinfo) E\w+ (?:\S+:(\d+)\b|(\S+))/;

/**
 * What an n8n that drops the cause of a failed request keeps of it: the code where the HTTP status would stand, and its
 * own words among the messages.
 * @param error as n8n's helpers throw it
 * @returns the cause's code, and where the connection was to go; nothing where the cause is there
 */
export function lostCause(error: unknown): Record<string, unknown> {
	if (!isData(error) || error.cause !== undefined) return {};
	const { httpCode, messages } = error;
	const said = Array.isArray(messages) ? textOf(messages[0]) : undefined;
	const [, syscall, port, hostname] = CONNECTING.exec(said ?? '') ?? [];
	const code = /^[A-Z]/.test(textOf(httpCode) ?? '') ? httpCode : undefined;
	return { code, syscall, hostname, port: port === undefined ? undefined : Number(port) };
}
