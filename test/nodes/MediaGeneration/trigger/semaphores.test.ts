import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { lookTurns } from '../../../../nodes/MediaGeneration/trigger/semaphores';
import { published, type Delivery } from '../../../support/deliveries';
import { gate } from '../../../support/gate';
import { useServer } from '../../../support/server';
import { ended, PICTURES, urlsOnly, useTrigger } from '../../../support/trigger';

const { sandbox, faults, mend, about, believing, proved, makeImage, makeImages, asked } =
	useTrigger();
const media = useServer();

test('2,000 forged deliveries at once: few requests, each sender is answered, and a minute later the next job is looked for', async () => {
	const stored = published(urlsOnly);
	// The minute for which so few are asked about is not to end meanwhile on a busy machine.
	const now = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(now);
	let answered = 0;
	let open = () => {};
	const allArrived = new Promise<void>((resolve) => (open = resolve));
	faults.hook = async () => {
		if (asked() === 2_000) open();
		await allArrived;
		return undefined;
	};
	const answers = await Promise.all(
		Array.from({ length: 2_000 }, async () => {
			const answer = await about(stored, randomUUID());
			if (++answered === 2_000 - 1_000 - 5) open();
			return answer;
		}),
	);
	const jobsAsked = new Set(
		sandbox.requests('GET').map(({ path }) => /[0-9a-f-]{36}/.exec(path)?.[0]),
	);
	expect(jobsAsked.size).toBeLessThanOrEqual(105);
	expect(answers.filter(({ status }) => status !== 404 && status !== 503)).toEqual([]);
	for (const { status, headers } of answers)
		expect(headers['retry-after']).toBe(status === 503 ? '10' : undefined);
	mend();
	const job = await makeImage();
	expect((await about(stored, job)).status).toBe(503);
	jest.mocked(Date.now).mockReturnValue(now + 61_000);
	expect((await about(stored, job)).items).toHaveLength(1);
});

test('at most five look-ups at a time', async () => {
	const stored = published(urlsOnly);
	const jobs = await makeImages(40);
	let now = 0;
	let most = 0;
	let fifth = () => {};
	const five = new Promise<void>((resolve) => (fifth = resolve));
	faults.hook = async ({ method }) => {
		if (method !== 'GET') return undefined;
		most = Math.max(most, ++now);
		if (most === 5) fifth();
		await five;
		for (let turns = 0; turns < 100; turns++) await turn();
		now--;
		return undefined;
	};
	const answers = await Promise.all(jobs.map(async (job) => await about(stored, job)));
	expect(answers.flatMap(({ items }) => items ?? [])).toHaveLength(40);
	expect(most).toBe(5);
});

test('at most five downloads at a time', async () => {
	const stored = believing({ options: {} });
	let now = 0;
	let most = 0;
	let fifth = () => {};
	const five = new Promise<void>((resolve) => (fifth = resolve));
	media.answer = async (_request, response) => {
		most = Math.max(most, ++now);
		if (most === 5) fifth();
		await five;
		for (let turns = 0; turns < 100; turns++) await turn();
		now--;
		response.writeHead(410).end();
	};
	const ids = Array.from({ length: 20 }, (_, index) => `job-${index}`);
	const answers = await Promise.all(
		ids.map(
			async (job_id) =>
				await proved(stored, {
					job_id,
					status: 'completed',
					image_url: `${media.url}/${job_id}.png`,
				}),
		),
	);
	expect(answers.flatMap(({ items }) => items ?? [])).toHaveLength(20);
	expect(most).toBe(5);
});

