import { API_KEY_HEADER } from '../../../credentials/pasted';
import { jsonParse } from 'n8n-workflow';
import type { Credential } from '../input/credentials';
import { dataOf, isData } from '../support/data';
import { redactBytes } from '../transport/redactBytes';
import { redactText } from '../transport/redact';
import { answerLike } from './answerLike';
import { masked, maskedHeaders } from './masked';
import { asOpenAiAnswer } from './openAiAnswer';

/**
 * `fetch` for a model's client: it sends the key in the API's own header, to no other host by a redirect, and its answers
 * and failures are without the secrets: headers, and bodies as they stream, also when they break off. The client hands
 * both on in ways of its own, with what a service says in the middle of an answer among them; and n8n stores the headers
 * that the client itself is told to send. What is answered in another shape than OpenAI's is put into that.
 */
export function serviceFetch({ apiKey, secrets }: Pick<Credential, 'apiKey' | 'secrets'>): typeof fetch {
	return async (address, request) => {
		const headers = new Headers(request?.headers);
		headers.set(API_KEY_HEADER, apiKey);
		try {
			const answer = maskedAnswer(await fetch(address, { ...request, headers, redirect: 'error' }), secrets);
			const asked = isAsked(request);
			if (!asked.answer) return answer;
			const shaped = await asOpenAiAnswer(answer, asked.stream);
			// What came in pieces that nobody had asked for may hold a secret once it is put together.
			return asked.stream ? shaped : maskedAnswer(shaped, secrets);
		} catch (error) {
			throw masked(error, secrets);
		}
	};
}

function maskedAnswer(answer: Response, secrets: readonly string[]): Response {
	const { body, statusText, url } = answer;
	const headers = maskedHeaders(answer.headers, secrets);
	if (headers.get('content-length') !== '0') {
		// They tell of the bytes on the wire; these are unpacked, and others where a secret was.
		headers.delete('content-length');
		headers.delete('content-encoding');
	}
	const hidden = body && redactBytes(body, secrets, (error) => masked(error, secrets));
	return answerLike(answer, hidden, { headers, statusText: redactText(statusText, secrets), url: redactText(url, secrets) });
}

/** Whether the client asks for an answer, and for one that comes piece by piece. */
function isAsked(request: RequestInit | undefined): { answer: boolean; stream: boolean } {
	const body = typeof request?.body === 'string' ? jsonParse<unknown>(request.body, { fallbackValue: undefined }) : undefined;
	return { answer: isData(body), stream: dataOf(body).stream === true };
}
