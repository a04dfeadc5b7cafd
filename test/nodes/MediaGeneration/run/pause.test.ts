import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IExecuteFunctions, INodeParameters, INodeType, IRun } from 'n8n-workflow';
import { MediaGeneration } from '../../../../nodes/MediaGeneration/MediaGeneration.node';
import { whyNotPause } from '../../../../nodes/MediaGeneration/run/pause';
import { callBack } from '../../../support/deliveries';
import { prompts } from '../../../support/drawing';
import { runNode, type NodeRun } from '../../../support/engine';
import { RETRYING } from '../../../support/jobService';
import { IMAGE, modelId, useSandbox } from '../../../support/sandbox';
import { Run } from '../../../../nodes/MediaGeneration/lifecycle/run';
import { answerOf } from '../../../support/faults';

const sandbox = useSandbox({ speed: 1 });
const submissions = () => sandbox.requests('POST').length;
/** What n8n passes on if the pause ends without the last callback. */
const passedOn = ({ data }: IRun) =>
	data.executionData?.nodeExecutionStack[0]?.data.main?.[0] ?? [];
const making = { ...IMAGE, prompt: '={{ $json.prompt }}', waitFor: 'callback' };
/** Runs the node for two items, unless the test says otherwise. */
const paused = async (parameters: object = {}, more: Partial<NodeRun> = {}) =>
	await runNode({
		parameters: { ...making, ...parameters } as INodeParameters,
		items: prompts(2),
		credentials: sandbox.credentials(),
		...more,
	});

beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => {
	jest.restoreAllMocks();
});

test('a service that cannot call this n8n back: the node waits here, and says why', async () => {
	const { run } = await paused(
		{},
		{
			credentials: {
				mediaGenerationApi: { baseUrl: 'https://media.invalid/api', apiKey: 'some-key' },
			},
			settings: { onError: 'continueRegularOutput' },
		},
	);
	const [task] = run.data.resultData.runData['Media Generation'] ?? [];
	expect(task?.hints?.slice(0, 1)).toEqual([
		{
			message:
				'The service at media.invalid cannot call this n8n back at 127.0.0.1:5678: set the public address of this n8n (N8N_WEBHOOK_URL; before n8n 2.34 WEBHOOK_URL). The node waited here instead of pausing the workflow.',
			type: 'warning',
			location: 'outputPane',
		},
	]);
	expect(run.waitTill).toBeUndefined();
});

describe('whether the service can call this n8n back', () => {
	const runOf = (n8n: string, api: string, type = 'mediaGeneration') =>
		new Run({
			getNode: () => ({ name: 'n', type }),
			evaluateExpression: () => `${n8n}/webhook-waiting/1?signature=s`,
			addExecutionHints: () => undefined,
			getCredentials: async () => await Promise.resolve({ baseUrl: api, apiKey: 'some-long-key' }),
		} as unknown as IExecuteFunctions);
	const elsewhere = 'https://media.example/api';

	test.each([
		'localhost',
		'localhost:5678',
		'n8n.localhost',
		'a.b.localhost',
		'127.0.0.1:5678',
		'127.10.200.255',
		'[::1]:5678',
		'0.0.0.0',
	])('not from another machine at %s', async (host) => {
		expect(await whyNotPause(runOf(`http://${host}`, elsewhere))).toBe(
			`The service at media.example cannot call this n8n back at ${host}: set the public address of this n8n (N8N_WEBHOOK_URL; before n8n 2.34 WEBHOOK_URL).`,
		);
		expect(await whyNotPause(runOf(`http://${host}`, 'http://127.0.0.1:8787/api'))).toBeUndefined();
	});

	test.each([
		'n8n.example',
		'localhost.example',
		'notlocalhost',
		'127.0.0.1.example',
		'10.0.0.1',
		'128.0.0.1',
		'[::2]',
	])('perhaps at %s', async (host) => {
		expect(await whyNotPause(runOf(`http://${host}`, elsewhere))).toBeUndefined();
	});

	test('a tool does not pause', async () => {
		expect(await whyNotPause(runOf('https://n8n.example', elsewhere, 'mediaGenerationTool'))).toBe(
			'A tool cannot pause the workflow.',
		);
	});
});

