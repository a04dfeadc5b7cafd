import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Hono, Context as HttpContext } from 'hono';
import {
	comingSoon,
	endpoints,
	type EndpointName,
	type EndpointRow,
} from '../../contract/endpoints';
import type { Context } from '../context';
import { tellStream } from '../dialect/chat';
import { endpointAt } from '../dialect/places';
import { hear, speakerOf, tell, tellError } from '../dialect/speech';
import { ApiError, errorResponse, internalError } from '../errors';
import { handlers } from '../handlers';
import { authenticate, authorize } from './authenticate';
import { parseBody, readText } from './body';
import type { FaultHook } from './faults';
import type { Answer, BodyOf, Call, Streamed } from './handler';
import { API_PREFIX } from './prefixes';
import type { RateLimit } from './rateLimit';
import type { RequestLog } from './requestLog';

/** What serving the endpoints needs beside the sandbox's own parts. */
export interface ApiParts {
	context: Context;
	rateLimit: RateLimit;
	requests: RequestLog;
	faults: FaultHook;
}

/** Adds every endpoint of the contract. Whatever goes wrong is answered in the envelope of "Errors". */
export function addApi(app: Hono, parts: ApiParts): void {
	const names = Object.keys(endpoints) as EndpointName[];
	const { dialect, log } = parts.context;
	const told = (error: ApiError) => (dialect ? tellError(dialect, error) : errorResponse(error));
	app.use(observe(parts));
	for (const name of names) {
		const row: EndpointRow = endpoints[name];
		app.on(row.method, honoPath(row.path), (http) => serve(name, http.req.param(), http, parts));
	}
	for (const path of new Set(names.map((name) => endpoints[name].path))) {
		app.all(honoPath(path), () => told(methodNotAllowed(path)));
	}
	app.notFound((http) => serveElsewhere(http, parts));
	app.onError((error) => told(refusal(error, log)));
}

/** What the caller is told of something thrown; the log is told what it was. */
export function refusal(error: unknown, log: (line: string) => void): ApiError {
	if (error instanceof ApiError) return error;
	log(`unexpected: ${error instanceof Error ? error.stack : String(error)}`);
	return internalError();
}

/** Notes each request, also those for media, and lets go wrong what should. */
function observe({ requests, faults, context: { clock, log } }: ApiParts) {
	return async (http: HttpContext, next: () => Promise<void>) => {
		const { method, raw } = http.req;
		const path = belowBase(http.req.path);
		const body = await readText(raw);
		http.set('body', body);
		const headers = http.req.header();
		requests.add({ method, path, headers, body, at: clock.now() });
		const fault = await faults({ method, path, headers, body });
		if (fault?.when !== 'before') await next();
		if (fault)
			http.res =
				fault.give instanceof Response ? fault.give : await withoutAnswer(http, fault.give);
		log(`${method} ${path} ${http.res.status}`);
	};
}

/** What only a dialect has at this address. @throws ApiError 404 when it has nothing either */
async function serveElsewhere(http: HttpContext, parts: ApiParts): Promise<Response> {
	const speaker = speakerOf(parts.context);
	const found = http.req.method === 'GET' && speaker && endpointAt(speaker, placeOf(http));
	if (!found) throw notFound(http.req.path);
	return await serve(found.name, found.params, http, parts);
}

async function serve<Name extends EndpointName>(
	name: Name,
	params: Record<string, string>,
	http: HttpContext,
	parts: ApiParts,
): Promise<Response> {
	const row: EndpointRow = endpoints[name];
	const { context, rateLimit } = parts;
	const speaker = speakerOf(context);
	const { headers } = http.req.raw;
	const caller = authenticate(row, headers, context);
	rateLimit.count(caller.key?.id ?? caller.account.id);
	authorize(row, caller);
	const body =
		row.request && parseBody(http.get('body') as string, headers.get('content-type'), row.request);
	const call: Call = { caller, params, query: http.req.query(), body };
	const heard = speaker ? hear(name, speaker, call, placeOf(http)) : call;
	// The body is what the endpoint's own schema has left, and a dialect does not change it.
	const answer: Answer | Streamed = await handlers[name](context, heard as Call<BodyOf<Name>>);
	if ('events' in answer)
		return streamOf(speaker ? tellStream(speaker, answer.events) : written(answer.events));
	if (speaker) return await tell(name, speaker, answer, call);
	return Response.json(answer.body, { status: answer.status });
}

/** Events as an OpenAI-style service writes them. */
async function* written(events: AsyncIterable<object>): AsyncGenerator<string, void, void> {
	for await (const event of events) yield `data: ${JSON.stringify(event)}\n\n`;
	yield 'data: [DONE]\n\n';
}

/** Begun at once, so that what tells the texts comes to its end also where the client has left already. */
function streamOf(texts: AsyncGenerator<string, void, void>): Response {
	const encoder = new TextEncoder();
	const headers = {
		'Content-Type': 'text/event-stream; charset=utf-8',
		'Cache-Control': 'no-cache',
	};
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const { done, value } = await texts.next();
			if (done) controller.close();
			else controller.enqueue(encoder.encode(value));
		},
		cancel: async () => void (await texts.return()),
	});
	return new Response(body, { headers });
}

/** Breaks the connection, or waits until the client does. @throws Error when there is none, as in a test that calls the app directly */
async function withoutAnswer(http: HttpContext, how: 'destroy' | 'silence'): Promise<Response> {
	const { outgoing } = (http.env ?? {}) as { outgoing?: ServerResponse };
	if (!outgoing) throw new Error('There is no connection to break');
	if (how === 'destroy') outgoing.destroy();
	if (!outgoing.closed) await once(outgoing, 'close');
	return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
}

/** Path and query below the base URL. */
function placeOf({ req }: HttpContext): string {
	return belowBase(req.path) + new URL(req.url).search;
}

/** The path below the base URL; of what lies outside of it, the whole path. */
function belowBase(path: string): string {
	return path.startsWith(`${API_PREFIX}/`) ? path.slice(API_PREFIX.length) : path;
}

function honoPath(path: string): string {
	return API_PREFIX + path.replace(/\{(\w+)\}/g, ':$1');
}

function methodNotAllowed(path: string): ApiError {
	const methods = Object.values(endpoints).flatMap((row) =>
		row.path === path ? [row.method] : [],
	);
	const Allow = methods.join(', ');
	return new ApiError(405, 'method_not_allowed', `This path takes ${Allow}`, {
		headers: { Allow },
	});
}

function notFound(path: string): ApiError {
	const below = belowBase(path);
	const soon = comingSoon.find((prefix) => below === prefix || below.startsWith(`${prefix}/`));
	return soon
		? new ApiError(404, 'coming_soon', `${soon} is coming soon`)
		: new ApiError(404, 'not_found', 'There is no such endpoint');
}
