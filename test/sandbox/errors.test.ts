import axios from 'axios';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { endpoints, type EndpointName } from '../../contract/endpoints';
import { errorEnvelope } from '../../contract/schemas/errors';
import { type RunningSandbox } from '../../sandbox';
import { ManualClock } from '../support/manualClock';
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
	it.each([
		['getBalance', { key: '' }, 'missing_api_key'],
		['getBalance', { key: 'mg-nothing' }, 'invalid_api_key'],
		['getBalance', {}, 'revoked_api_key'],
		['listKeys', { session: 'nothing' }, 'invalid_session'],
	] as const)('%s with %j is refused: %s', async (name, sent, code) => {
		const running = await serve();
		const { apiKey: key } = running.sandbox.addAccount({ status: 'revoked' });
		await refuses(running, name, { key, ...sent }, { status: 401, code });
	});

	const needs = Object.entries(endpoints).flatMap(([name, row]) =>
		'scope' in row && row.auth === 'apiKey' ? [[name as EndpointName, row.scope] as const] : [],
	);

	it.each(needs)('%s needs %s', async (name, scope) => {
		const running = await serve();
		const body = 'request' in endpoints[name] ? {} : undefined;
		const keyFor = (...scopes: string[]) => running.sandbox.addAccount({ scopes }).apiKey;
		const other = { key: keyFor('keys:*', 'video:studio:*'), body };
		const message = expect.stringContaining(scope);
		await refuses(running, name, other, { status: 403, code: 'insufficient_scope', message });
		const key = keyFor(scope === 'billing:read' ? scope : `${scope.split(':')[0]}:*`);
		expect((await send(running, name, { key, body })).status).not.toBe(403);
	});

	it('hides the jobs of one account from another', async () => {
		const running = await serve();
		const { job_id } = await ok(running, 'generateImage', image);
		const { apiKey: key } = running.sandbox.addAccount();
		const params = { job_id };
		await ok(running, 'getImageJob', { params });
		await refuses(running, 'getImageJob', { params, key }, { status: 404, code: 'job_not_found' });
		await refuses(running, 'getVideoJob', { params }, { status: 404 });
	});
});

it('more requests than allowed are refused, until time has passed', async () => {
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
