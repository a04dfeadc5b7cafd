import { showValue } from '../../../contract/catalog/rules';

/** What a Base URL comes to: the address that endpoint paths are appended to, or what is wrong with it, in a sentence. */
export type BaseUrl =
	{ baseUrl: string; problem?: undefined } | { baseUrl?: undefined; problem: string };

/**
 * Brings a Base URL, as people paste it, to the one spelling that addresses are compared with: with a scheme, host and
 * scheme in small letters, no usual port, and no slash or `/v1` (which an OpenAI-style client wants) at its end. What may
 * be secret in one that is wrong is not in the sentence.
 */
export function readBaseUrl(given: string): BaseUrl {
	const address = given.trim();
	if (/\s/.test(address)) {
		return {
			problem: `The credential’s Base URL contains a space. Enter the whole address, as in https://media.example.com/api (given: ${showValue(withoutSecrets(address))})`,
		};
	}
	const full = address === '' || namesProtocol(address) ? address : `https://${address}`;
	if (!/^https?:\/\//i.test(full) || !URL.canParse(full)) {
		return {
			problem: `The credential’s Base URL must be an address that begins with https:// or http:// (given: ${showValue(withoutSecrets(full))})`,
		};
	}
	const { origin, pathname, username, password, search, hash } = new URL(full);
	if (username || password) {
		return {
			problem:
				'The credential’s Base URL must not contain a user name or a password. Remove them: the API key has its own field, and a proxy that asks for a password is not supported',
		};
	}
	if (search || hash)
		return {
			problem:
				'The credential’s Base URL must not contain ? or #. End it with its path, as in https://media.example.com/api',
		};
	return { baseUrl: `${origin}${withoutVersion(pathname)}` };
}

/** Whether an address says by which protocol it is reached, as `https://host` does, and `host:443` does not. */
export function namesProtocol(address: string): boolean {
	return /^[a-z][a-z0-9+.-]*:\/\//i.test(address);
}

/** What is no address, without all that may be a user, a password or a query. */
function withoutSecrets(full: string): string {
	// What stands between ? or # and a later @ may belong to a password as well as to a query.
	if (/[?#][^]*@/.test(full)) return full.replace(/\/\/[^]*/, '//…');
	return full.replace(/\/\/[^]*@/, '//…@').replace(/[?#][^]*/, '…');
}

function withoutVersion(path: string): string {
	const base = withoutSlashes(path);
	return base.endsWith('/v1') ? withoutSlashes(base.slice(0, -'/v1'.length)) : base;
}

function withoutSlashes(path: string): string {
	let end = path.length;
	while (path[end - 1] === '/') end--;
	return path.slice(0, end);
}
