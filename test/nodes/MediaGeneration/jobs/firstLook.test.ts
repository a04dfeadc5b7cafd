import { integerBelow, seededRandom } from '../../../../sandbox/random';
import { runNode } from '../../../support/engine';
import { modelId } from '../../../support/sandbox';
import { useServer } from '../../../support/server';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep:
		jest.requireActual<typeof import('../../../support/time')>('../../../support/time').movedSleep,
}));

const server = useServer();
useMovedTime();
beforeEach(() => {
	const random = seededRandom('looks');
	jest.spyOn(Math, 'random').mockImplementation(() => integerBelow(random, 2 ** 32) / 2 ** 32);
});
afterEach(() => jest.mocked(Math.random).mockRestore());

/** What the catalog says of the model that makes the videos, in seconds. */
const CATALOG = 43;
let services = 0;

/** A service that the node has not met before, whose jobs take so many seconds: makes videos, and gives the ages at which each was looked at, in seconds. */
function serve(seconds: (index: number) => number) {
	const path = `/service-${++services}`;
	let jobs: Array<{ from: number; takes: number; looks: number[] }> = [];
	server.answer = ({ method, url = '' }, response) => {
		const give = (status: number, body: object) =>
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		if (method === 'POST') {
			jobs.push({ from: Date.now(), takes: seconds(jobs.length) * 1000, looks: [] });
			return give(202, { job_id: `job-${jobs.length}`, status: 'processing' });
		}
		const job = jobs[Number(/job-(\d+)$/.exec(url)?.[1]) - 1];
		if (!job) return give(404, { error: { message: 'No such job' } });
		const age = Date.now() - job.from;
		job.looks.push(age / 1000);
		return give(
			200,
			age < job.takes
				? { status: 'processing' }
				: { status: 'completed', url: 'https://media.example.com/1.mp4' },
		);
	};
	return async (count: number, options: object = {}) => {
		jobs = [];
		const { error } = await runNode({
			parameters: {
				resource: 'video',
				operation: 'generate',
				prompt: 'Waves',
				model: modelId('t2v-turbo'),
				options: { download: false, concurrency: count, ...options },
			},
			items: Array.from({ length: count }, () => ({ json: {} })),
			credentials: {
				mediaGenerationApi: { baseUrl: `${server.url}${path}`, apiKey: 'a-long-enough-key' },
			},
		});
		return { error: error?.message, looks: jobs.map(({ looks }) => looks) };
	};
}

const firstOf = (all: number[][]) => all.map(([first = NaN]) => first);
const mostOf = (all: number[][]) => Math.max(...all.map(({ length }) => length));
const lastOf = (all: number[][]) => Math.max(...all.flat());

test('a model that nobody knows here is looked at first after a quarter of the catalog’s time, then every few seconds', async () => {
	const { looks } = await serve(() => 40)(3);
	for (const first of firstOf(looks)) expect(first).toBeCloseTo(CATALOG / 4, 0);
	expect(mostOf(looks)).toBeLessThanOrEqual(40 / 5 + 1);
	expect(lastOf(looks)).toBeLessThanOrEqual(45);
});

test.each([6, 40, 100])(
	'the next jobs of one that takes %d s are looked at first when that is nearly over, and seldom',
	async (seconds) => {
		const make = serve(() => seconds);
		await make(5);
		const { looks } = await make(20);
		expect(Math.min(...firstOf(looks))).toBeGreaterThanOrEqual(0.75 * seconds);
		expect(mostOf(looks)).toBeLessThanOrEqual(2 + Math.ceil((0.25 * seconds) / 4));
		expect(lastOf(looks)).toBeLessThanOrEqual(seconds + 5.5);
	},
);

test('where jobs differ, half of them say when to look', async () => {
	const make = serve((index) => (index < 15 ? 20 : 200));
	await make(20);
	for (const first of firstOf((await make(5)).looks)) expect(first).toBeLessThanOrEqual(20);
});

test('jobs that have become quicker are found to be', async () => {
	let takes = 100;
	const make = serve(() => takes);
	await make(20);
	takes = 10;
	await make(20);
	await make(20);
	expect(firstOf((await make(1)).looks)[0]).toBeLessThanOrEqual(70);
	for (let times = 0; times < 12; times++) await make(20);
	expect(firstOf((await make(1)).looks)[0]).toBeLessThanOrEqual(12);
});

test('Check Every counts before all that was learnt, and nobody looks sooner than after two seconds', async () => {
	const make = serve(() => 3);
	for (let times = 0; times < 45; times++) await make(1);
	const [first] = firstOf((await make(1)).looks);
	expect(first).toBeGreaterThanOrEqual(2);
	expect(first).toBeLessThanOrEqual(3.5);
	expect(Math.min(...firstOf((await make(1, { pollInterval: 7 })).looks))).toBeCloseTo(7, 0);
});

test('Give Up After ends the wait for jobs that were expected to take longer', async () => {
	const { error, looks } = await serve(() => 100)(1, { timeout: 5 });
	expect(error).toMatch(/was still running after 5 s/);
	expect(lastOf(looks)).toBeLessThanOrEqual(6);
});
