import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { INodeType } from 'n8n-workflow';
import { deliver, inOtherProcess, published } from '../../../support/deliveries';
import { bytesOf, runNode } from '../../../support/engine';
import { useServer } from '../../../support/server';
import { useMovedTime } from '../../../support/time';
import { selfSigned } from '../../../support/tls';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep:
		jest.requireActual<typeof import('../../../support/time')>('../../../support/time').movedSleep,
}));

const time = useMovedTime();
const api = useServer();
const media = useServer();
const KEY = 'a-key-that-must-stay-home';
const generate = async (url = `${media.url}/files/picture.webp?token=1`, options: object = {}) => {
	api.answer = (_, response) =>
		response
			.setHeader('content-type', 'application/json')
			.end(JSON.stringify({ job_id: 'j-1', status: 'completed', url, model: 'm' }));
	return await runNode({
		parameters: {
			resource: 'image',
			operation: 'generate',
			prompt: 'x',
			model: { __rl: true, mode: 'id', value: 'm' },
			options,
		} as never,
		credentials: { mediaGenerationApi: { baseUrl: `${api.url}/api`, apiKey: KEY } },
	});
};

const PAID =
	'The file was made and paid for; only its download failed. Do not make it again: fetch it with Get Job (job j-1).';

test('the file comes without the key, with the type its host gives', async () => {
	media.answer = (_, response) =>
		response.setHeader('content-type', 'image/jpeg').end('jpeg bytes');
	const { items } = await generate();
	expect(items[0]?.binary?.data).toMatchObject({ mimeType: 'image/jpeg', fileName: 'x-j-1.jpg' });
	expect((await bytesOf(items[0]?.binary?.data)).toString()).toBe('jpeg bytes');
	expect(JSON.stringify(media.requests.map(({ headers }) => headers))).not.toContain(KEY);
});

test('a redirect of the media host is followed', async () => {
	media.answer = (request, response) =>
		request.url === '/moved'
			? response.setHeader('content-type', 'image/png').end('x')
			: response.writeHead(302, { location: '/moved' }).end();
	expect((await generate()).items[0]?.binary?.data?.mimeType).toBe('image/png');
});

test('a file that is not there fails, and the error names the job that was paid for', async () => {
	media.answer = (_, response) => response.writeHead(404).end('gone');
	const { error } = await generate();
	expect(error?.message).toBe(
		`The file at ${new URL(media.url).host} could not be downloaded: HTTP status 404`,
	);
	expect(error?.description).toBe(PAID);
	expect(error?.context?.details).toMatchObject({ job_id: 'j-1', http_code: 404, remedy: PAID });
});

test('a transfer that breaks is begun again, and half a file never looks like a whole one', async () => {
	media.answer = (_, response) => {
		response.writeHead(200, { 'content-type': 'image/png', 'content-length': 10 });
		if (media.requests.length < 3) response.write('half', () => response.destroy());
		else response.end('0123456789');
	};
	const { items, error } = await generate();
	expect(error).toBeUndefined();
	expect((await bytesOf(items[0]?.binary?.data)).toString()).toBe('0123456789');
	expect(media.requests).toHaveLength(3);
});

test('a transfer that goes on breaking fails, naming the job', async () => {
	media.answer = (_, response) =>
		response
			.writeHead(200, { 'content-type': 'image/png', 'content-length': 10 })
			.write('half', () => response.destroy());
	const { error } = await generate();
	expect(error?.message).toMatch(
		new RegExp(`^The connection to ${new URL(media.url).host} broke \\(.+\\)$`),
	);
	expect(error?.description).toBe(PAID);
	expect(error?.context?.details).toMatchObject({ job_id: 'j-1', remedy: PAID });
	expect(media.requests).toHaveLength(4);
});

test('a media host that n8n does not trust is told with what to do about it, as the API is', async () => {
	const secure = createServer(selfSigned, (_, response) => response.end('x'));
	await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
	const { error } = await generate(
		`https://127.0.0.1:${(secure.address() as AddressInfo).port}/1.png`,
	);
	await new Promise((resolve) => secure.close(resolve));
	expect(error?.message).toMatch(/^The certificate of 127\.0\.0\.1:\d+ is not trusted/);
	expect(error?.description).toBe(
		`${PAID} Check the address of the file; if the server uses a self-signed or private certificate, make this n8n trust it with NODE_EXTRA_CA_CERTS.`,
	);
});

test.each([
	[429, '7', 7_000],
	[429, undefined, 1_000],
	[503, '0', 1_000],
	[404, undefined, 1_000],
])(
	'a media host that answers %s, Retry-After %s, is asked again, no sooner than after %s ms',
	async (status, retryAfter, wait) => {
		const times: number[] = [];
		const random = jest.spyOn(Math, 'random').mockReturnValue(1);
		media.answer = (_, response) => {
			times.push(Date.now());
			if (times.length < 3)
				response.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end();
			else response.setHeader('content-type', 'image/png').end('x');
		};
		const { error, items } = await generate();
		random.mockRestore();
		expect(error).toBeUndefined();
		expect(items[0]?.binary?.data).toBeDefined();
		expect(
			Math.min(...times.slice(1).map((time, at) => time - (times[at] ?? 0))),
		).toBeGreaterThanOrEqual(wait);
	},
);

