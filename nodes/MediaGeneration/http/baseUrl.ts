import { isAbsolute } from './addresses';

/** The address that endpoint paths are appended to, or what is wrong with it, in a sentence. */
type BaseUrl = { baseUrl: string; problem?: undefined } | { baseUrl?: undefined; problem: string };

/**
 * Normalizes a pasted Base URL: with a scheme, scheme and host in lower case, without a default port, and without a slash or
 * `/v1` (which an OpenAI-style client wants) at its end.
 */
export function readBaseUrl(given: string): BaseUrl {
	const address = given.trim();
	if (/\s/.test(address)) return wrong('contains a space. Enter the whole address');
	const full = address === '' || isAbsolute(address) ? address : `https://${address}`;
	if (!/^https?:\/\//i.test(full) || !URL.canParse(full))
		return wrong('must be an address that begins with https:// or http://');
	const { origin, pathname, username, password, search, hash } = new URL(full);
	if (username || password)
		return wrong(
			'must not contain a user name or a password: the API key has its own field, and a proxy that asks for a password is not supported. Enter the address alone',
		);
	if (search || hash) return wrong('must not contain ? or #. End it with its path');
	const path = pathname.replace(/\/+$/, '').replace(/\/+v1$/, '');
	return { baseUrl: `${origin}${path}` };
}

/** The address itself is not in the sentence, as it may hold a secret. */
const wrong = (why: string): BaseUrl => ({
	problem: `The credential’s Base URL ${why}, as in https://media.example.com/api`,
});
