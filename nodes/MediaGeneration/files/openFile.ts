import { dataOf, textOf } from '../support/data';
import { withDeadline } from '../support/deadline';
import { isRedirect } from '../support/httpStatus';
import { isByteStream } from '../http/body';
import { requestWithKey, STREAMED } from '../http/send';
import type { FileClient } from '../http/client';

/** How long a media host may be silent, in milliseconds. */
export const IDLE_MS = 30_000;
/** The connection's own timeout is this much later, so that {@link IDLE_MS} counts. */
const SPARE_MS = 1_000;

export type FileStream = import('node:stream').Readable;

interface FileAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	body: FileStream;
}

interface FileRequest {
	url: string;
	/** As in a header; all of it when absent. */
	range?: string;
	idleMs?: number;
}

/**
 * Requests a file, or a range of it, without the key. If the API's own origin asks for the key, it is asked with it, and one
 * redirect is followed, to another origin without the key.
 */
export async function openFile(
	client: FileClient,
	{ url, range, idleMs = IDLE_MS }: FileRequest,
	signal: AbortSignal,
): Promise<FileAnswer> {
	const open = async (at: string, withKey: boolean) => {
		const options = {
			...STREAMED,
			url: at,
			headers: range === undefined ? {} : { Range: range },
			timeout: idleMs + SPARE_MS,
			abortSignal: signal,
		};
		return asFileAnswer(
			withKey
				? await requestWithKey(client, 'getImageJob', { ...options, disableFollowRedirect: true })
				: await client.context.helpers.httpRequest(options),
		);
	};
	const answer = await open(url, false);
	const { origin } = new URL(await client.baseUrl('getImageJob'));
	if (![401, 403].includes(answer.statusCode) || new URL(url).origin !== origin) return answer;
	answer.body.destroy();
	const own = await open(url, true);
	const next = redirectIn(own, url);
	if (next === undefined) return own;
	own.body.destroy();
	return await open(next, new URL(next).origin === origin);
}

function asFileAnswer(answer: unknown): FileAnswer {
	const { statusCode, headers, body } = dataOf(answer);
	if (!isStream(body)) throw new Error('n8n gave no stream');
	return { statusCode: Number(statusCode), headers: { ...dataOf(headers) }, body };
}

const isStream = (body: unknown): body is FileStream => isByteStream(body);

function redirectIn({ statusCode, headers }: FileAnswer, from: string): string | undefined {
	const location = textOf(headers.location);
	return isRedirect(statusCode) && location !== undefined && URL.canParse(location, from)
		? new URL(location, from).href
		: undefined;
}

/**
 * As {@link withDeadline} for an open file: the signal is set off when the work ends, too, as destroying a body does not end a
 * pending read.
 */
export async function withOpenFileDeadline<T>(
	milliseconds: number,
	stop: AbortSignal | undefined,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const connection = new AbortController();
	try {
		return await withDeadline(
			milliseconds,
			stop,
			async (signal) => await work(AbortSignal.any([signal, connection.signal])),
		);
	} finally {
		connection.abort();
	}
}
