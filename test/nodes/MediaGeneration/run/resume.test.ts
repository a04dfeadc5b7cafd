import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import fc from 'fast-check';
import { WebhookContext } from 'n8n-core';
import type { INodeParameters, INodeType } from 'n8n-workflow';
import type { FaultHook } from '../../../../sandbox';
import { gate } from '../../../support/gate';
import { runNode } from '../../../support/engine';
import { IMAGE, useSandbox } from '../../../support/sandbox';
import { useServer } from '../../../support/server';
import { sized } from '../../../support/size';
import { useMovedTime } from '../../../support/time';
import {
	callBack,
	inOtherProcess,
	type Answered,
	type PausedExecution,
} from '../../../support/deliveries';
import { answerOf } from '../../../support/faults';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../support/time')>('../../../support/time')
		.withMovedSleep(),
);

/** The jobs of which the API says that they have ended; of the others it says that they run. */
const ended = new Set<string>();
let fault: FaultHook = () => undefined;
const sandbox = useSandbox({
	faults: (request) => {
		const id = /\/jobs\/([^/]+)$/.exec(request.path)?.[1];
		if (request.method !== 'GET' || id === undefined) return undefined;
		if (!ended.has(id)) return answerOf({ job_id: id, status: 'processing' });
		return fault(request);
	},
});
/** Where n8n would be: it has nothing that waits. */
const n8n = useServer();
const media = useServer();
const time = useMovedTime();

afterEach(() => {
	ended.clear();
	fault = () => undefined;
});

const otherProcess = () =>
	inOtherProcess((): INodeType => {
		const { MediaGeneration } = jest.requireActual<
			typeof import('../../../../nodes/MediaGeneration/MediaGeneration.node')
		>('../../../../nodes/MediaGeneration/MediaGeneration.node');
		return new MediaGeneration();
	});
const PNG = '\x89PNG\r\n\x1a\n';
const looks = () => sandbox.requests('GET').filter(({ path }) => path.includes('/jobs/')).length;
const down = { when: 'before', give: 'destroy' } as const;

/** An execution that has paused for this many jobs, all running. */
async function paused(
	count: number,
	settings: PausedExecution['settings'] = {},
	timeout = 3_600,
	download = false,
): Promise<PausedExecution & { jobs: string[] }> {
	const parameters: INodeParameters = {
		...IMAGE,
		prompt: '={{ $json.prompt }}',
		waitFor: 'callback',
		options: { download, timeout },
	};
	const items = Array.from({ length: count }, (_, index) => ({
		json: { prompt: `picture ${index}` },
	}));
	const before = new Set(sandbox.it.sandbox.state.jobs.keys());
	const { run } = await runNode({
		parameters,
		items,
		credentials: sandbox.credentials(),
		settings,
		additional: { webhookWaitingBaseUrl: `${n8n.url}/webhook-waiting` },
	});
	expect(run.waitTill).toBeInstanceOf(Date);
	const made = [...sandbox.it.sandbox.state.jobs.values()].filter(({ id }) => !before.has(id));
	const jobs = items.map(
		({ json }) => made.find(({ values }) => values.prompt === json.prompt)?.id ?? '',
	);
	return { parameters, items, data: run.data, settings, jobs };
}

const call = async (execution: PausedExecution, type: INodeType, item: number | 'nudge') =>
	await callBack(execution, type, sandbox.credentials(), {
		query: item === 'nudge' ? { nudge: '1' } : { item: String(item) },
	});
const resumed = (answers: Answered[]) => answers.filter(({ items }) => items);
const goingOn = { onError: 'continueRegularOutput' } as const;
/** Has the API answer so about these jobs. */
const answering = (status: number | 'destroy', ...jobs: string[]): FaultHook => {
	const give =
		status === 'destroy'
			? status
			: () => Response.json({ error: { message: 'not told' } }, { status });
	return ({ path }) =>
		jobs.some((job) => path.endsWith(job))
			? { when: 'before', give: give === 'destroy' ? give : give() }
			: undefined;
};
const prompts = ({ items }: Answered) => items?.map(({ pairedItem }) => pairedItem);

