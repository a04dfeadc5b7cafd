import { isSuccess } from '../support/httpStatus';

/** A copy of a response with another body. A `Response` cannot be constructed with a URL, nor with every status. */
export function copyResponse(
	answer: Response,
	body: ReadableStream<Uint8Array> | string | null,
	told: { headers?: Headers; status?: number; statusText?: string; url?: string } = {},
): Response {
	const {
		headers = answer.headers,
		status = answer.status,
		statusText = answer.statusText,
		url = answer.url,
	} = told;
	const made = new Response(body, { headers });
	const shown = { status, ok: isSuccess(status), statusText, url };
	return Object.defineProperties(
		made,
		Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, { value }])),
	);
}
