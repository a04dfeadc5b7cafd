import { getRequestListener, RequestError } from '@hono/node-server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, errorBody, errorResponse } from '../errors';
import { refusal } from './api';

type Fetch = Parameters<typeof getRequestListener>[0];

const UNREADABLE = new ApiError(
	400,
	'invalid_request',
	'The address of the request cannot be read',
);

/** Characters of a host that are told. */
const LONGEST_HOST = 100;

/**
 * Hands requests for this machine on to an app, and refuses all others: a web page anywhere can have its own name
 * lead to the loopback address, and its visitors' browsers then take the sandbox for that page's own server.
 */
export function listenerOf(fetch: Fetch, log: (line: string) => void) {
	const errorHandler = (error: unknown) =>
		errorResponse(error instanceof RequestError ? UNREADABLE : refusal(error, log));
	const answer = getRequestListener(fetch, { overrideGlobalObjects: false, errorHandler });
	return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
		const host = hostOf(incoming);
		if (!LOOPBACK.test(host)) {
			log(`refused a request for ${host.slice(0, LONGEST_HOST) || 'no host'}`);
			return refuse(outgoing, host);
		}
		incoming.headers.host = host.toLowerCase();
		void answer(incoming, outgoing);
	};
}

/** @assumed: the document says nothing of requests that are for another host */
function refuse(outgoing: ServerResponse, host: string): void {
	const named = host ? `not for ${host.slice(0, LONGEST_HOST)}` : 'and this one names no host';
	const error = new ApiError(
		403,
		'host_not_allowed',
		`The sandbox takes requests for localhost, 127.0.0.1 and [::1] only, ${named}`,
	);
	outgoing
		.writeHead(error.status, { 'Content-Type': 'application/json' })
		.end(JSON.stringify(errorBody(error)));
}

const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
/** A name of the loopback address that nobody can give to another machine, with or without a port. */
const LOOPBACK = new RegExp(
	`^(?:(?:[a-z0-9-]+\\.)*localhost|127(?:\\.${BYTE}){3}|\\[::1\\])(?::\\d{1,5})?$`,
	'i',
);

/**
 * The host and port that a request is for: those of an absolute address in its first line, else of its header;
 * empty when it names none.
 */
function hostOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
	if (/^https?:/i.test(url)) return URL.canParse(url) ? new URL(url).host : '';
	return headers.host ?? '';
}
