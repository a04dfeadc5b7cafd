import { dataOf, textOf } from '../support/data';
import { withDeadline } from '../support/deadline';
import { isRedirect } from '../support/httpStatus';
import { isByteStream } from '../http/body';
import { requestWithKey, STREAMED } from '../http/send';
import type { FileClient } from '../http/client';

const MOST_REDIRECTS = 10;
/** How long a media host may be silent, in milliseconds. */
export const IDLE_MS = 30_000;
/** The connection's own timeout is this much later, so that {@link IDLE_MS} counts. */
const SPARE_MS = 1_000;

/** The bytes of a file as they come. */
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

/** Requests a file, or a range of it, without the key, and again with it if the API's own origin asks for it. */
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
	let answer = await open(url, false);
	if (![401, 403].includes(answer.statusCode)) return answer;
	const { origin } = new URL(await client.baseUrl('getImageJob'));
	let next = new URL(url).origin === origin ? url : undefined;
	for (let redirects = 0; next !== undefined && redirects <= MOST_REDIRECTS; redirects++) {
		answer.body.destroy();
		const isOwn = new URL(next).origin === origin;
		answer = await open(next, isOwn);
		next = isOwn ? redirectIn(answer, next) : undefined;
	}
	return answer;
}

function asFileAnswer(answer: unknown): FileAnswer {
	const { statusCode, headers, body } = dataOf(answer);
	if (!isStream(body)) throw new Error('n8n gave no stream');
	return { statusCode: Number(statusCode), headers: { ...dataOf(headers) }, body };
}

const isStream = (body: unknown): body is FileStream => isByteStream(body);

/** Where an answer leads on to. @param from the address that was asked */
function redirectIn({ statusCode, headers }: FileAnswer, from: string): string | undefined {
	const location = textOf(headers.location);
	return isRedirect(statusCode) && location !== undefined && URL.canParse(location, from)
		? new URL(location, from).href
		: undefined;
}

/**
 * As {@link withDeadline}, for work on a file that is open: its signal is set off when the work ends, too, as destroying a body
 * does not end a pending read.
 */
export async function whileOpen<T>(
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
