import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { integerBelow, seededRandom } from '../../../../sandbox/random';
import { runNode } from '../../../support/engine';
import { modelId } from '../../../support/sandbox';
import { useServer } from '../../../support/server';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep: jest.requireActual<typeof import('../../../support/time')>('../../../support/time').movedSleep,
}));

const server = useServer();
useMovedTime();
// How far looks lie apart is drawn; what is drawn is the same in every run.
beforeEach(() => {
	const random = seededRandom('looks');
	jest.spyOn(Math, 'random').mockImplementation(() => integerBelow(random, 2 ** 32) / 2 ** 32);
});
afterEach(() => jest.mocked(Math.random).mockRestore());

interface Served {
	from: number;
	/** Milliseconds. */
	takes: number;
	/** The ages at which it was asked about, in milliseconds. */
	looks: number[];
	/** Milliseconds since the job's beginning at which its end was told. */
	told: number;
}

/** What a service says of its jobs' times. */
type Times = (job: Served) => object;

const none: Times = () => ({});
const asDocumented: Times = ({ from, takes }) => ({ created_at: new Date(from).toISOString(), completed_at: new Date(from + takes).toISOString() });
const lying: Times = () => ({ created_at: '1970-01-01T00:00:00Z', completed_at: '2999-01-01T00:00:00Z' });

let services = 0;

/** A service whose jobs take so many seconds; each is one that the node has not met before. */
function serve(seconds: (index: number) => number, times: Times = none) {
	const path = `/service-${++services}`;
	const jobs = new Map<string, Served>();
	server.answer = ({ method, url = '' }: IncomingMessage, response: ServerResponse) => {
		const give = (status: number, body: object) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		if (method === 'POST') {
			const job_id = `job-${jobs.size + 1}`;
			jobs.set(job_id, { from: Date.now(), takes: seconds(jobs.size) * 1000, looks: [], told: NaN });
			return give(202, { job_id, status: 'processing', status_url: `${server.url}${path}/jobs/${job_id}` });
		}
		const job_id = url.split('/').pop() ?? '';
		const job = jobs.get(job_id);
		if (!job) return give(404, { error: { message: 'No such job' } });
		job.looks.push(Date.now() - job.from);
		if (Date.now() < job.from + job.takes) return give(200, { job_id, status: 'processing' });
		job.told = Date.now() - job.from;
		return give(200, { job_id, status: 'completed', url: 'https://media.example.com/1.mp4', ...times(job) });
	};
	/** Makes so many videos side by side, and tells of what it took; with the model that should take 43 seconds. */
	return async (count: number, options: object = {}) => {
		jobs.clear();
		const { error } = await runNode({
			parameters: {
				resource: 'video',
				operation: 'generate',
				prompt: 'Waves',
				model: modelId('t2v-turbo'),
				options: { download: false, concurrency: count, ...options },
			},
			items: Array.from({ length: count }, () => ({ json: {} })),
			credentials: { mediaGenerationApi: { baseUrl: `${server.url}${path}`, apiKey: 'a-long-enough-key' } },
		});
		const all = [...jobs.values()];
		const mean = (of: (job: Served) => number) => all.reduce((sum, job) => sum + of(job), 0) / all.length;
		return {
			error: error?.message,
			looksPerJob: mean(({ looks }) => looks.length),
			/** For each job, of those before the time that the catalog says. */
			earlyLooks: mean(({ looks }) => looks.filter((age) => age < 42_900).length),
			lastLooks: all.map(({ looks }) => looks.at(-1)),
			firstTold: Math.min(...all.map(({ told }) => told)) / 1000,
			lastTold: Math.max(...all.map(({ told }) => told)) / 1000,
			late: mean(({ takes, told }) => (told - takes) / takes),
		};
	};
}

test('one job is looked at when the catalog says, where nothing else is known', async () => {
	expect(await serve(() => 40)(1)).toMatchObject({ error: undefined, looksPerJob: 1, firstTold: 43 });
});

test.each([
	['as the catalog says', 43],
	['much longer', 90],
])('of jobs that take %s, one in three is looked at before its time, once', async (_, seconds) => {
	const { earlyLooks, looksPerJob } = await serve(() => seconds)(20);
	expect(earlyLooks).toBeGreaterThan(0.2);
	expect(earlyLooks).toBeLessThanOrEqual(0.3);
	expect(looksPerJob).toBeLessThanOrEqual(1.3 + Math.ceil((seconds - 43) / 2));
});

test('jobs that are looked at together are not asked about together for ever', async () => {
	const { lastLooks } = await serve(() => 70)(10);
	expect(new Set(lastLooks).size).toBeGreaterThan(5);
});

test.each([6, 8, 15])('of jobs that take %d s in place of 43, one is seen early and brings the others forward', async (seconds) => {
	const make = serve(() => seconds);
	const first = await make(30);
	expect(first.lastTold).toBeLessThanOrEqual(2 * seconds);
	expect(first.looksPerJob).toBeLessThanOrEqual(1.5);
	const second = await make(30);
	expect(second.lastTold).toBeLessThanOrEqual(first.lastTold);
	expect(second.looksPerJob).toBeLessThanOrEqual(1.3);
});