test.each([
	[429, 'when it has held it up for a quarter of an hour', 3],
	[503, 'after four tries', 4],
	[404, 'after four tries', 4],
	[410, 'at once', 1],
])('a media host that goes on answering %s is given up %s', async (status, _, tries) => {
	media.answer = (_, response) =>
		response.writeHead(status, status === 429 ? { 'retry-after': '400' } : {}).end();
	const { error } = await generate();
	expect(error?.message).toMatch(new RegExp(`could not be downloaded: HTTP status ${status}$`));
	expect(error?.context?.details).toMatchObject({ job_id: 'j-1', http_code: status });
	expect(media.requests).toHaveLength(tries);
});

test.each([['at any time', undefined]])(
	'a media host that goes on saying that it takes more %s is asked ever more seldom',
	async (_, retryAfter) => {
		media.answer = (_request, response) =>
			response.writeHead(429, retryAfter ? { 'retry-after': retryAfter } : {}).end();
		const { error } = await generate();
		expect(error?.context?.details).toMatchObject({ job_id: 'j-1', http_code: 429 });
		expect(media.requests.length).toBeLessThan(110);
	},
);

test('a transfer that lasted longer than any limit and broke is begun again, also where the media host is busy then', async () => {
	media.answer = (_, response) => {
		if (media.requests.length === 2) return response.writeHead(429, { 'retry-after': '1' }).end();
		response.writeHead(200, { 'content-type': 'image/png', 'content-length': 10 });
		if (media.requests.length > 2) return response.end('0123456789');
		time.move(1_200_000);
		return response.write('half', () => response.destroy());
	};
	const { items, error } = await generate();
	expect(error).toBeUndefined();
	expect((await bytesOf(items[0]?.binary?.data)).toString()).toBe('0123456789');
});

test.each([
	['that refuses slowly', 429, 20_000, '0'],
	['that fails slowly', 503, 4_000, '1'],
])(
	'the sender of a callback does not wait for a media host %s',
	async (_, status, takes, retryAfter) => {
		const trigger = inOtherProcess((): INodeType => {
			const { MediaGenerationTrigger } = jest.requireActual<
				typeof import('../../../../nodes/MediaGeneration/MediaGenerationTrigger.node')
			>('../../../../nodes/MediaGeneration/MediaGenerationTrigger.node');
			return new MediaGenerationTrigger();
		});
		const job = { job_id: 'j-1', status: 'completed' };
		api.answer = (_request, response) =>
			response
				.setHeader('content-type', 'application/json')
				.end(JSON.stringify({ ...job, image_url: `${media.url}/a.png` }));
		let last = 0;
		media.answer = (_request, response) => {
			last = Date.now();
			time.move(takes);
			response.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end();
		};
		const begun = Date.now();
		const credentials = { mediaGenerationApi: { baseUrl: `${api.url}/api`, apiKey: KEY } };
		expect(await deliver(published(), trigger, credentials, { body: job })).toMatchObject({
			status: 503,
			items: undefined,
		});
		expect(last - begun).toBeLessThanOrEqual(10_000);
		expect(media.requests.length).toBeLessThan(50);
	},
);

test.each([
	['ffd8ffe000104a464946', 'image/jpeg', undefined],
	['00000018667479706d703432', undefined, /is video\/mp4, not an image$/],
])(
	'what a file is shows however little of it comes first: %s',
	async (start, mimeType, refused) => {
		const bytes = Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(2_000, 7)]);
		for (const first of [1, 2, 4, 63]) {
			media.answer = (_, response) => {
				response
					.writeHead(200, { 'content-type': 'application/octet-stream' })
					.write(bytes.subarray(0, first), () => {
						setImmediate(() => response.end(bytes.subarray(first)));
					});
			};
			const { items, error } = await generate(`${media.url}/files/picture`);
			expect(error?.message).toEqual(refused ? expect.stringMatching(refused) : undefined);
			expect(items[0]?.binary?.data?.mimeType).toBe(mimeType);
			if (mimeType) expect((await bytesOf(items[0]?.binary?.data)).equals(bytes)).toBe(true);
		}
	},
);

