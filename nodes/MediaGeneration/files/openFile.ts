import type { IHttpRequestOptions } from 'n8n-workflow';
import { dataOf, textOf } from '../support/data';
import { isRedirect, deniesAccess } from '../support/httpStatus';
import { isByteStream } from '../http/body';
import type { Download } from './fileErrors';
import { credentialFor } from '../http/readCredential';
import type { FileClient } from '../http/client';

/** The most redirects in a row. */
const MOST_REDIRECTS = 10;
/** How long a media host may be silent, in milliseconds. */
export const IDLE_MS = 30_000;
/** The connection's own timeout is this much later, so that {@link IDLE_MS} counts. */
const SPARE_MS = 1_000;

/** The bytes of a file as they come. */
export type Stream = import('node:stream').Readable;

/** The answer of a media host. */
export interface StreamedAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	body: Stream;
}

/** Requests a file, or a range of it, without the key, and again with it if the API's own origin asks for it. */
export async function openFile(
	client: FileClient,
	{ url, idleMs = IDLE_MS, range }: Pick<Download, 'url' | 'idleMs'> & { range?: string },
	signal: AbortSignal,
): Promise<StreamedAnswer> {
	const headers = range !== undefined && { headers: { Range: range } };
	const openPlain = async (at: string) =>
		await asStreamedAnswer(
			await client.context.helpers.httpRequest({ ...requestFor(at, idleMs, signal), ...headers }),
		);
	const plain = await openPlain(url);
	if (!deniesAccess(plain.statusCode)) return plain;
	const { origin } = new URL((await client.credential('getImageJob')).baseUrl);
	if (origin !== new URL(url).origin) return plain;
	plain.body.destroy();
	const withSignal: FileClient['context'] = Object.create(client.context, {
		getExecutionCancelSignal: { value: () => signal },
	});
	let at = url;
	for (let redirects = 0; ; redirects++) {
		const options = { ...requestFor(at, idleMs, signal), ...headers, disableFollowRedirect: true };
		const keyed = await asStreamedAnswer(
			await client.context.helpers.httpRequestWithAuthentication.call(
				withSignal,
				credentialFor('getImageJob'),
				options,
			),
		);
		const elsewhere = textOf(keyed.headers.location);
		const leadsOn =
			isRedirect(keyed.statusCode) && elsewhere !== undefined && URL.canParse(elsewhere, at);
		if (!leadsOn || redirects === MOST_REDIRECTS) return keyed;
		keyed.body.destroy();
		at = new URL(elsewhere, at).href;
		if (new URL(at).origin !== origin) return await openPlain(at);
	}
}

function requestFor(url: string, idleMs: number, signal: AbortSignal): IHttpRequestOptions {
	return {
		url,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		sendCredentialsOnCrossOriginRedirect: false,
		timeout: idleMs + SPARE_MS,
		abortSignal: signal,
	};
}

async function asStreamedAnswer(answer: unknown): Promise<StreamedAnswer> {
	const { statusCode, headers, body } = dataOf(answer);
	if (!isStream(body)) throw new Error('n8n gave no stream');
	return { statusCode: Number(statusCode), headers: { ...dataOf(headers) }, body };
}

const isStream = (body: unknown): body is Stream => isByteStream(body);