describe('starting workflows', () => {
	const idsOf = (count: number, name = 'job') =>
		Array.from({ length: count }, (_, index) => `${name}-${index}`);
	/** An n8n that begins no execution until it is let go, and the jobs that it has been given. */
	function slowN8n() {
		const { pass, reached, letGo } = gate();
		const stored = believing();
		const given: string[] = [];
		const tell = async (job_id: string, more: Partial<Delivery> = {}) => {
			const start = async () => {
				given.push(job_id);
				await pass();
			};
			return await proved(
				stored,
				{ job_id, ...ended, image_url: `${PICTURES}/${job_id}.png` },
				{ start, ...more },
			);
		};
		return { tell, given, reached, letGo };
	}

	test.each<[string, Partial<Delivery>]>([
		['', {}],
		[', also where all senders have hung up', { hungUp: 'before' }],
		[', also where all senders hang up', { hungUp: 'meanwhile' }],
	])('at most ten at a time, the others in the order in which they came%s', async (_, more) => {
		const { tell, given, reached, letGo } = slowN8n();
		const jobs = idsOf(25);
		const answers = jobs.map(async (job) => await tell(job, more));
		await reached;
		for (let turns = 0; turns < 100; turns++) await turn();
		expect(given).toEqual(jobs.slice(0, 10));
		letGo();
		expect(
			(await Promise.all(answers)).map(({ status, items }) => ({ status, count: items?.length })),
		).toEqual(jobs.map(() => ({ status: 200, count: 1 })));
		expect(given).toEqual(jobs);
	});

	test('a thousand wait; the next is told to come again, and starts its workflow when it does', async () => {
		const { tell, reached, letGo } = slowN8n();
		const first = idsOf(1_000).map(async (job) => await tell(job));
		await reached;
		for (let turns = 0; turns < 100; turns++) await turn();
		const jobs = idsOf(11, 'late');
		const late = jobs.map(async (job) => ({ job, ...(await tell(job)) }));
		const { job, ...refused } = await Promise.race(late);
		expect(refused).toMatchObject({
			status: 503,
			headers: { 'retry-after': '10' },
			items: undefined,
		});
		letGo();
		const answers = await Promise.all([...first, ...late]);
		expect(answers.filter(({ items }) => items)).toHaveLength(1_010);
		expect((await tell(job)).items).toHaveLength(1);
	});

	test('the turn is over where n8n has failed to start it, and says so', async () => {
		const { tell, letGo } = slowN8n();
		const first = idsOf(10, 'lost').map(async (job) => await tell(job, { startFails: 'told' }));
		expect((await tell('then', { start: async () => letGo() })).items).toHaveLength(1);
		await Promise.all(first);
	});

	test('the turn is over after two minutes where n8n has failed to start it, and the sender has hung up', async () => {
		const alarms: AbortController[] = [];
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const alarm = new AbortController();
			if (ms === 120_000) alarms.push(alarm);
			return alarm.signal;
		});
		const { tell, given, letGo } = slowN8n();
		letGo();
		await Promise.all(
			idsOf(10, 'lost').map(async (job) => await tell(job, { startFails: 'untold' })),
		);
		const then = tell('then');
		for (let turns = 0; turns < 100; turns++) await turn();
		expect([alarms.length, given]).toEqual([10, []]);
		alarms[0]?.abort();
		expect((await then).items).toHaveLength(1);
		for (const alarm of alarms) alarm.abort();
	});

	test('however many wait, a job that is told again starts nothing meanwhile', async () => {
		const { tell, given, reached, letGo } = slowN8n();
		const jobs = idsOf(25);
		const first = jobs.map(async (job) => await tell(job));
		await reached;
		for (let turns = 0; turns < 100; turns++) await turn();
		expect(await tell('job-24')).toMatchObject({ status: 503, items: undefined });
		letGo();
		expect((await Promise.all(first)).map(({ items }) => items?.length)).toEqual(jobs.map(() => 1));
		expect((await tell('job-24')).body).toEqual({ received: true, duplicate: true });
		expect(given).toEqual(jobs);
	});
});

describe('taking turns', () => {
	const tooMany = {
		status: 503,
		message: 'Too many deliveries at once; try again',
		retryAfter: '10',
	};
	const failureOf = async (work: Promise<unknown>) =>
		await work.then(
			() => undefined,
			(error: unknown) => error,
		);
	let ends: Array<() => void>;
	let begun: number[];
	/** Work that goes on until the test ends it. */
	const work = (index: number) => async () => {
		begun.push(index);
		await new Promise<void>((resolve) => ends.push(resolve));
		return index;
	};
	beforeEach(() => {
		ends = [];
		begun = [];
	});

	test('five at a time, in the order in which they came, also where one fails; and five again afterwards', async () => {
		for (let round = 0; round < 2; round++) {
			[ends, begun] = [[], []];
			const taken = Array.from(
				{ length: 8 },
				async (_, index) => await lookTurns.take('host', work(index)),
			);
			const failing = failureOf(
				lookTurns.take('host', async () => await Promise.reject(new Error('broken'))),
			);
			const last = lookTurns.take('host', work(9));
			expect(begun).toEqual([0, 1, 2, 3, 4]);
			while (ends.length > 0) {
				ends.shift()?.();
				await turn();
			}
			expect(await Promise.all([...taken, last])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 9]);
			expect(await failing).toEqual(new Error('broken'));
			expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 9]);
		}
	});

	test('a thousand wait for one host, and no more; nobody waits for another', async () => {
		const first = Array.from(
			{ length: 5 },
			async (_, index) => await lookTurns.take('host', work(index)),
		);
		const waiting = Array.from(
			{ length: 1_000 },
			async (_, index) => await lookTurns.take('host', async () => index),
		);
		expect(await failureOf(lookTurns.take('host', work(6)))).toMatchObject(tooMany);
		expect(await lookTurns.take('other', async () => 'at once')).toBe('at once');
		expect(begun).toEqual([0, 1, 2, 3, 4]);
		for (const end of ends) end();
		expect(await Promise.all(first)).toEqual([0, 1, 2, 3, 4]);
		expect(await Promise.all(waiting)).toEqual(waiting.map((_, index) => index));
	});
});
