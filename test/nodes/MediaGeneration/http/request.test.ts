import { json } from 'node:stream/consumers';
import type { INodeParameters } from 'n8n-workflow';
import { pollNode } from '../../../support/poll';
import { runNode } from '../../../support/engine';
import { IMAGE, VIDEO } from '../../../support/sandbox';
import { useServer } from '../../../support/server';

const server = useServer();
const KEY = 'a-key-that-must-stay-home';
const balance = async (path = '/api', apiKey = KEY) =>
	await runNode({
		parameters: { resource: 'billing', operation: 'getBalance' },
		credentials: { mediaGenerationApi: { baseUrl: `${server.url}${path}`, apiKey } },
	});

const draw = async (parameters: object = {}) =>
	await runNode({
		parameters: {
			...IMAGE,
			prompt: 'x',
			options: { download: false },
			...parameters,
		} as INodeParameters,
		credentials: { mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey: KEY } },
	});

/** No waiting between tries. */
beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

test.each(['/api', '/api/', '/api//', '/api/v1', '/api/v1/'])(
	'a base URL that ends with %s is forgiven',
	async (path) => {
		server.answer = (_, response) =>
			response.setHeader('content-type', 'application/json').end('{"balance_usd":1}');
		expect((await balance(path)).items[0]?.json).toEqual({ balance_usd: 1 });
		expect(server.requests[0]).toMatchObject({
			url: '/api/v1/billing/balance',
			headers: { 'x-api-key': KEY },
		});
	},
);

test('a website that answers everything with a page is told, and no empty result', async () => {
	server.answer = (_, response) =>
		response.setHeader('content-type', 'text/html').end('<!doctype html><title>Welcome</title>');
	const { error, items } = await balance('');
	expect(error?.message).toBe('The service’s answer could not be read');
	expect(error?.description).toMatch(/Base URL.*ends with \/api/);
	expect(items).toEqual([]);
});

test('what only asks is given a minute, what is paid for as long as n8n gives', async () => {
	const given = jest.spyOn(AbortSignal, 'timeout');
	server.answer = (_, response) =>
		response
			.setHeader('content-type', 'application/json')
			.end('{"balance_usd":1,"job_id":"1","status":"processing"}');
	await balance();
	expect(given.mock.calls).toEqual(expect.arrayContaining([[60_000]]));
	given.mockClear();
	await draw({ waitFor: 'submit' });
	expect(given.mock.calls).toEqual(expect.arrayContaining([[300_000]]));
	expect(given.mock.calls).not.toContainEqual([60_000]);
});

test.each([301, 308])(
	'what only asks is asked for where a %d says that it is, on the same host, once',
	async (status) => {
		const moved = { 1: '/api/v2/billing/balance', 2: '/api/v3/billing/balance' };
		server.answer = ({ url }, response) =>
			url === moved[1]
				? response.setHeader('content-type', 'application/json').end('{"balance_usd":1}')
				: response
						.writeHead(status, {
							location: url === '/again/v1/billing/balance' ? moved[2] : moved[1],
						})
						.end('<html>Moved</html>');
		expect((await balance()).items[0]?.json).toEqual({ balance_usd: 1 });
		expect(server.requests.map(({ url }) => url)).toEqual(['/api/v1/billing/balance', moved[1]]);
		expect((await balance('/again')).error?.message).toMatch(/redirects to/);
		expect(server.requests).toHaveLength(4);
	},
);

test('what spends is not sent again where a redirect says, as it may have been carried out', async () => {
	server.answer = (_, response) =>
		response.writeHead(307, { location: '/api/v2/images/generations' }).end();
	await draw();
	expect(server.requests).toHaveLength(1);
});

test.each([
	['an error alone', '{"error":"no such account"}', 'no such account', 1],
	['a text', 'a;b\n1;2', 'The service’s answer could not be read', 4],
])(
	'what only asks, and is answered under 200 with %s, has failed',
	async (_, body, message, requests) => {
		server.answer = (__, response) =>
			response.writeHead(200, { 'content-type': 'application/json' }).end(body);
		expect((await balance()).error?.message).toBe(message);
		expect(server.requests).toHaveLength(requests);
	},
);