test('jobs that end in any order, callbacks to any process: it wakes once, at the last, with every item in order', async () => {
	const order = fc.integer({ min: 1, max: 8 }).chain((count) =>
		fc.record({
			order: fc.shuffledSubarray(
				Array.from({ length: count }, (_, index) => index),
				{ minLength: count },
			),
			at: fc.array(fc.nat(1), { minLength: count, maxLength: count }),
		}),
	);
	await fc.assert(
		fc.asyncProperty(order, async ({ order, at }) => {
			const execution = await paused(order.length);
			sandbox.it.sandbox.clearRequests();
			const processes = [otherProcess(), otherProcess()];
			const answers: Answered[] = [];
			for (const item of order) {
				ended.add(execution.jobs[item] ?? '');
				const type = processes[at[item] ?? 0] as INodeType;
				answers.push(await call(execution, type, item));
				if (answers.length < order.length) expect(resumed(answers)).toEqual([]);
			}
			expect(answers.map(({ status }) => status)).toEqual(order.map(() => 200));
			expect(resumed(answers)).toHaveLength(1);
			expect(prompts(answers.at(-1) as Answered)).toEqual(order.map((_, item) => ({ item })));
			expect(looks()).toBeLessThanOrEqual(5 * order.length);
		}),
		{ numRuns: sized(5, 15) },
	);
});

test('one process, one callback after another: no more than two status requests for each job, with the first look', async () => {
	sandbox.it.sandbox.clearRequests();
	const execution = await paused(20);
	const type = otherProcess();
	const answers: Answered[] = [];
	for (const [item, job] of execution.jobs.entries()) {
		ended.add(job);
		answers.push(await call(execution, type, item));
	}
	expect(resumed(answers)).toHaveLength(1);
	expect(looks()).toBeLessThanOrEqual(40);
});

test('a burst costs few looks, and one of its callbacks resumes', async () => {
	const execution = await paused(20);
	sandbox.it.sandbox.clearRequests();
	for (const job of execution.jobs) ended.add(job);
	const type = otherProcess();
	const answers = await Promise.all(
		execution.jobs.map(async (_, item) => await call(execution, type, item)),
	);
	expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
	expect(resumed(answers)).toHaveLength(1);
	expect(looks()).toBeLessThanOrEqual(22);
});

test('callbacks to one process have n8n hand the jobs out once', async () => {
	const execution = await paused(5);
	const type = otherProcess();
	const evaluated = jest.spyOn(WebhookContext.prototype, 'evaluateExpression');
	for (const [item, job] of execution.jobs.entries()) {
		ended.add(job);
		await call(execution, type, item);
	}
	const whole = evaluated.mock.results.filter(
		({ value }) => typeof value === 'object' && value !== null,
	);
	evaluated.mockRestore();
	expect(whole).toHaveLength(1);
});

test('a callback that comes while jobs are asked about is followed by a look of its own', async () => {
	const execution = await paused(2);
	const [first, second] = execution.jobs as [string, string];
	ended.add(first);
	const type = otherProcess();
	const { pass, reached: asked, letGo } = gate();
	fault = async ({ path }) => {
		if (!path.endsWith(first)) return undefined;
		await pass();
		return answerOf({ job_id: first, status: 'processing' });
	};
	const late = call(execution, type, 1);
	const early = call(execution, type, 0);
	ended.add(second);
	await asked;
	fault = () => undefined;
	const during = call(execution, type, 1);
	letGo();
	expect(resumed(await Promise.all([late, early, during]))).toHaveLength(1);
});

test('the API down: 503, and the next callback wakes it', async () => {
	const execution = await paused(1);
	ended.add(execution.jobs[0] ?? '');
	const type = otherProcess();
	fault = () => down;
	expect(await call(execution, type, 0)).toEqual({
		status: 503,
		headers: {},
		body: { error: { message: 'The jobs could not be checked; try again' } },
	});
	fault = () => undefined;
	expect(await call(execution, type, 0)).toMatchObject({
		status: 200,
		body: { received: true },
		items: [{ json: { status: 'completed' } }],
	});
});

