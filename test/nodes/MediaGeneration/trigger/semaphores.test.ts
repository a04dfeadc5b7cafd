import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { lookTurns } from '../../../../nodes/MediaGeneration/trigger/semaphores';
import { published } from '../../../support/deliveries';
import { useServer } from '../../../support/server';
import { urlsOnly, useTrigger } from '../../../support/trigger';

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

describe('taking turns', () => {
	const tooMany = {
		status: 503,
		message: 'Too many deliveries at once; try again',
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
