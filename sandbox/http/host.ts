import type { IncomingMessage } from 'node:http';

const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const LOOPBACK = new RegExp(
	`^(?:(?:[a-z0-9-]+\\.)*localhost|127(?:\\.${BYTE}){3}|\\[::1\\])(?::\\d{1,5})?$`,
	'i',
);

/**
 * The host and port that a request is for: those of an absolute address in its first line, else of its header;
 * empty when it names none.
 */
export function hostOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
	if (/^https?:/i.test(url)) return URL.canParse(url) ? new URL(url).host : '';
	return headers.host ?? '';
}

/** Whether a host, with or without a port, is a name of the loopback address that nobody can give to another machine. */
export function isLoopback(host: string): boolean {
	return LOOPBACK.test(host);
}