test('jobs that cannot be looked at before the pause are paused for all the same, and n8n’s log tells each reason once', async () => {
	const debug = jest.spyOn(Container.get(Logger), 'debug');
	sandbox.fault = ({ method }) =>
		method === 'GET' ? answerOf({ error: { message: 'not now' } }, 401) : undefined;
	const { run } = await paused();
	expect(run.waitTill).toBeDefined();
	expect(
		debug.mock.calls.map(([message]) => message).filter((message) => message.includes('looked at')),
	).toEqual(['A job could not be looked at before the pause: not now']);
});

describe('before the pause jobs are asked about, those that end last first', () => {
	const later = prompts(8);
	/** Has the service answer so about the jobs of these items, and gives the items whose jobs it was asked about. */
	const asking = async (
		answerFor: (item: number) => Response,
		options: object,
		models = later.map(() => 'model-dev'),
	) => {
		const asked: number[] = [];
		const before = sandbox.it.sandbox.state.jobs.size;
		sandbox.fault = ({ method, path }) => {
			if (method !== 'GET') return undefined;
			const made = [...sandbox.it.sandbox.state.jobs.values()].slice(before);
			const prompt = made.find(({ id }) => path.endsWith(id))?.values.prompt;
			const item = later.findIndex(({ json }) => json.prompt === prompt);
			asked.push(item);
			return { when: 'before', give: answerFor(item) };
		};
		const items = later.map(({ json }, index) => ({ json: { ...json, model: models[index] } }));
		const parameters = {
			model: modelId('={{ $json.model }}'),
			options: { download: false, ...options },
		};
		const { run } = await paused(parameters, { items });
		return { asked, run };
	};
	const running = () => Response.json({ status: 'processing' });
	const done = () => Response.json({ status: 'completed', url: 'https://cdn.example.net/x.png' });
	const refused = () => Response.json({ error: { message: 'not now' } }, { status: 401 });
	const inOrder = (items: number[]) => items.sort((a, b) => a - b);

	test.each<[string, (item: number) => Response, object, number[]]>([
		['one that still runs is enough', running, {}, [7]],
		[
			'ever more at a time',
			(item) => (item > 4 ? done() : running()),
			{ concurrency: 5 },
			[1, 2, 3, 4, 5, 6, 7],
		],
		[
			'no more at a time than asked for',
			(item) => (item > 4 ? done() : running()),
			{ concurrency: 2 },
			[3, 4, 5, 6, 7],
		],
		[
			'not the others, where the first three cannot be asked about',
			refused,
			{ concurrency: 4 },
			[5, 6, 7],
		],
		[
			'the others too, where not all of them can be asked about',
			(item) => (item === 7 ? done() : refused()),
			{},
			[0, 1, 2, 3, 4, 5, 6, 7],
		],
	])('%s', async (_, answerFor, options, expected) => {
		const { asked, run } = await asking(answerFor, options);
		expect(inOrder(asked)).toEqual(expected);
		expect(run.waitTill).toBeDefined();
	});

	test('by the time that their models take', async () => {
		const models = later.map((_, item) => (item === 2 ? 'model-1.2' : 'model-dev'));
		expect((await asking(running, {}, models)).asked).toEqual([2]);
	});
});

test('a callback to somewhere else is refused, as the workflow would never wake', async () => {
	const { error } = await paused(
		{ options: { extraBody: '{"callback_url":"https://example.com/done"}' } },
		{ items: prompts(1) },
	);
	expect(error?.message).toBe(
		'callback_url in Request: Extra Body Fields (JSON) would keep callbacks from resuming the workflow (given: https://example.com/done)',
	);
	expect(error?.description).toContain('set Wait For to Nothing (Just Submit)');
	expect(submissions()).toBe(0);
});