describe('a file of the API itself that wants the key', () => {
	/** What is asked for, with the key or without, where each address redirects to the next. */
	const follow = async (...addresses: string[]) => {
		const asked: string[] = [];
		const note = ({ url = '', headers }: IncomingMessage) =>
			asked.push(headers['x-api-key'] === KEY ? `${url} with the key` : url);
		const isFile = (url = '') => url === new URL(addresses.at(-1) ?? '', api.url).pathname;
		const first = `${api.url}/files/1`;
		const credentials = { mediaGenerationApi: { baseUrl: `${api.url}/api`, apiKey: KEY } };
		api.answer = (request, response) => {
			if (request.url?.startsWith('/api/'))
				return response
					.setHeader('content-type', 'application/json')
					.end(JSON.stringify({ job_id: 'j-1', status: 'completed', url: first, model: 'm' }));
			note(request);
			if (request.headers['x-api-key'] !== KEY) return response.writeHead(401).end();
			const at = [first, ...addresses].findIndex(
				(address) => new URL(address, api.url).href === `${api.url}${request.url}`,
			);
			const next = addresses[at];
			return next === undefined
				? response.setHeader('content-type', 'image/png').end('x')
				: response.writeHead(302, { location: next }).end();
		};
		media.answer = (request, response) => {
			note(request);
			return isFile(request.url)
				? response.setHeader('content-type', 'image/png').end('x')
				: response.writeHead(404).end();
		};
		const { error } = await runNode({
			parameters: {
				resource: 'image',
				operation: 'generate',
				prompt: 'x',
				model: { __rl: true, mode: 'id', value: 'm' },
			} as never,
			credentials,
		});
		return { error, asked };
	};

	test('is followed with it on the API’s origin', async () => {
		const { error, asked } = await follow('/files/1/content');
		expect(error).toBeUndefined();
		expect(asked).toEqual(['/files/1', '/files/1 with the key', '/files/1/content with the key']);
	});

	test('is followed without it to any other', async () => {
		const { error, asked } = await follow(`${media.url}/store/1`);
		expect(error).toBeUndefined();
		expect(asked).toEqual(['/files/1', '/files/1 with the key', '/store/1']);
	});
});

test.each([
	['told beforehand', true],
	['found on the way', false],
])('a file over the cap is refused: %s', async (_, told) => {
	const bytes = Buffer.alloc(2 * 1024 * 1024);
	media.answer = (_request, response) =>
		response
			.writeHead(200, {
				'content-type': 'image/png',
				...(told && { 'content-length': bytes.length }),
			})
			.end(bytes);
	const { error, items } = await generate(undefined, { maxFileSize: 1 });
	expect(error?.message).toBe(
		'The file is larger than 1 MiB, the limit in Options > File: Maximum Size (MiB)',
	);
	expect(error?.description).toBe(
		'It was made, and is paid for. Raise the limit, and fetch it with Get Job (job j-1).',
	);
	expect(items).toEqual([]);
});

test.each([
	[
		'too large',
		Buffer.concat([Buffer.from('\x89PNG', 'latin1'), Buffer.alloc(2 ** 20)]),
		'The file is larger than 1 MiB, the limit in Options > File: Maximum Size (MiB)',
	],
	['of another kind', Buffer.from('<html>'), 'The file in the answer is text, not an image'],
])('a file that stands in the answer itself and is %s is refused', async (_, bytes, message) => {
	const { error, items } = await generate(`data:image/png;base64,${bytes.toString('base64')}`, {
		maxFileSize: 1,
	});
	expect(error?.message).toBe(message);
	expect(error?.context?.details).toMatchObject({ job_id: 'j-1' });
	expect(items).toEqual([]);
});

test('a file as large as the cap is taken', async () => {
	const bytes = Buffer.concat([Buffer.from('\x89PNG', 'latin1'), Buffer.alloc(2 ** 20 - 4)]);
	expect(
		(await generate(`data:image/png;base64,${bytes.toString('base64')}`, { maxFileSize: 1 })).error,
	).toBeUndefined();
	for (const told of [true, false]) {
		media.answer = (_, response) =>
			response
				.writeHead(200, {
					'content-type': 'image/png',
					...(told && { 'content-length': bytes.length }),
				})
				.end(bytes);
		const { error, items } = await generate(undefined, { maxFileSize: 1 });
		expect(error).toBeUndefined();
		expect((await bytesOf(items[0]?.binary?.data)).equals(bytes)).toBe(true);
	}
});

test('an empty file is refused', async () => {
	media.answer = (_, response) => response.setHeader('content-type', 'image/png').end();
	const { error } = await generate();
	expect(error).toMatchObject({
		message: `The file at ${new URL(media.url).host} is empty`,
		description: 'The job is j-1; its URL is still good.',
	});
	expect(error?.context?.details).toMatchObject({ job_id: 'j-1' });
	expect(media.requests).toHaveLength(1);
});

test('a file of another kind is refused, and its kind is told', async () => {
	media.answer = (_, response) => response.setHeader('content-type', 'audio/mpeg').end('odd');
	const { error } = await generate();
	expect(error).toMatchObject({
		message: `The file at ${new URL(media.url).host} is audio/mpeg, not an image`,
		description: 'The job is j-1; its URL is still good.',
		context: { details: { job_id: 'j-1', file_type: 'audio/mpeg' } },
	});
});

test.each([401, 403])('a media host that answers %d is never given the key', async (status) => {
	media.answer = (_, response) => response.writeHead(status).end();
	const { error } = await generate();
	expect(error?.message).toMatch(new RegExp(`HTTP status ${status}$`));
	expect(media.requests.map(({ headers }) => headers['x-api-key'])).toEqual([undefined]);
});
