import axios from 'axios';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { endpoints, type EndpointName } from '../../contract/endpoints';
import { errorEnvelope } from '../../contract/schemas/errors';
import { ManualClock, type RunningSandbox } from '../../sandbox';
import { answers, blames, closeAll, ok, refuses, send, serve } from './support';

afterEach(closeAll);

const image = { body: { prompt: 'fox' } };

async function raw(
	running: RunningSandbox,
	method: string,
	path: string,
	more: { headers?: Record<string, string>; data?: unknown } = {},
) {
	const answer = await axios.request({
		method,
		url: running.url + path,
		data: more.data,
		headers: { 'x-api-key': running.apiKey, 'content-type': 'application/json', ...more.headers },
		transformRequest: [(data) => data],
		validateStatus: null,
	});
	return {
		status: answer.status,
		headers: answer.headers,
		...errorEnvelope.parse(answer.data).error,
	};
}

/** Bytes. */
const LARGEST_BODY = 8 * 1024 * 1024;

/** A request's body of so many bytes. */
const promptOf = (bytes: number) => `{"prompt":"${'x'.repeat(bytes - '{"prompt":""}'.length)}"}`;

const NINE_MB = promptOf(9_000_000);

/** Where a body goes, unless a test says otherwise. */
const GENERATE = {
	method: 'POST',
	path: '/v1/images/generations',
	headers: {} as Record<string, string>,
};

/** What is answered to who sends all of a body before it listens, without saying beforehand how long it is. */
async function answerAfter(running: RunningSandbox, bytes: number): Promise<string> {
	const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
	socket.write(
		'POST /api/v1/images/generations HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n',
	);
	const block = Buffer.alloc(64 * 1024, 'x');
	for (let sent = 0; sent < bytes; sent += block.length) {
		socket.write(`${block.length.toString(16)}\r\n`);
		if (!socket.write(block)) await once(socket, 'drain');
		socket.write('\r\n');
	}
	await new Promise<void>((resolve) => socket.write('0\r\n\r\n', () => resolve()));
	return (await text(socket)).split('\r\n\r\n')[1] ?? '';
}

describe('the envelope', () => {
	it.each([
		['an unknown path', 'GET', '/api/v1/nothing', 404, 'not_found'],
		['a path outside the API', 'GET', '/elsewhere', 404, 'not_found'],
		['a wrong method', 'DELETE', '/api/v1/models', 405, 'method_not_allowed'],
		['an unknown file', 'GET', '/media/nothing.png', 404, 'media_not_found'],
	])('answers %s', async (_, method, path, status, code) => {
		expect(await raw(await serve(), method, path)).toMatchObject({ status, code });
	});

	it.each([
		[
			'of a wrong type',
			'prompt=x',
			415,
			'unsupported_media_type',
			{ headers: { 'content-type': 'text/plain' } },
		],
		['that is broken JSON', '{"prompt":', 400, 'invalid_json'],
		['that is no object', '[1]', 400, 'invalid_json'],
		['that is empty', '', 400, 'invalid_json'],
		['of JSON without end', '{"prompt":'.repeat(100_000), 400, 'invalid_json'],
		['as long as it may be', promptOf(LARGEST_BODY), 400, 'invalid_parameter'],
		['that is too large', promptOf(LARGEST_BODY + 1), 413, 'payload_too_large'],
		['of 9 MB', NINE_MB, 413, 'payload_too_large'],
		[
			'of 9 MB in a conversation',
			NINE_MB,
			413,
			'payload_too_large',
			{ path: '/v1/chat/completions' },
		],
		[
			'of 9 MB where none is taken',
			NINE_MB,
			413,
			'payload_too_large',
			{ method: 'DELETE', path: '/v1/api-keys/x' },
		],
		[
			'of 9 MB in a form',
			`--x\r\n\r\n${NINE_MB}\r\n--x--`,
			413,
			'payload_too_large',
			{ headers: { 'content-type': 'multipart/form-data; boundary=x' } },
		],
	] as Array<[string, string, number, string, Partial<typeof GENERATE>?]>)(
		'answers a body %s',
		async (_, data, status, code, more = {}) => {
			const { method, path, headers } = { ...GENERATE, ...more };
			expect(await raw(await serve(), method, `/api${path}`, { data, headers })).toMatchObject({
				status,
				code,
			});
		},
	);

	it('reaches who sends 30 MB before listening', async () => {
		const answer = await answerAfter(await serve(), 30_000_000);
		expect(errorEnvelope.parse(JSON.parse(answer)).error).toMatchObject({
			code: 'payload_too_large',
		});
	});

	it('names the methods of a path', async () => {
		const running = await serve();
		const { headers } = await raw(running, 'PUT', '/api/v1/api-keys');
		expect(headers.allow).toBe('GET, POST');
	});

	it.each([
		['callback_url', { callback_url: 'ftp://127.0.0.1/x' }],
		['callback_url', { callback_url: '' }],
		['callback_url', { callback_url: 'http:127.0.0.1/x' }],
		['callback_url', { callback_url: ' http://127.0.0.1/x' }],
		['model', { model: 5 }],
		['enable_fallback', { enable_fallback: 'yes' }],
		['additional_settings', { additional_settings: [1] }],
	])('names %s as the parameter to blame', async (param, more) => {
		const running = await serve();
		await blames(running, 'generateImage', { body: { prompt: 'fox', ...more } }, param);
	});

	it('tells nothing of what went wrong inside', async () => {
		const lines: string[] = [];
		const broken = async () => {
			throw new Error('secret detail');
		};
		const running = await serve({
			renderer: { picture: broken, video: broken },
			log: (line) => lines.push(line),
		});
		const { url } = await ok(running, 'generateImage', image);
		expect(await raw(running, 'GET', new URL(url).pathname)).toMatchObject({
			status: 500,
			message: 'Internal server error',
		});
		expect(lines.join()).toContain('secret detail');
	});
});