test.each([0, 1])(
	'item %d, which would only be tried out among others that pause, is refused',
	async (item) => {
		const { error } = await paused({
			options: { dryRun: `={{ $itemIndex === ${item} }}`, concurrency: 1 },
		});
		expect(error?.message).toBe(
			'Cost: Dry Run must be the same for all items when the workflow pauses',
		);
		expect(submissions()).toBe(0);
	},
);

test('a submission that may be paid for does not hinder the pause for the others, and is not told as stopped', async () => {
	const warn = jest.spyOn(Container.get(Logger), 'warn');
	sandbox.fault = ({ body }) =>
		body.includes('picture 0')
			? { when: 'after', give: Response.json({}, { status: 500 }) }
			: undefined;
	const { run } = await paused({}, { settings: { onError: 'continueRegularOutput' } });
	expect(run.waitTill).toBeDefined();
	expect(warn.mock.calls.filter(([message]) => message.includes('Stopped'))).toEqual([]);
});

test('a submission that fails ends the node, and its error names the jobs that go on', async () => {
	sandbox.fault = ({ body }) =>
		body.includes('picture 3') ? answerOf({ error: { message: 'no' } }, 403) : undefined;
	const { error } = await paused({ options: { concurrency: 1 } }, { items: prompts(5) });
	const jobs = [...sandbox.it.sandbox.state.jobs.keys()].slice(-3);
	expect((error?.context?.details as { running_jobs: string[] }).running_jobs).toEqual(jobs);
	expect(error?.description).toContain(
		`Accepted and paid for: ${jobs.map((job) => `${job} ($0.10)`).join(', ')}. Get Job fetches them.`,
	);
});