test('a callback for a job that still runs: 503, and nothing more', async () => {
	const execution = await paused(1);
	const type = otherProcess();
	expect(await call(execution, type, 0)).toEqual({
		status: 503,
		headers: {},
		body: { error: { message: 'The job has not ended; try again' } },
	});
});

test('a nudge is told of nothing, and wakes what can wake', async () => {
	const execution = await paused(3);
	const type = otherProcess();
	expect(await call(execution, type, 'nudge')).toEqual({
		status: 200,
		headers: {},
		body: { received: true },
	});
	for (const job of execution.jobs) ended.add(job);
	expect(resumed([await call(execution, type, 'nudge')])).toHaveLength(1);
});

test.each([
	['ends the execution', {}],
	['ends the execution', { onError: 'stopWorkflow', continueOnFail: true }],
	['is an item', { continueOnFail: true }],
	['is an item', { onError: 'continueErrorOutput' }],
] as const)('a job that failed %s, with the settings %j', async (what, settings) => {
	const execution = await paused(1, settings);
	const [job] = execution.jobs as [string];
	ended.add(job);
	fault = () => answerOf({ job_id: job, status: 'failed', error: 'no luck' });
	const { status, items, error } = await call(execution, otherProcess(), 0);
	const message = `Job ${job} failed: no luck`;
	expect(status).toBe(200);
	expect([error?.message, items?.map(({ json }) => json.error)]).toEqual(
		what === 'is an item' ? [undefined, [message]] : [message, undefined],
	);
});

test('n8n’s log tells once why jobs could not be asked about', async () => {
	const execution = await paused(2);
	for (const job of execution.jobs) ended.add(job);
	fault = answering(401, ...execution.jobs);
	const warn = jest.spyOn(Container.get(Logger), 'warn');
	await call(execution, otherProcess(), 'nudge');
	expect(warn.mock.calls.map(([message]) => message)).toEqual([
		'A job of a paused workflow could not be asked about: not told',
	]);
	warn.mockRestore();
});

test('after it went on, callbacks are answered at no cost; if it did not after all, one wakes it again', async () => {
	const execution = await paused(2);
	for (const job of execution.jobs) ended.add(job);
	const type = otherProcess();
	expect(resumed([await call(execution, type, 0)])).toHaveLength(1);
	const cost = looks();
	expect(await call(execution, type, 1)).toMatchObject({ status: 200, items: undefined });
	expect(looks()).toBe(cost);
	time.move(16_000);
	expect(resumed([await call(execution, type, 1)])).toHaveLength(1);
});

test('a query that says anything else than an item counts as a nudge', async () => {
	const execution = await paused(1);
	const type = otherProcess();
	for (const item of ['-1', '1e3', 'NaN', '__proto__', '9'.repeat(40)]) {
		expect(
			await callBack(execution, type, sandbox.credentials(), { query: { item } }),
		).toMatchObject({ status: 200, items: undefined });
	}
});

const SETTLED_MS = 61_000;

test.each([400, 403, 404, 405, 410, 422])(
	'a job of which the API tells nothing more (%d) is a failed item where the node goes on, and nobody need try again',
	async (status) => {
		const execution = await paused(3, goingOn);
		const [, gone] = execution.jobs as [string, string, string];
		for (const job of execution.jobs) ended.add(job);
		fault = answering(status, gone);
		time.move(SETTLED_MS);
		const type = otherProcess();
		const answers = [
			await call(execution, type, 1),
			await call(execution, type, 0),
			await call(execution, type, 2),
		];
		expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
		expect(resumed(answers)).toHaveLength(1);
		expect(resumed(answers)[0]?.items).toMatchObject([
			{ json: { status: 'completed' }, pairedItem: { item: 0 } },
			{
				json: {
					error: 'not told',
					details: { job_id: gone, http_code: status, prompt: 'picture 1' },
				},
				pairedItem: { item: 1 },
			},
			{ json: { status: 'completed' }, pairedItem: { item: 2 } },
		]);
	},
);

