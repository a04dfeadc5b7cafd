import type { ServerResponse } from 'node:http';
import { MediaGeneration } from '../../../../nodes/MediaGeneration/MediaGeneration.node';
import { detailsOf } from '../../../../nodes/MediaGeneration/failures/details';
import { bomb, withinMemory } from '../../../support/bombs';
import { runNode } from '../../../support/engine';
import { loadList } from '../../../support/lists';
import { modelId } from '../../../support/sandbox';
import { useServer } from '../../../support/server';

const server = useServer();
const media = useServer();
const credentials = { mediaGenerationApi: { baseUrl: '', apiKey: 'a-key-that-must-stay-home' } };
beforeAll(() => {
	credentials.mediaGenerationApi.baseUrl = `${server.url}/api`;
});
beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

const generate = async (options: object, resource = 'image', model = 'model-dev') =>
	await runNode({
		parameters: {
			resource,
			operation: 'generate',
			prompt: 'x',
			model: modelId(model),
			options,
		} as never,
		credentials,
	});
const details = (error: unknown) =>
	(error as { context?: { details?: object } } | undefined)?.context?.details ?? detailsOf(error);
const json = (response: ServerResponse, body: object) =>
	response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
const done = () => ({ job_id: 'job-1', status: 'completed', url: `${media.url}/1.png` });

describe('what unpacks to more than any answer may have is not taken in, and its connection is closed', () => {
	const closed = (at: typeof server, ...given: [status: number, type: string, beginning: string]) =>
		new Promise<void>((resolve, reject) => {
			at.answer = (_, response) => void bomb(response, ...given).then(resolve, reject);
		});
	const ask = {
		resource: 'chat',
		operation: 'complete',
		model: modelId('x'),
		messages: { message: [{ role: 'user', content: 'Hi' }] },
	};
	const balance = { resource: 'billing', operation: 'getBalance' };
	const stream = { onChunk: () => undefined };
	const event = `data: ${JSON.stringify({ choices: [{ delta: { content: 'Hi' } }] })}\n\n`;

	test.each<[string, object, object, [number, string, string]]>([
		['an answer', balance, {}, [200, 'application/json', '{"balance":']],
		['a failure', balance, {}, [400, 'application/json', '{"error":']],
		['an event of a streamed chat', ask, stream, [200, 'text/event-stream', `${event}data: {`]],
	])('%s', async (_, parameters, more, given) => {
		const end = closed(server, ...given);
		const { error } = await withinMemory(
			async () =>
				await runNode({ parameters: parameters as never, credentials, ...more, livesOn: true }),
		);
		expect(error?.message).toBe(`The answer from ${new URL(server.url).host} is too large`);
		await end;
	});

	test.each(['searchModels', 'searchKeys'] as const)('the list of %s', async (list) => {
		const end = closed(server, 200, 'application/json', '{"data":[');
		const { listSearch } = new MediaGeneration().methods;
		const all = {
			...credentials,
			mediaGenerationSessionApi: {
				...credentials.mediaGenerationApi,
				mechanism: 'bearer',
				sessionToken: 'a-session',
			},
		};
		const managing = { resource: 'apiKey', operation: 'delete' };
		const [outcome] = await withinMemory(
			async () =>
				await Promise.allSettled([
					loadList(
						list === 'searchKeys' ? managing : ask,
						all,
						async (context) => await listSearch[list].call(context),
					),
				]),
		);
		await end;
		if (outcome.status === 'rejected')
			expect(outcome.reason).toMatchObject({ message: expect.stringMatching(/is too large$/) });
		else
			expect(outcome.value.results).toMatchObject([
				{ name: expect.stringMatching(/^The service did not answer/), value: '' },
			]);
	});

	test('a file', async () => {
		server.answer = (_, response) => json(response, done());
		const end = closed(media, 200, 'image/png', '\x89PNG\r\n\x1a\n');
		const { error } = await withinMemory(async () => await generate({ maxFileSize: 100 }));
		expect(error?.message).toMatch(/^The file is larger than 100 MiB/);
		await end;
	});

	test('a media host’s failure', async () => {
		server.answer = (_, response) => json(response, done());
		const end = closed(media, 404, 'text/html', '<html>');
		const { error } = await withinMemory(async () => await generate({}));
		expect(error?.message).toMatch(/could not be downloaded: HTTP status 404$/);
		await end;
	});
});

test('an answer that comes byte by byte does not outlast Request Timeout', async () => {
	server.answer = (_, response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		const drip = setInterval(() => response.write(' '), 20);
		response.on('close', () => clearInterval(drip));
	};
	const { error } = await generate({ requestTimeout: 0.5 });
	expect(error?.message).toMatch(/No answer from .* in time/);
	expect(details(error)).toMatchObject({ may_be_paid: true });
	expect(server.requests).toHaveLength(1);
});

test.each([
	['an image', 'image', '/1.png', '\x89PNG\r\n\x1a\n'],
	['a video after a few bytes', 'video', '/1.mp4', 'half a'],
	['an image before its first byte', 'image', '/1.png', ''],
])(
	'a media host that falls silent does not hold the item, its connection is closed, and the job is told: %s',
	async (_, resource, path, beginning) => {
		server.answer = (__, response) => json(response, { ...done(), url: `${media.url}${path}` });
		const closed = new Promise<void>((resolve) => {
			media.answer = ({ url }, response) => {
				if (url === '/moved') return void response.writeHead(302, { location: '/1.png' }).end();
				response.once('close', () => resolve());
				response.writeHead(200, { 'content-type': `${resource}/any`, 'content-length': 1000 });
				if (beginning === '') response.flushHeaders();
				else response.write(beginning);
			};
		});
		const { error } = await generate(
			{ requestTimeout: 0.5, timeout: 60 },
			resource,
			resource === 'video' ? 't2v-turbo' : undefined,
		);
		expect(error?.message).toMatch(/No answer from .* in time/);
		expect(details(error)).toMatchObject({ job_id: 'job-1', url: `${media.url}${path}` });
		await closed;
	},
);

test.each([
	[429, /^Job job-1 was still running after 0\.5 s/],
	[503, /^The service did not tell the status of job job-1 when the 0\.5 s were over: .* 503/],
])(
	'Give Up After holds while looks are answered %d, and nothing is asked before the service wants to be',
	async (status, message) => {
		server.requests = [];
		server.answer = ({ method }, response) =>
			method === 'POST'
				? json(response, { job_id: 'job-1', status: 'processing' })
				: response.writeHead(status, { 'retry-after': '600' }).end('{}');
		const { error } = await generate({ timeout: 0.5, pollInterval: 0.05 }, 'video', 't2v-turbo');
		expect(error?.message).toMatch(message);
		expect(details(error)).toMatchObject({ job_id: 'job-1' });
		expect(server.requests.length).toBeLessThanOrEqual(3);
	},
);
