import { API_KEY_HEADER } from '../../../credentials/pasted';
import { jsonParse } from 'n8n-workflow';
import type { Credential } from '../http/readCredential';
import { dataOf, isData, messageOf } from '../support/data';
import { fetchedChunks, readText } from '../http/body';
import { Overdue } from '../support/deadline';
import { networkWords } from '../failures/connection';
import { redactText } from '../http/redact';
import { STREAM_TIMES } from '../http/request';
import { connectionFailure } from '../http/send';
import { TooLarge } from '../http/tooLarge';
import { copyResponse } from './copyResponse';
import { redactedStream } from './redactedStream';
import { redactError, redactHeaders } from './redactError';
import { asOpenAiAnswer, isStreamed, failedResponse } from './openAiAnswer';
import { settled } from '../support/settled';

/**
 * `fetch` for a model's client: it sends the key in the API's own header, to no other host by a redirect, and its answers
 * and failures are without the secrets: headers, and bodies as they stream, also when they break off. The client hands
 * both on in ways of its own, with what a service says in the middle of an answer among them; and n8n stores the headers
 * that the client itself is told to send. What is answered in another shape than OpenAI's is put into that. No more of an
 * answer is taken in than any may have, and none lasts longer than a stream may.
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
			const answer = await fetch(address, {
				...request,
				headers,
				redirect: 'error',
				signal,
			});
			const asked = requestedBy(request);
			if (answer.body === null) return redactResponse(answer, null, secrets);
			if (isStreamed(answer, asked.stream))
				return redactResponse(answer, streamOf(answer, answer.body, secrets, connection), secrets);
			return await readWholeAnswer(answer, answer.body, secrets, asked);
		} catch (error) {
			throw redactError(error, secrets);
		}
	};
}

/** What the client asks for: an answer, and one that comes piece by piece. */
interface Requested {
	answer: boolean;
	stream: boolean;
}

function requestedBy(request: RequestInit | undefined): Requested {
	const body =
		typeof request?.body === 'string'
			? jsonParse<unknown>(request.body, { fallbackValue: undefined })
			: undefined;
	return { answer: isData(body), stream: dataOf(body).stream === true };
}

async function readWholeAnswer(
	answer: Response,
	body: ReadableStream<Uint8Array>,
	secrets: readonly string[],
	asked: Requested,
): Promise<Response> {
	const read = await settled(readText(fetchedChunks(body, STREAM_TIMES)));
	if (read.status === 'rejected') {
		const met = exceededBound(read.reason, answer);
		if (answer.ok && met === undefined) throw read.reason;
		// The status of a failure tells whether it may be tried again.
		return failedResponse(redactResponse(answer, null, secrets), {
			error: { message: met ?? redactText(messageOf(read.reason), secrets) },
		});
	}
	const whole = redactResponse(answer, read.value, secrets);
	if (!asked.answer) return whole;
	const shaped = await asOpenAiAnswer(whole, asked.stream);
	// What came in pieces may hold a secret once it is put together.
	return copyResponse(shaped, redactText(await shaped.text(), secrets));
}

/** @param connection is closed when the client reads no more, also while it waits for more */
function streamOf(
	answer: Response,
	body: ReadableStream<Uint8Array>,
	secrets: readonly string[],
	connection: AbortController,
): ReadableStream<Uint8Array> {
	const events = redactedStream(fetchedChunks(body, STREAM_TIMES), secrets);
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

/** In words, which bound of an answer is met; nothing where it is something else that failed. */
function exceededBound(error: unknown, { url }: Response): string | undefined {
	return error instanceof TooLarge || error instanceof Overdue
		? networkWords(connectionFailure(error, [], url)).message
		: undefined;
}

/** The same answer without the secrets. */
function redactResponse(
	answer: Response,
	body: ReadableStream<Uint8Array> | string | null,
	secrets: readonly string[],
): Response {
	const headers = redactHeaders(answer.headers, secrets);
	if (headers.get('content-length') !== '0') {
		// They tell of the bytes on the wire; these are unpacked, and others where a secret was.
		headers.delete('content-length');
		headers.delete('content-encoding');
	}
	const { statusText, url } = answer;
	const text = typeof body === 'string' ? redactText(body, secrets) : body;
	return copyResponse(answer, text, {
		headers,
		statusText: redactText(statusText, secrets),
		url: redactText(url, secrets),
	});
}