describe('keys and scopes', () => {
	it('asks for a key that exists and is active', async () => {
		const running = await serve();
		const { apiKey } = running.sandbox.addAccount({ status: 'revoked' });
		await refuses(running, 'getBalance', { key: '' }, { status: 401, code: 'missing_api_key' });
		await refuses(
			running,
			'getBalance',
			{ key: 'mg-nothing' },
			{ status: 401, code: 'invalid_api_key' },
		);
		await refuses(running, 'getBalance', { key: apiKey }, { status: 401, code: 'revoked_api_key' });
		await refuses(
			running,
			'listKeys',
			{ session: 'nothing' },
			{ status: 401, code: 'invalid_session' },
		);
	});

	const needs = Object.entries(endpoints).flatMap(([name, row]) =>
		'scope' in row && row.auth === 'apiKey' ? [[name as EndpointName, row.scope] as const] : [],
	);

	it.each(needs)('%s needs %s', async (name, scope) => {
		const running = await serve();
		const other = running.sandbox.addAccount({ scopes: ['keys:*', 'video:studio:*'] });
		const row = endpoints[name];
		await refuses(
			running,
			name,
			{ key: other.apiKey, ...('request' in row && { body: {} }) },
			{ status: 403, code: 'insufficient_scope', message: expect.stringContaining(scope) },
		);
		const parent = `${scope.split(':')[0]}:*`;
		const granted = running.sandbox.addAccount({
			scopes: [scope === 'billing:read' ? scope : parent],
		});
		const { status } = await send(running, name, {
			key: granted.apiKey,
			...('request' in row && { body: {} }),
		});
		expect(status).not.toBe(403);
	});

	it('never lets the key into an answer', async () => {
		const running = await serve();
		const key = running.apiKey;
		for (const body of [
			{ prompt: key, callback_url: 'http://127.0.0.1:9/' },
			{ prompt: key, callback_url: `http://127.0.0.1:9/${key}` },
			{ prompt: 'x', model: key },
			{ prompt: key, seed: key },
		]) {
			const { data } = await send(running, 'generateImage', { body });
			expect(JSON.stringify(data)).not.toContain(key);
		}
		expect(
			JSON.stringify([...running.sandbox.state.jobs.values()], (_, value) =>
				typeof value === 'bigint' ? String(value) : value,
			),
		).not.toContain(key);
	});

	it('cannot be told to who takes a delivery, nor another address be made of it', async () => {
		const running = await serve();
		const body = { prompt: 'x', callback_url: `http://127.0.0.1:9/${running.apiKey}` };
		await blames(running, 'generateImage', { body }, 'callback_url');
		expect(running.sandbox.state.jobs.size).toBe(0);
	});

	it('hides the jobs of one account from another', async () => {
		const running = await serve();
		const { job_id } = await ok(running, 'generateImage', image);
		const other = running.sandbox.addAccount();
		await ok(running, 'getImageJob', { params: { job_id } });
		await refuses(
			running,
			'getImageJob',
			{ params: { job_id }, key: other.apiKey },
			{ status: 404, code: 'job_not_found' },
		);
		await refuses(running, 'getVideoJob', { params: { job_id } }, { status: 404 });
	});
});

describe('refusals of good requests', () => {
	it('more requests than allowed, until time has passed', async () => {
		const clock = new ManualClock();
		const running = await serve({ rateLimit: 2, clock });
		await ok(running, 'listModels');
		await ok(running, 'listModels');
		const { status, headers } = await send(running, 'listModels');
		expect(status).toBe(429);
		expect(headers['retry-after']).toBe('1');
		await ok(running, 'listModels', { key: running.sandbox.addAccount().apiKey });
		await clock.advance(1000);
		await ok(running, 'listModels');
	});
});

describe('faults', () => {
	it('break the connection before or after the handler ran, or answer otherwise', async () => {
		const running = await serve({
			faults: ({ body, path }) => {
				if (body.includes('lost')) return { when: 'after', give: 'destroy' };
				if (body.includes('never')) return { when: 'before', give: 'destroy' };
				return path === '/v1/models'
					? { when: 'before', give: new Response('<h1>Bad gateway</h1>', { status: 502 }) }
					: undefined;
			},
		});
		await expect(send(running, 'generateImage', { body: { prompt: 'lost' } })).rejects.toThrow(
			'socket hang up',
		);
		await expect(send(running, 'generateImage', { body: { prompt: 'never' } })).rejects.toThrow(
			'socket hang up',
		);
		expect(running.sandbox.state.jobs.size).toBe(1);
		await answers(running, 'listModels', {}, 502);
		expect(running.sandbox.requests.map(({ path }) => path)).toEqual([
			'/v1/images/generations',
			'/v1/images/generations',
			'/v1/models',
		]);
		await expect(axios.get(`${running.url}/media/x.png`)).rejects.toMatchObject({
			response: { status: 404 },
		});
		expect(running.sandbox.requests.at(-1)).toMatchObject({
			method: 'GET',
			path: '/media/x.png',
			body: undefined,
		});
		expect(running.sandbox.requests[0]).toMatchObject({ method: 'POST', body: { prompt: 'lost' } });
	});
});
