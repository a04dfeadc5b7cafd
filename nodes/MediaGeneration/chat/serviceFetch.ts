import { API_KEY_HEADER } from '../../../credentials/pasted';
import { jsonParse } from 'n8n-workflow';
import type { Credential } from '../http/readCredential';
import { dataOf, isData, messageOf } from '../support/data';
import { chunksOf, readText, TooLarge } from '../http/body';
import { Overdue } from '../support/deadline';
import { networkWords } from '../failures/connection';
import { redactText } from '../http/redact';
import { STREAM_TIMES } from '../http/request';
import { connectionFailure } from '../http/send';
import { redactedStream } from './redactedStream';
import { redactError, redactHeaders } from './redactError';
import { asOpenAiAnswer, failureBody, type ClientBody } from './openAiAnswer';
import { settled } from '../support/settled';

/** The status for a success without an answer, which the client would accept. It is not retried, as it may have been paid for. */
const NO_ANSWER = 502;

/**
 * `fetch` for a model's client. It sends the key in the API's own header, which n8n would store if the client sent it, and follows
 * no redirects. Answers and failures are redacted, also as they stream, converted to OpenAI's shape, and limited in size and
 * time.
 */
export function serviceFetch({
	apiKey,
	secrets,
}: Pick<Credential, 'apiKey' | 'secrets'>): typeof fetch {
	return async (address, request) => {
		const headers = new Headers(request?.headers);
		headers.set(API_KEY_HEADER, apiKey);
		const connection = new AbortController();
		const signal = AbortSignal.any([
			connection.signal,
			...(request?.signal ? [request.signal] : []),
		]);
		try {
			const answer = await fetch(address, { ...request, headers, redirect: 'error', signal });
			return responseOf(answer, await bodyOf(answer, request, secrets, connection), secrets);
		} catch (error) {
			throw redactError(error, secrets);
		}
	};
}

async function bodyOf(
	answer: Response,
	request: RequestInit | undefined,
	secrets: readonly string[],
	connection: AbortController,
): Promise<ClientBody> {
	const { ok, headers, body } = answer;
	if (body === null) return { body };
	const asked =
		typeof request?.body === 'string'
			? jsonParse<unknown>(request.body, { fallbackValue: undefined })
			: undefined;
	const isStream = dataOf(asked).stream === true;
	const reader = body.getReader();
	const next = async () => await reader.read();
	const chunks = chunksOf(next, async () => await reader.cancel(), STREAM_TIMES);
	// An answer may come whole although a stream was requested.
	if (isStream && ok && !/json/i.test(headers.get('content-type') ?? ''))
		return { body: streamOf(answer, chunks, secrets, connection) };
	const read = await settled(readText(chunks));
	if (read.status === 'rejected') {
		const met = exceededBound(read.reason, answer);
		if (ok && met === undefined) throw read.reason;
		// The status of a failure decides about retries.
		return failureBody({ message: met ?? messageOf(read.reason) });
	}
	const text = redactText(read.value, secrets);
	return ok && isData(asked) ? await asOpenAiAnswer(text, isStream) : { body: text };
}

/** @param connection is closed when the client stops reading */
function streamOf(
	answer: Response,
	chunks: AsyncIterable<Uint8Array>,
	secrets: readonly string[],
	connection: AbortController,
): ReadableStream<Uint8Array> {
	const events = redactedStream(chunks, secrets);
	const encoder = new TextEncoder();
	return new ReadableStream({
		async pull(controller) {
			const next = await settled(events.next());
			if (next.status === 'rejected') {
				const message = exceededBound(next.reason, answer);
				throw message === undefined ? redactError(next.reason, secrets) : new Error(message);
			}
			if (next.value.done) controller.close();
			else controller.enqueue(encoder.encode(next.value.value));
		},
		async cancel(reason) {
			connection.abort(reason);
			await Promise.allSettled([events.return(undefined)]);
		},
	});
}

/** The message if an answer exceeded a bound. */
function exceededBound(error: unknown, { url }: Response): string | undefined {
	return error instanceof TooLarge || error instanceof Overdue
		? networkWords(connectionFailure(error, [], url)).message
		: undefined;
}

/** The answer with another body, redacted. A text is redacted once more, as pieces of a secret may have been put together in it. */
function responseOf(
	answer: Response,
	{ body, type, isFailure }: ClientBody,
	secrets: readonly string[],
): Response {
	const headers = redactHeaders(answer.headers, secrets);
	if (body !== '') {
		// They describe the bytes on the wire, which were unpacked and redacted.
		headers.delete('content-length');
		headers.delete('content-encoding');
	}
	if (type !== undefined) headers.set('content-type', type);
	const status = isFailure && answer.ok ? NO_ANSWER : answer.status;
	return new Response(typeof body === 'string' ? redactText(body, secrets) : body, {
		headers,
		// A `Response` can be constructed with no other.
		status: status > 599 ? NO_ANSWER : status,
		statusText: redactText(answer.statusText, secrets),
	});
}