test('a job of which the API tells nothing more ends the execution once the others have ended, with the names of all', async () => {
	const execution = await paused(2);
	const [gone, other] = execution.jobs as [string, string];
	ended.add(gone);
	fault = answering(404, gone);
	time.move(SETTLED_MS);
	const type = otherProcess();
	const first = await call(execution, type, 0);
	expect([first.status, first.error]).toEqual([200, undefined]);
	ended.add(other);
	const { status, error } = await call(execution, type, 1);
	expect(status).toBe(200);
	expect(error).toMatchObject({
		message: 'not told',
		context: { details: { job_id: gone, jobs: [{ job_id: other }] } },
	});
	expect(error).toHaveProperty(
		'description',
		expect.stringMatching(new RegExp(`Get Job \\(job ${gone}\\)[^]*${other}`)),
	);
});

test.each([[401], [408], [429], [500], ['destroy'], [404], [410]] as const)(
	'a job that cannot be asked about for now (%s): its sender tries again, and what others told is kept',
	async (status) => {
		const execution = await paused(2, goingOn);
		const [, failing] = execution.jobs as [string, string];
		for (const job of execution.jobs) ended.add(job);
		fault = answering(status, failing);
		const type = otherProcess();
		expect(await call(execution, type, 0)).toMatchObject({ status: 503, items: undefined });
		expect(await call(execution, type, 1)).toMatchObject({ status: 503, items: undefined });
		sandbox.it.sandbox.clearRequests();
		fault = () => undefined;
		expect((await call(execution, type, 1)).items).toMatchObject([
			{ json: { status: 'completed' } },
			{ json: { status: 'completed' } },
		]);
		expect(looks()).toBe(1);
	},
);

test('while another job runs, only the sender of the job that cannot be asked about tries again', async () => {
	const execution = await paused(3);
	const [failing, done] = execution.jobs as [string, string, string];
	ended.add(failing).add(done);
	fault = answering(500, failing);
	const type = otherProcess();
	time.move(SETTLED_MS);
	expect(await call(execution, type, 1)).toMatchObject({ status: 200, items: undefined });
	expect(await call(execution, type, 2)).toMatchObject({
		status: 503,
		body: { error: { message: expect.stringMatching(/^The job has not ended/) } },
	});
});

test('when the time is over, what is known of each job by then comes out, once', async () => {
	const execution = await paused(12, goingOn, 600);
	const { jobs } = execution;
	const [running, gone, done] = jobs as [string, string, string];
	for (const job of jobs) if (job !== running) ended.add(job);
	const failing = jobs.slice(3);
	fault = (request) => answering(404, gone)(request) ?? answering(503, ...failing)(request);
	const processes = [otherProcess(), otherProcess()] as const;
	time.move(599_000);
	// What fails is asked about again at once, and the time is not over by that.
	const random = jest.spyOn(Math, 'random').mockReturnValue(0);
	for (const type of processes)
		expect(await call(execution, type, 2)).toMatchObject({ items: undefined });
	random.mockRestore();
	time.move(1_000);
	const answers = [
		await call(execution, processes[0], 'nudge'),
		await call(execution, processes[0], 0),
	];
	expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	expect(resumed(answers)).toHaveLength(1);
	expect(answers[0]?.items?.map(({ json }) => json)).toMatchObject([
		{
			job_id: running,
			status: 'processing',
			timed_out: true,
			prompt: 'picture 0',
			estimated_cost_usd: expect.any(Number),
		},
		{ error: 'not told', details: { job_id: gone } },
		{ job_id: done, status: 'completed' },
		...failing.map((job_id) => ({ job_id, status: 'processing', timed_out: true })),
	]);
});

