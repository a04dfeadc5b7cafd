import { Hono, type Context as HttpContext } from 'hono';
import type { Context } from '../context';
import { ApiError } from '../errors';
import { authenticate } from '../http/authenticate';
import { serveMedia } from '../http/media';
import { API_PREFIX, FILES_PATH, MEDIA_PREFIX } from '../http/prefixes';
import type { RequestLog } from '../http/requestLog';

/** Where a sandbox tells what its dialect has chosen. */
const DESCRIPTION_PATH = '/sandbox/dialect';

/** Adds the files that only a key opens, and what tells of the dialect: without one there are no such files, and the seed told is 0. */
export function addDialect(app: Hono, context: Context): void {
	app.get(`${API_PREFIX}${FILES_PATH}/:name`, async (http, next) => {
		if (!context.dialect) return await next();
		authenticate({ auth: 'apiKey' }, http.req.raw.headers, context);
		const name = http.req.param('name');
		if (http.req.query('redirect'))
			return http.redirect(`${context.mediaUrl}${MEDIA_PREFIX}/${name}`, 302);
		return await serveMedia(http, context.library);
	});
	app.get(DESCRIPTION_PATH, (http) =>
		http.json(context.dialect?.description ?? { seed: 0, chosen: {} }),
	);
}

/** An app that serves results only, for an origin of its own: also without extension and type, and small pictures that are no results. */
export function mediaApp({ library }: Context, requests: RequestLog): Hono {
	const app = new Hono();
	app.use(async ({ req }, next) => {
		requests.add({
			method: req.method,
			path: req.path,
			headers: req.header(),
			body: await req.raw.clone().text(),
			at: Date.now(),
		});
		await next();
	});
	app.get(`${MEDIA_PREFIX}/:name`, (http) => serveMedia(http, library));
	app.get(`${MEDIA_PREFIX}/raw/:name`, async (http) => await serveRaw(http, library));
	app.get(
		'/thumbnails/:name',
		() =>
			new Response('a small picture, and not the result', {
				headers: { 'Content-Type': 'image/jpeg' },
			}),
	);
	app.get(
		'/view/:id',
		() =>
			new Response('<!doctype html><title>Your job</title>', {
				headers: { 'Content-Type': 'text/html' },
			}),
	);
	app.onError((error) =>
		Response.json(
			{ error: error.message },
			{ status: error instanceof ApiError ? error.status : 500 },
		),
	);
	return app;
}

async function serveRaw(http: HttpContext, library: Context['library']): Promise<Response> {
	const name = http.req.param('name') ?? '';
	for (const extension of ['png', 'jpeg', 'webp', 'mp4']) {
		const file = await library.find(`${name}.${extension}`);
		if (file)
			return new Response((await file.read(0, file.length - 1)) as BodyInit, {
				headers: {
					'Content-Type': 'application/octet-stream',
					'Content-Length': String(file.length),
				},
			});
	}
	throw new ApiError(404, 'media_not_found', 'There is no such file');
}