test.each([
	['Cost: Dry Run', { dryRun: '={{ $json.prompt === "picture 0" ? "maybe" : false }}' }],
	['Check Every', { pollInterval: '={{ $json.prompt === "picture 0" ? "often" : 1 }}' }],
	[
		'File: Name, whose expression fails',
		{ fileName: '={{ $json.prompt === "picture 0" ? $("Nowhere").item.json.x : "a" }}' },
	],
])('%s of the first item is wrong: the workflow pauses for the others', async (_, options) => {
	const { run } = await paused(
		{ options },
		{ items: prompts(3), settings: { onError: 'continueRegularOutput' } },
	);
	expect(run.waitTill).toBeDefined();
	expect(passedOn(run).map(({ json: { status } }) => status)).toEqual([
		'failed',
		'processing',
		'processing',
	]);
	expect(submissions()).toBe(2);
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'Retry On Fail and On Error = %s, when the first item is refused: the workflow pauses for the others, nothing is sent again, and what comes out is what became of each',
	async (onError) => {
		const parameters = { ...making, options: { download: false, concurrency: 1 } };
		const settings = { ...RETRYING, onError };
		const job = { job_id: 'job-1', image_url: 'https://cdn.example.net/1.png' };
		let status = 'processing';
		sandbox.fault = ({ method, body }) => ({
			when: 'before',
			give:
				method === 'POST' && body.includes('picture 0')
					? Response.json({ error: { message: 'no funds' } }, { status: 402 })
					: Response.json({ ...job, status }),
		});
		const { run } = await paused(parameters, { settings });
		expect(sandbox.requests('POST').map(({ body }) => body)).toMatchObject(
			prompts(2).map(({ json }) => json),
		);
		expect(run.waitTill).toBeDefined();
		const refused = { error: 'no funds' };
		expect(passedOn(run).map(({ json }) => json)).toMatchObject([
			refused,
			{ job_id: 'job-1', timed_out: true },
		]);
		status = 'completed';
		const { items: awake } = await callBack(
			{ parameters, items: prompts(2), data: run.data, settings },
			new MediaGeneration() as INodeType,
			sandbox.credentials(),
			{ query: { item: '1' } },
		);
		expect(awake?.map(({ json }) => json)).toMatchObject([
			refused,
			{ job_id: 'job-1', status: 'completed' },
		]);
		expect(submissions()).toBe(2);
	},
);

test('callbacks come at an address that no other node of the workflow has', async () => {
	await paused({}, { items: prompts(1) });
	const { callback_url } = sandbox.requests('POST')[0]?.body as { callback_url: string };
	const { pathname, searchParams } = new URL(callback_url);
	expect(pathname).toMatch(/^\/webhook-waiting\/\d+\/media-jobs$/);
	expect(searchParams.get('item')).toBe('0');
});

describe('which jobs call back', () => {
	const calling = async (count: number, parameters: object) => {
		const { run } = await paused(parameters, { items: prompts(count) });
		expect(run.waitTill).toBeDefined();
		const bodies = sandbox
			.requests('POST')
			.map(({ body }) => body as { prompt: string; callback_url?: string });
		return bodies
			.flatMap(({ prompt, callback_url }) =>
				callback_url === undefined ? [] : [Number(prompt.split(' ')[1])],
			)
			.sort((a, b) => a - b);
	};
	const videos = {
		resource: 'video',
		model: modelId('t2v-turbo'),
		options: { concurrency: 20, download: false },
	};
	/** The last of so many items, and from it on each of these steps back. */
	const every = (count: number, step = 1) =>
		Array.from(
			{ length: Math.ceil(count / step) },
			(_, index) => count - 1 - index * step,
		).reverse();

	test.each([
		['of many videos two dozen, evenly over the batch, and the last', 120, videos, every(120, 5)],
		['all of a few videos', 24, videos, every(24)],
		['of one more than a few, every other one', 25, videos, every(25, 2)],
		['all images, as they are no jobs without', 30, { options: videos.options }, every(30)],
	])('%s', async (_, count, parameters, items) => {
		expect(await calling(count, parameters)).toEqual(items);
	});
});

test('the time runs out: what was made is there with its address, the rest says so', async () => {
	const url = 'https://cdn.example.net/0.png';
	sandbox.fault = ({ method, body }) =>
		method === 'POST' && body.includes('picture 0')
			? answerOf({ status: 'completed', image_url: url })
			: undefined;
	const { items, run } = await paused();
	expect(run.waitTill).toBeDefined();
	expect(items.map(({ json }) => json)).toMatchObject([
		{
			status: 'completed',
			url,
			model: 'model-dev',
			prompt: 'picture 0',
			estimated_cost_usd: expect.any(Number),
		},
		{ status: 'processing', timed_out: true, job_id: expect.any(String) },
	]);
	expect(items[0]?.json.timed_out).toBeUndefined();
});

test('jobs of which the API tells nothing: there is nothing to pause for', async () => {
	sandbox.fault = ({ method }) =>
		method === 'GET' ? answerOf({ error: { message: 'not yours' } }, 403) : undefined;
	const { error, run } = await paused();
	const [first, second] = [...sandbox.it.sandbox.state.jobs.keys()].slice(-2);
	expect(run.waitTill).toBeUndefined();
	expect(error).toMatchObject({
		message: 'not yours',
		context: {
			details: {
				failed: expect.arrayContaining(
					[first, second].map((job_id) => expect.objectContaining({ job_id })),
				),
			},
		},
	});
});

test('a result that the service keeps elsewhere is found by the same paths', async () => {
	const options = {
		download: false,
		answerPaths: { paths: { status: 's', file: 'out.0.u', job_id: 'j' } },
	};
	const answers: Array<[end: string, body: object]> = [
		['/generations', { j: 'j1', s: 'wip' }],
		['/jobs/j1', { j: 'j1', s: 'done', response_url: '/api/v1/results/j1' }],
		['/results/j1', { out: [{ u: 'https://cdn.example.net/x' }] }],
	];
	sandbox.fault = ({ path }) => {
		const found = answers.find(([end]) => path.endsWith(end));
		return found && answerOf(found[1]);
	};
	const { items } = await paused({ options }, { items: prompts(1) });
	expect(items[0]?.json).toMatchObject({
		job_id: 'j1',
		status: 'completed',
		url: 'https://cdn.example.net/x',
	});
});
