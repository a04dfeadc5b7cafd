import { redactBytes } from '../transport/redactBytes';
import { redactText } from '../transport/redact';
import { masked, maskedHeaders } from './masked';

/**
 * `fetch`, but its answers and its failures are without the secrets: headers, and bodies as they stream, also
 * when they break off. A model's client hands both on in ways of its own, with what a service says in the middle of an
 * answer among them.
 */
export function maskedFetch(secrets: readonly string[]): typeof fetch {
	return async (...request) => {
		try {
			return maskedAnswer(await fetch(...request), secrets);
		} catch (error) {
			throw masked(error, secrets);
		}
	};
}

function maskedAnswer(answer: Response, secrets: readonly string[]): Response {
	const { body, status, ok, redirected } = answer;
	const headers = maskedHeaders(answer.headers, secrets);
	if (headers.get('content-length') !== '0') {
		// They tell of the bytes on the wire; these are unpacked, and others where a secret was.
		headers.delete('content-length');
		headers.delete('content-encoding');
	}
	const same = new Response(body && redactBytes(body, secrets, (error) => masked(error, secrets)), { headers });
	// A response cannot be made with an address, nor with every status that a service can give.
	const shown = { status, ok, redirected, statusText: redactText(answer.statusText, secrets), url: redactText(answer.url, secrets) };
	return Object.defineProperties(same, Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, { value }])));
}
