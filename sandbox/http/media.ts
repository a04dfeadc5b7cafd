import type { Context as HttpContext } from 'hono';
import { ApiError } from '../errors';
import type { Library } from '../media/library';

/**
 * Serves a result to whoever knows its name, whole or the byte range that is asked for.
 * @param type default: that of the file
 * @throws ApiError 404 when no completed job has this file
 */
export async function serveMedia(
	http: HttpContext,
	library: Library,
	name: string,
	type?: string,
): Promise<Response> {
	const file = await library.find(name);
	if (!file) throw new ApiError(404, 'media_not_found', 'There is no such file');
	const range = rangeOf(http.req.header('range'), file.length);
	const headers = {
		'Content-Type': type ?? file.contentType,
		'Accept-Ranges': 'bytes',
		'Cache-Control': 'no-store',
	};
	if (range === 'outside') {
		return new Response(null, {
			status: 416,
			headers: { ...headers, 'Content-Range': `bytes */${file.length}` },
		});
	}
	const { start, end } = range ?? { start: 0, end: file.length - 1 };
	return new Response(
		http.req.method === 'HEAD' ? null : ((await file.read(start, end)) as BodyInit),
		{
			status: range ? 206 : 200,
			headers: {
				...headers,
				'Content-Length': String(end - start + 1),
				...(range && { 'Content-Range': `bytes ${start}-${end}/${file.length}` }),
			},
		},
	);
}

/** A single byte range, as media players ask for; anything else is answered with the whole file. */
function rangeOf(
	header: string | undefined,
	length: number,
): { start: number; end: number } | 'outside' | undefined {
	const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
	const [, first = '', last = ''] = match ?? [];
	if (!first && !last) return undefined;
	const start = first ? Number(first) : Math.max(0, length - Number(last));
	const end = first && last ? Math.min(Number(last), length - 1) : length - 1;
	return start > end ? 'outside' : { start, end };
}
