import { serveStatic } from '@hono/node-server/serve-static';
import type { Context as HttpContext } from 'hono';
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
	const serve = serveStatic({ path: await library.fileOf(name) });
	const response = (await serve(http, async () => {})) ?? new Response(null, { status: 404 });
	const headers = { 'Accept-Ranges': 'bytes', 'Cache-Control': 'no-store' };
	for (const [header, value] of Object.entries({
		...headers,
		...(type && { 'Content-Type': type }),
	}))
		response.headers.set(header, value);
	return response;
}
