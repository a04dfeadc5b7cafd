import { API_KEY_HEADER } from '../../../credentials/pasted';
import { jsonParse } from 'n8n-workflow';
import type { Credential } from '../http/readCredential';
import { dataOf, isData, messageOf } from '../support/data';
import { fetchedChunks, readText } from '../http/body';
import { Overdue } from '../support/deadline';
import { networkWords } from '../failures/connection';
import { redactText } from '../http/redact';
import { STREAM } from '../http/request';
import { connectionFailure } from '../http/send';
import { TooLarge } from '../http/tooLarge';
import { answerLike } from './answerLike';
import { hiddenStream } from './hiddenStream';
import { masked, maskedHeaders } from './masked';
import { asOpenAiAnswer, isStreamed, noAnswer } from './openAiAnswer';
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
			const asked = isAsked(request);
			if (answer.body === null) return hidden(answer, null, secrets);
			if (isStreamed(answer, asked.stream))
				return hidden(answer, streamOf(answer, answer.body, secrets, connection), secrets);
			return await wholeAnswer(answer, answer.body, secrets, asked);
		} catch (error) {
			throw masked(error, secrets);
		}
	};
}

/** What the client asks for: an answer, and one that comes piece by piece. */
interface AskedFor {
	answer: boolean;
	stream: boolean;
}

function isAsked(request: RequestInit | undefined): AskedFor {
	const body =
		typeof request?.body === 'string'
			? jsonParse<unknown>(request.body, { fallbackValue: undefined })
			: undefined;
	return { answer: isData(body), stream: dataOf(body).stream === true };
}

async function wholeAnswer(
	answer: Response,
	body: ReadableStream<Uint8Array>,
	secrets: readonly string[],
	asked: AskedFor,
): Promise<Response> {
	const read = await settled(readText(fetchedChunks(body, STREAM)));
	if (read.status === 'rejected') {
		const met = boundMet(read.reason, answer);
		if (answer.ok && met === undefined) throw read.reason;
		// The status of a failure tells whether it may be tried again.
		return noAnswer(hidden(answer, null, secrets), {
			error: { message: met ?? redactText(messageOf(read.reason), secrets) },
		});
	}
	const whole = hidden(answer, read.value, secrets);
	if (!asked.answer) return whole;
	const shaped = await asOpenAiAnswer(whole, asked.stream);
	// What came in pieces may hold a secret once it is put together.
	return answerLike(shaped, redactText(await shaped.text(), secrets));
}

/** @param connection is closed when the client reads no more, also while it waits for more */
function streamOf(
	answer: Response,
	body: ReadableStream<Uint8Array>,
	secrets: readonly string[],
	connection: AbortController,
): ReadableStream<Uint8Array> {
	const events = hiddenStream(fetchedChunks(body, STREAM), secrets);
	const encoder = new TextEncoder();
	return new ReadableStream({
		async pull(controller) {
			const next = await settled(events.next());
			if (next.status === 'rejected') {
				const message = boundMet(next.reason, answer);
				throw message === undefined ? masked(next.reason, secrets) : new Error(message);
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
function boundMet(error: unknown, { url }: Response): string | undefined {
	return error instanceof TooLarge || error instanceof Overdue
		? networkWords(connectionFailure(error, [], url)).message
		: undefined;
}

/** The same answer without the secrets. */
function hidden(
	answer: Response,
	body: ReadableStream<Uint8Array> | string | null,
	secrets: readonly string[],
): Response {
	const headers = maskedHeaders(answer.headers, secrets);
	if (headers.get('content-length') !== '0') {
		// They tell of the bytes on the wire; these are unpacked, and others where a secret was.
		headers.delete('content-length');
		headers.delete('content-encoding');
	}
	const { statusText, url } = answer;
	const text = typeof body === 'string' ? redactText(body, secrets) : body;
	return answerLike(answer, text, {
		headers,
		statusText: redactText(statusText, secrets),
		url: redactText(url, secrets),
	});
}
