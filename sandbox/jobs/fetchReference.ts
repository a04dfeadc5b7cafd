import axios from 'axios';
import { invalid } from '../errors';

/** How a reference is fetched. */
export interface FetchRules {
	/** Bytes. */
	largest: number;
	/** Milliseconds. */
	timeout: number;
}

const MAX_REDIRECTS = 3;

/**
 * Fetches what a reference parameter points to.
 * @param param the parameter to blame, with its position when it is a list: `image_urls[1]`
 * @throws ApiError 400 that names the parameter and the reason
 */
export async function fetchReference(
	url: string,
	param: string,
	{ largest, timeout }: FetchRules,
): Promise<Buffer> {
	try {
		const { data } = await axios.get<ArrayBuffer>(url, {
			responseType: 'arraybuffer',
			maxContentLength: largest,
			maxRedirects: MAX_REDIRECTS,
			timeout,
			proxy: proxyFor(url),
		});
		return Buffer.from(data);
	} catch (error) {
		throw invalidReference(param, url, reasonOf(error));
	}
}

/** The 400 for a reference that cannot be used. */
export function invalidReference(
	param: string,
	url: string,
	reason: string,
): ReturnType<typeof invalid> {
	return invalid(
		param.replace(/\[.*$/, ''),
		`${param} cannot be used: ${reason} (${shorten(url)})`,
		'invalid_reference',
	);
}

function reasonOf(error: unknown): string {
	if (axios.isAxiosError(error)) {
		if (error.response) return `the server answered ${error.response.status}`;
		return error.code === 'ECONNABORTED'
			? 'the server did not answer in time'
			: `it could not be fetched (${error.code ?? error.message})`;
	}
	return 'it could not be fetched';
}

function shorten(url: string): string {
	return url.length > 120 ? `${url.slice(0, 120)}…` : url;
}

/** Addresses on this machine are reached directly, whatever proxy the environment names. */
export function proxyFor(url: string): false | undefined {
	const { hostname } = new URL(url);
	return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? false : undefined;
}
