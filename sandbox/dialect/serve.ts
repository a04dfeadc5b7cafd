import { Hono } from 'hono';
import type { Context } from '../context';
import { ApiError } from '../errors';
import { authenticate } from '../http/authenticate';
import { serveMedia } from '../http/media';
import { API_PREFIX, FILES_PATH, MEDIA_PREFIX } from '../http/prefixes';
import type { RequestLog } from '../http/requestLog';

/** Adds the files that only a key opens, and what tells of the dialect: without one there are no such files, and the seed told is 0. */
export function addDialect(app: Hono, context: Context): void {
	app.get(`${API_PREFIX}${FILES_PATH}/:name`, async (http, next) => {
		if (!context.dialect) return await next();
		authenticate({ auth: 'apiKey' }, http.req.raw.headers, context);
		const { name } = http.req.param();
		if (http.req.query('redirect'))
			return http.redirect(`${context.mediaUrl}${MEDIA_PREFIX}/${name}`, 302);
		return await serveMedia(http, context.library, name);
	});
	app.get('/sandbox/dialect', (http) =>
		http.json(context.dialect?.description ?? { seed: 0, chosen: {} }),
	);
}

/** An app that serves results only, for an origin of its own: also without extension and type. */
export function mediaApp({ library, state }: Context, requests: RequestLog): Hono {
	const app = new Hono();
	app.use(async ({ req }, next) => {
		const { method, path } = req;
		const body = await req.raw.clone().text();
		requests.add({ method, path, headers: req.header(), body, at: Date.now() });
		await next();
	});
	app.get(`${MEDIA_PREFIX}/:name`, (http) => serveMedia(http, library, http.req.param('name')));
	app.get(`${MEDIA_PREFIX}/raw/:name`, async (http) => {
		const name = http.req.param('name');
		const format = state.jobs.get(name.slice(0, UUID_LENGTH))?.plan.format ?? '';
		return await serveMedia(http, library, `${name}.${format}`, 'application/octet-stream');
	});
	app.onError((error) => {
		const status = error instanceof ApiError ? error.status : 500;
		return Response.json({ error: error.message }, { status });
	});
	return app;
}

const UUID_LENGTH = 36;