test('a look that began before the time was over is not the last', async () => {
	const execution = await paused(2, {}, 600);
	const [done, running] = execution.jobs as [string, string];
	const { pass, reached: asked, letGo } = gate();
	ended.add(done).add(running);
	fault = async ({ path }) => {
		if (!path.endsWith(running)) return undefined;
		await pass();
		return answerOf({ job_id: running, status: 'processing' });
	};
	const type = otherProcess();
	time.move(599_000);
	const early = call(execution, type, 'nudge');
	await asked;
	time.move(1_000);
	letGo();
	expect(await early).toMatchObject({ status: 200, items: undefined });
	expect((await call(execution, type, 'nudge')).items).toMatchObject([
		{ json: { status: 'completed' } },
		{ json: { timed_out: true } },
	]);
});

test('a callback that comes when the time has long been over is followed by a look all the same', async () => {
	const execution = await paused(1, {}, 600);
	ended.add(execution.jobs[0] as string);
	time.move(630_000);
	expect((await call(execution, otherProcess(), 0)).items).toMatchObject([
		{ json: { status: 'completed' } },
	]);
});

test.each([
	['in the middle of the files', 1_000],
	['before the files', -1_000],
])(
	'n8n is about to end the pause %s: what is there comes out, the rest as addresses that say why',
	async (_, left) => {
		const execution = await paused(2, {}, 600, true);
		const [whole, endless] = execution.jobs as [string, string];
		ended.add(whole).add(endless);
		const inAnswer = `data:image/png;base64,${Buffer.from(PNG, 'latin1').toString('base64')}`;
		fault = ({ path }) => {
			const url = path.endsWith(whole) ? inAnswer : `${media.url}/endless.png`;
			return answerOf({
				job_id: path.endsWith(whole) ? whole : endless,
				status: 'completed',
				url,
			});
		};
		const closed: Array<Promise<unknown>> = [];
		media.answer = (__, response) => {
			closed.push(new Promise((resolve) => response.once('close', resolve)));
			response.writeHead(200, { 'content-type': 'image/png' }).write(PNG, 'latin1');
			const drip = setInterval(() => response.write('more'), 50);
			response.once('close', () => clearInterval(drip));
		};
		time.move(705_000 - left);
		const { items } = await call(execution, otherProcess(), 'nudge');
		expect(
			items?.map(({ json, binary }) => [json.status, json.url, json.note, binary?.data?.mimeType]),
		).toEqual([
			['completed', inAnswer, undefined, 'image/png'],
			[
				'completed',
				`${media.url}/endless.png`,
				expect.stringMatching(
					/^The file was not downloaded, because n8n was about to end the pause/,
				),
				undefined,
			],
		]);
		await Promise.all(closed);
	},
);

test('whatever a node is called, its callback is followed by a look', async () => {
	const execution = await paused(1);
	const type = otherProcess();
	const parts = fc.oneof(
		fc.constantFrom(
			'{{',
			'}}',
			'\\',
			'"',
			"'",
			'`',
			'${',
			'\n',
			'$',
			'.constructor',
			'.isEmpty()',
			'=',
			'\ud800',
			'\udc00',
			'🦊',
			'//',
			'/*',
		),
	);
	const names = fc
		.array(fc.oneof(parts, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), {
			minLength: 1,
			maxLength: 8,
		})
		.map((all) => all.join(''));
	await fc.assert(
		fc.asyncProperty(names, async (name) => {
			fc.pre(name !== '' && name !== '__proto__');
			const before = looks();
			expect(await call(renamed(execution, name), type, 0)).toMatchObject({ status: 503 });
			expect(looks()).toBe(before + 1);
		}),
		{ numRuns: sized(20, 100) },
	);
});

/** The same execution of a workflow whose node was called something else from the beginning. */
function renamed(execution: PausedExecution, name: string): PausedExecution {
	const { executionData, ...data } = structuredClone(execution.data);
	const contextData = { [`node:${name}`]: executionData?.contextData['node:Media Generation'] };
	return {
		...execution,
		settings: { ...execution.settings, name },
		data: { ...data, executionData: { ...executionData, contextData } } as PausedExecution['data'],
	};
}
