import fc from 'fast-check';
import type { INodeParameters, INodeType } from 'n8n-workflow';
import type { FaultHook } from '../../../../sandbox';
import { runNode } from '../../../support/engine';
import { modelId, useSandbox } from '../../../support/sandbox';
import { useServer } from '../../../support/server';
import { useMovedTime } from '../../../support/time';
import { callBack, inOtherProcess, type Answered, type PausedExecution } from '../../../support/deliveries';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep: jest.requireActual<typeof import('../../../support/time')>('../../../support/time').movedSleep,
}));

/** The jobs of which the API says that they have ended; of the others it says that they run. */
const ended = new Set<string>();
let fault: FaultHook = () => undefined;
const sandbox = useSandbox({
	faults: (request) => {
		const id = /\/jobs\/([^/]+)$/.exec(request.path)?.[1];
		if (request.method !== 'GET' || id === undefined) return undefined;
		if (!ended.has(id)) return { when: 'before', give: Response.json({ job_id: id, status: 'processing' }) };
		return fault(request);
	},
});
/** Where n8n would be: it has nothing that waits. */
const n8n = useServer();
const time = useMovedTime();

afterEach(() => {
	ended.clear();
	fault = () => undefined;
});

const otherProcess = () =>
	inOtherProcess((): INodeType => {
		const { MediaGeneration } = jest.requireActual<typeof import('../../../../nodes/MediaGeneration/MediaGeneration.node')>(
			'../../../../nodes/MediaGeneration/MediaGeneration.node',
		);
		return new MediaGeneration();
	});
const looks = () => sandbox.requests('GET').filter(({ path }) => path.includes('/jobs/')).length;
const down = { when: 'before', give: 'destroy' } as const;

/** An execution that has paused for this many jobs, all running. */
async function paused(count: number, settings: PausedExecution['settings'] = {}): Promise<PausedExecution & { jobs: string[] }> {
	const parameters: INodeParameters = {
		resource: 'image',
		operation: 'generate',
		prompt: '={{ $json.prompt }}',
		model: modelId('model-dev'),
		waitFor: 'callback',
		options: { download: false },
	};
	const items = Array.from({ length: count }, (_, index) => ({ json: { prompt: `picture ${index}` } }));
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
	const jobs = items.map(({ json }) => made.find(({ values }) => values.prompt === json.prompt)?.id ?? '');
	return { parameters, items, data: run.data, settings, jobs };
}

const call = async (execution: PausedExecution, type: INodeType, item: number | 'nudge') =>
	await callBack(execution, type, sandbox.credentials(), { query: item === 'nudge' ? { nudge: '1' } : { item: String(item) } });
const resumed = (answers: Answered[]) => answers.filter(({ items }) => items);
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
		{ numRuns: 15 },
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
	const answers = await Promise.all(execution.jobs.map(async (_, item) => await call(execution, type, item)));
	expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
	expect(resumed(answers)).toHaveLength(1);
	expect(looks()).toBeLessThanOrEqual(22);
});

test('a callback that comes while jobs are asked about is followed by a look of its own', async () => {
	const execution = await paused(2);
	const [first, second] = execution.jobs as [string, string];
	ended.add(first);
	const type = otherProcess();
	let reached = () => {};
	const asked = new Promise<void>((resolve) => (reached = resolve));
	let letGo = () => {};
	const gate = new Promise<void>((resolve) => (letGo = resolve));
	fault = async ({ path }) => {
		if (!path.endsWith(first)) return undefined;
		reached();
		await gate;
		return { when: 'before', give: Response.json({ job_id: first, status: 'processing' }) };
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
	expect(await call(execution, type, 0)).toMatchObject({ status: 503, items: undefined });
	fault = () => undefined;
	expect(await call(execution, type, 0)).toMatchObject({ status: 200, items: [{ json: { status: 'completed' } }] });
});

test('a callback for a job that still runs: 503, and nothing more', async () => {
	const execution = await paused(1);
	const type = otherProcess();
	expect(await call(execution, type, 0)).toMatchObject({ status: 503, items: undefined });
});

test('a nudge is told of nothing, and wakes what can wake', async () => {
	const execution = await paused(3);
	const type = otherProcess();
	expect(await call(execution, type, 'nudge')).toMatchObject({ status: 200, items: undefined });
	for (const job of execution.jobs) ended.add(job);
	expect(resumed([await call(execution, type, 'nudge')])).toHaveLength(1);
});

test('a job that failed ends the execution with its reason, and its sender is told that all is well', async () => {
	const execution = await paused(1);
	const [job] = execution.jobs as [string];
	ended.add(job);
	fault = () => ({ when: 'before', give: Response.json({ job_id: job, status: 'failed', error: 'no luck' }) });
	const answer = await call(execution, otherProcess(), 0);
	expect(answer).toMatchObject({ status: 200, body: { received: true } });
	expect(answer.error?.message).toMatch(/no luck/);
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

test('both processes at once: each sender is told that all is well', async () => {
	const execution = await paused(2);
	for (const job of execution.jobs) ended.add(job);
	const answers = await Promise.all([otherProcess(), otherProcess()].map(async (type, item) => await call(execution, type, item)));
	expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, { received: true }]));
});

test('a query that says anything else than an item counts as a nudge', async () => {
	const execution = await paused(1);
	const type = otherProcess();
	for (const item of ['-1', '1e3', 'NaN', '__proto__', '9'.repeat(40)]) {
		expect(await callBack(execution, type, sandbox.credentials(), { query: { item } })).toMatchObject({ status: 200, items: undefined });
	}
});
