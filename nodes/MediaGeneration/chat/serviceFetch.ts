import { API_KEY_HEADER } from '../../../credentials/pasted';
import { jsonParse } from 'n8n-workflow';
import type { Credential } from '../http/readCredential';
import { dataOf, isData, messageOf } from '../support/data';
import { fetchedChunks, readText, TooLarge } from '../http/body';
import { Overdue } from '../support/deadline';
import { networkWords } from '../failures/connection';
import { redactText } from '../http/redact';
import { STREAM_TIMES } from '../http/request';
import { connectionFailure } from '../http/send';
import { copyResponse } from './copyResponse';
import { redactedStream } from './redactedStream';
import { redactError, redactHeaders } from './redactError';
import { asOpenAiAnswer, isStreamed, failedResponse } from './openAiAnswer';
import { settled } from '../support/settled';

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

/** Whether the client requests an answer, and a stream. */
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
		// The status of a failure decides about retries.
		return failedResponse(redactResponse(answer, null, secrets), {
			error: { message: met ?? redactText(messageOf(read.reason), secrets) },
		});
	}
	const whole = redactResponse(answer, read.value, secrets);
	if (!asked.answer) return whole;
	const shaped = await asOpenAiAnswer(whole, asked.stream);
	// An answer that came in pieces may hold a secret once it is assembled.
	return copyResponse(shaped, redactText(await shaped.text(), secrets));
}

/** @param connection is closed when the client stops reading */
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

/** The message if an answer exceeded a bound. */
function exceededBound(error: unknown, { url }: Response): string | undefined {
	return error instanceof TooLarge || error instanceof Overdue
		? networkWords(connectionFailure(error, [], url)).message
		: undefined;
}

/** The redacted answer. */
function redactResponse(
	answer: Response,
	body: ReadableStream<Uint8Array> | string | null,
	secrets: readonly string[],
): Response {
	const headers = redactHeaders(answer.headers, secrets);
	if (headers.get('content-length') !== '0') {
		// They describe the bytes on the wire, which were unpacked and redacted.
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
