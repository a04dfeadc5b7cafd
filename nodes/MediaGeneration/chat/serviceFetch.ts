import type { Credential } from '../input/credentials';
import { redactBytes } from '../transport/redactBytes';
import { redactText } from '../transport/redact';
import { masked, maskedHeaders } from './masked';

/**
 * `fetch` for a model's client: it sends the key in the API's own header, to no other host by a redirect, and its answers
 * and failures are without the secrets: headers, and bodies as they stream, also when they break off. The client hands
 * both on in ways of its own, with what a service says in the middle of an answer among them; and n8n stores the headers
 * that the client itself is told to send.
 */
export function serviceFetch({ apiKey, secrets }: Pick<Credential, 'apiKey' | 'secrets'>): typeof fetch {
	return async (address, request) => {
		const headers = new Headers(request?.headers);
		headers.set('x-api-key', apiKey);
		try {
			return maskedAnswer(await fetch(address, { ...request, headers, redirect: 'error' }), secrets);
		} catch (error) {
			throw masked(error, secrets);
		}
	};
}

function maskedAnswer(answer: Response, secrets: readonly string[]): Response {
	const { body, status, ok } = answer;
	const headers = maskedHeaders(answer.headers, secrets);
	if (headers.get('content-length') !== '0') {
		// They tell of the bytes on the wire; these are unpacked, and others where a secret was.
		headers.delete('content-length');
		headers.delete('content-encoding');
	}
	const same = new Response(body && redactBytes(body, secrets, (error) => masked(error, secrets)), { headers });
	// A response cannot be made with an address, nor with every status that a service can give.
	const shown = { status, ok, statusText: redactText(answer.statusText, secrets), url: redactText(answer.url, secrets) };
	return Object.defineProperties(same, Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, { value }])));
}