test.each([8, 40, 100])('where the service tells how long its jobs took (%d s), each of the next is looked at just then', async (seconds) => {
	const make = serve(() => seconds, asDocumented);
	await make(3);
	const { looksPerJob, firstTold, lastTold } = await make(20);
	expect(looksPerJob).toBeLessThanOrEqual(1.3);
	expect(firstTold).toBeGreaterThanOrEqual(seconds);
	// Times in whole seconds may be a second short.
	expect(lastTold).toBeLessThanOrEqual(seconds + 1.1);
});

test('jobs that differ by a third are looked at from the quick ones on', async () => {
	const make = serve((index) => 39 * (0.7 + (0.6 * ((index * 7) % 30)) / 30), asDocumented);
	expect((await make(30)).late).toBeLessThanOrEqual(0.15);
	const { late, looksPerJob } = await make(30);
	expect(late).toBeLessThanOrEqual(0.05);
	expect(looksPerJob).toBeLessThanOrEqual(6);
});

test('times that cannot be are not believed', async () => {
	const make = serve(() => 8, lying);
	await make(1);
	expect((await make(1)).firstTold).toBe(43);
});

test('nor is a time that a look has disproved, ever again', async () => {
	const shorter: Times = ({ from }) => ({ created_at: new Date(from).toISOString(), completed_at: new Date(from + 500).toISOString() });
	const make = serve(() => 30, shorter);
	await make(1);
	await make(20);
	for (let batch = 0; batch < 4; batch++) expect((await make(20)).looksPerJob).toBeLessThanOrEqual(2);
});

test('a time that a look has disproved is none of the three that are needed to expect more than the catalog says', async () => {
	const shorter: Times = ({ from }) => ({ created_at: new Date(from).toISOString(), completed_at: new Date(from + 500).toISOString() });
	const make = serve(() => 90, shorter);
	for (let job = 0; job < 3; job++) expect((await make(1)).looksPerJob).toBeGreaterThan(3);
	expect((await make(1)).looksPerJob).toBeLessThanOrEqual(3);
});

/** A service that learns of a job's end when it is asked about it. */
const whenAsked: Times = ({ from }) => ({ created_at: new Date(from).toISOString(), completed_at: new Date(Date.now()).toISOString() });
const inSeconds: Times = ({ from }) => ({
	created_at: new Date(Math.floor(from / 1000) * 1000).toISOString(),
	completed_at: new Date(Math.floor(Date.now() / 1000) * 1000).toISOString(),
});

describe.each([
	['says nothing', none],
	['says when it was asked', whenAsked],
	['says that in whole seconds', inSeconds],
	['says when jobs ended', asDocumented],
])('where the service %s', (_, times) => {
	test('a job that was looked at late has no others looked at late', async () => {
		const make = serve(() => 40, times);
		await make(1, { pollInterval: 300 });
		for (let run = 0; run < 4; run++) expect((await make(1)).lastTold).toBeLessThanOrEqual(43);
	});

	test('a job that took very long has no others looked at late', async () => {
		let runs = 0;
		const make = serve(() => (runs++ === 0 ? 550 : 10), times);
		await make(1);
		for (let run = 0; run < 25; run++) expect((await make(1)).lastTold).toBeLessThanOrEqual(43);
	});

	test('jobs that have become quicker are found to be', async () => {
		let seconds = 120;
		const make = serve(() => seconds, times);
		await make(10);
		seconds = 10;
		let before = (await make(20)).lastTold;
		while (before > 20) {
			const { lastTold } = await make(20);
			expect(lastTold).toBeLessThan(0.75 * before);
			before = lastTold;
		}
	});
});

test('a single quick job among many does not have the others asked about early', async () => {
	const make = serve((index) => (index === 7 ? 1 : 40), asDocumented);
	await make(20);
	expect((await make(1)).looksPerJob).toBeLessThanOrEqual(2);
	expect((await make(20)).looksPerJob).toBeLessThanOrEqual(2);
});

test('Check Every counts before all that was learnt', async () => {
	const make = serve(() => 8, asDocumented);
	await make(10);
	expect(await make(1, { pollInterval: 20 })).toMatchObject({ looksPerJob: 1, firstTold: 20 });
});

test('Give Up After ends the wait for jobs that were expected to take longer', async () => {
	const make = serve(() => 100);
	expect(await make(1, { timeout: 10 })).toMatchObject({ error: expect.stringMatching(/^Job job-1 was still running after 10 s/), looksPerJob: 1 });
});

test('whatever jobs take, each is told, and not after more looks than it has seconds', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.double({ min: 0.5, max: 120, noNaN: true }), { minLength: 1, maxLength: 12 }),
			fc.constantFrom(none, asDocumented, lying),
			async (seconds, times) => {
				const make = serve((index) => seconds[index % seconds.length] ?? 1, times);
				for (const count of [seconds.length, seconds.length]) {
					const { error, looksPerJob, lastTold } = await make(count);
					expect(error).toBeUndefined();
					expect(lastTold).toBeLessThanOrEqual(Math.max(43, ...seconds) + 6);
					expect(looksPerJob).toBeLessThanOrEqual(2 + Math.max(...seconds) / 2);
				}
			},
		),
		{ numRuns: 15 },
	);
});