test('a redirect to nowhere is told in the service’s own words', async () => {
	server.answer = (_, response) => response.writeHead(300).end('{"message":"Choose one"}');
	expect((await balance()).error?.message).toBe('Choose one');
});

describe('an answer that says where else the answer is (303)', () => {
	describe('to a request that has been carried out by then', () => {
		const film = { ...VIDEO, prompt: 'waves', waitFor: 'submit' };
		const key = { resource: 'apiKey', operation: 'create', name: 'Nightly', scopes: ['image:*'] };
		const make = async (parameters: object) =>
			await runNode({
				parameters: parameters as INodeParameters,
				credentials: {
					mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey: KEY },
					mediaGenerationSessionApi: {
						baseUrl: `${server.url}/api`,
						mechanism: 'header',
						headerName: 'x-session',
						sessionToken: 'a-session-token',
					},
				},
				settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			});
		/** Sends whoever makes something to this address, and answers this there. */
		const sending = (location: string, status: number, body: object) => {
			server.answer = ({ method }, response) =>
				method === 'POST'
					? response.writeHead(303, { location }).end()
					: response
							.writeHead(status, { 'content-type': 'application/json' })
							.end(JSON.stringify(body));
		};
		const asked = () => server.requests.map(({ method, url }) => `${method} ${url}`);

		test('what is there is its answer', async () => {
			sending('/api/v1/videos/made', 200, { job_id: 'job-1', status: 'processing' });
			expect((await make(film)).items[0]?.json).toMatchObject({
				job_id: 'job-1',
				status: 'processing',
			});
			expect(asked()).toEqual([expect.stringMatching(/^POST /), 'GET /api/v1/videos/made']);
		});

		test('where it says something that cannot be read, the address is what there is of the job', async () => {
			server.answer = ({ method }, response) =>
				method === 'POST'
					? response.writeHead(303, { location: '/api/v1/videos/made' }).end()
					: response.end('in queue');
			const { items, error } = await make(film);
			expect(error).toBeUndefined();
			expect(items[0]?.json.status_url).toBe(`${server.url}/api/v1/videos/made`);
		});

		test('where it cannot be had yet, the address is what there is of the job', async () => {
			sending('/api/v1/videos/made', 404, {});
			const { items, error } = await make(film);
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({
				status: 'processing',
				status_url: expect.stringContaining('/v1/videos/made'),
			});
			expect(asked().filter((line) => line.startsWith('POST'))).toHaveLength(1);
		});

		test('on another origin nobody asks, and it may have been paid for', async () => {
			sending('http://127.0.0.1:9/made', 200, {});
			const { error } = await make(film);
			expect(error?.context?.details).toMatchObject({ may_be_paid: true });
			expect(asked()).toHaveLength(1);
		});

		test('a key is not looked for elsewhere, and may have been made', async () => {
			sending('/api/v1/keys/made', 200, { key_id: 'k', secret_key: 's' });
			const { error } = await make(key);
			expect(error?.context?.details).toMatchObject({ may_be_made: true });
			expect(error?.context?.details).not.toHaveProperty('may_be_paid');
			expect(asked()).toHaveLength(1);
		});
	});
});

test.each([
	['whole text', 'a 😀', 'a 😀'],
	['half a character at the end', 'a \ud83d', 'a '],
	['half a character within', 'a\ud83db', 'a\ufffdb'],
	['a second half alone', '\ude00b', '\ufffdb'],
])('a request holds whole characters only: %s', async (_, prompt, sent) => {
	const bodies: unknown[] = [];
	server.answer = (request, response) => {
		void json(request).then((body) => {
			bodies.push(body);
			response
				.setHeader('content-type', 'application/json')
				.end('{"job_id":"1","status":"failed"}');
		});
	};
	await draw({ prompt: `=${'{{'} ${JSON.stringify(prompt)} }}` });
	expect(bodies[0]).toMatchObject({ prompt: sent });
});

test('a request says what it sends and what it takes', async () => {
	server.answer = (_, response) =>
		response.setHeader('content-type', 'application/json').end('{"balance_usd":1}');
	await balance();
	expect(server.requests[0]).toMatchObject({
		method: 'GET',
		headers: { accept: 'application/json' },
	});
	expect(server.requests[0]?.headers).not.toHaveProperty('content-type');
	await limit();
	expect(server.requests[1]).toMatchObject({
		method: 'PUT',
		headers: { accept: 'application/json', 'content-type': 'application/json' },
	});
});

const limit = async () =>
	await runNode({
		parameters: { resource: 'billing', operation: 'setLimits', limits: { daily_limit_usd: 5 } },
		credentials: { mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey: KEY } },
	});

describe('what is asked about a job', () => {
	const look = async () =>
		await runNode({
			parameters: {
				resource: 'video',
				operation: 'getJob',
				jobId: 'job-1',
				options: { download: false },
			} as never,
			credentials: { mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey: KEY } },
		});
	const job = {
		job_id: 'job-1',
		status: 'completed',
		video_url: 'https://media.example.com/1.mp4',
	};

	test.each([302, 303])('is followed once on the own origin: %d', async (status) => {
		server.answer = ({ url }, response) =>
			url === '/api/v1/videos/generation/jobs/elsewhere'
				? response.setHeader('content-type', 'application/json').end(JSON.stringify(job))
				: response.writeHead(status, { location: 'elsewhere' }).end();
		const { items, error } = await look();
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ job_id: 'job-1', status: 'completed' });
		expect(
			server.requests.map(({ method, url, headers }) => [method, url, headers['x-api-key']]),
		).toEqual([
			['GET', '/api/v1/videos/generation/jobs/job-1', KEY],
			['GET', '/api/v1/videos/generation/jobs/elsewhere', KEY],
		]);
	});

	test.each([
		[300, '/elsewhere'],
		[304, '/elsewhere'],
		[302, 'http://127.0.0.1:9/elsewhere'],
		[302, 'http://['],
	])('is not followed with status %d to %s', async (status, location) => {
		server.answer = (_, response) => response.writeHead(status, { location }).end();
		const { error } = await look();
		expect(error?.message).toBe(
			`The service redirects to ${location}, which is not followed: if that address is right, use it in the credential’s Base URL`,
		);
		expect(new Set(server.requests.map(({ url }) => url))).toEqual(
			new Set(['/api/v1/videos/generation/jobs/job-1']),
		);
	});
});

describe('a deletion', () => {
	const remove = async () =>
		await runNode({
			parameters: {
				resource: 'apiKey',
				operation: 'delete',
				keyId: { __rl: true, mode: 'id', value: 'k-1' },
			} as never,
			credentials: {
				mediaGenerationSessionApi: {
					baseUrl: `${server.url}/api`,
					mechanism: 'header',
					headerName: 'x-session',
					sessionToken: 'a-session-token',
				},
			},
		});
	const answers = (...statuses: number[]) => {
		server.answer = (request, response) => {
			const status = statuses[Math.min(server.requests.length, statuses.length) - 1] ?? 0;
			return status === 0
				? request.socket.destroy()
				: response
						.writeHead(status, { 'content-type': 'text/plain' })
						.end(status < 300 ? 'gone' : '');
		};
	};

	test('that is answered with a word is done', async () => {
		answers(200);
		expect((await remove()).error).toBeUndefined();
		expect(server.requests.map(({ method, url }) => [method, url])).toEqual([
			['DELETE', expect.stringMatching(/k-1$/)],
		]);
	});

	test('that is refused after a try that was not answered fails', async () => {
		answers(0, 403);
		expect((await remove()).error?.context?.details).toMatchObject({ http_code: 403 });
		expect(server.requests).toHaveLength(2);
	});
});

test.each([502, 429])(
	'what only asks is asked again after HTTP %d also where nobody can stop it: a poll',
	async (status) => {
		server.answer = (_, response) =>
			server.requests.length === 1
				? response.writeHead(status).end()
				: response
						.setHeader('content-type', 'application/json')
						.end('{"balance_usd":1,"available_usd":1,"available_nanos":"1000000000"}');
		const items = await pollNode({
			parameters: { amount: 5 },
			credentials: { mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey: KEY } },
			staticData: {},
			mode: 'manual',
		});
		expect(items?.[0]?.[0]?.json).toMatchObject({ balance_usd: 1 });
		expect(server.requests).toHaveLength(2);
	},
);
