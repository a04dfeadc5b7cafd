import { randomUUID } from 'node:crypto';
import { RefusedJobs } from '../../../../nodes/MediaGeneration/trigger/refused';
import { published } from '../../../support/deliveries';
import { ended, manyFiles, urlsOnly, useTrigger } from '../../../support/trigger';

const { faults, mend, send, about, makeImage, makeImages, asked } = useTrigger();

test('true deliveries among as many forged ones all start', async () => {
	const stored = published(urlsOnly);
	const jobs = await makeImages(60);
	const all = jobs.flatMap((job) => [job, randomUUID()]);
	const answers = await Promise.all(all.map(async (job) => await about(stored, job)));
	expect(
		answers
			.flatMap(({ items }) => items ?? [])
			.map(({ json }) => json.job_id)
			.sort(),
	).toEqual([...jobs].sort());
	expect(answers.map(({ status }) => status)).toEqual(all.map((_, index) => (index % 2 === 0 ? 200 : 404)));
});

test('after five deliveries of an unknown job it is not asked about again for a minute, and then it is', async () => {
	const stored = published(urlsOnly);
	const job = randomUUID();
	const requests: number[] = [];
	const deliver = async () => {
		const before = asked();
		expect((await about(stored, job)).status).toBe(404);
		requests.push(asked() - before);
	};
	for (let times = 0; times < 7; times++) await deliver();
	const now = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(now + 61_000);
	await deliver();
	const [once = 0] = requests;
	expect(once).toBeGreaterThan(0);
	expect(requests).toEqual([once, once, once, once, once, 0, 0, once]);
});

test('a job that the API knows later than the sender is taken when it is delivered again at once', async () => {
	const stored = published(urlsOnly);
	const job = await makeImage();
	faults.hook = ({ path }) => (path.includes(job) ? { when: 'before', give: Response.json({ error: { message: 'unknown' } }, { status: 404 }) } : undefined);
	for (let times = 0; times < 3; times++) expect((await about(stored, job)).status).toBe(404);
	mend();
	expect((await about(stored, job)).items).toHaveLength(1);
});

test('a job that is not there yet is taken after the minute', async () => {
	const stored = published(urlsOnly);
	const job = await makeImage();
	faults.hook = ({ path }) => (path.includes(job) ? { when: 'before', give: Response.json({ error: { message: 'unknown' } }, { status: 404 }) } : undefined);
	for (let times = 0; times < 6; times++) expect((await about(stored, job)).status).toBe(404);
	mend();
	expect((await about(stored, job)).status).toBe(404);
	const now = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(now + 61_000);
	expect((await about(stored, job)).items).toHaveLength(1);
});

test('an unknown job is looked for at all usual places only while such jobs are few', async () => {
	const stored = published(urlsOnly);
	const requests: number[] = [];
	for (let count = 0; count < 8; count++) {
		const before = asked();
		await about(stored, randomUUID());
		requests.push(asked() - before);
	}
	expect(requests[0]).toBeGreaterThan(10);
	expect(requests.slice(5)).toEqual([2, 2, 2]);
});

test.each([
	['told first', (id: string) => ({ id, ...ended, data: manyFiles() })],
	['told without a state, so that the entries are asked about first', (id: string) => ({ id, data: manyFiles() })],
])('good deliveries of many parts that the API does not know put none in doubt: the job is %s', async (_, wrap) => {
	const stored = published(urlsOnly);
	for (const job_id of await makeImages(9)) expect(await send(stored, { body: wrap(job_id) })).toMatchObject({ status: 200, items: [{ json: { job_id } }] });
});

describe('what is remembered', () => {
	const after = (ms: number) => {
		const now = Date.now();
		jest.spyOn(Date, 'now').mockReturnValue(now + ms);
	};

	test('unknown jobs prevail from 50 on; each known one makes up for two, however many came before', () => {
		const refused = new RefusedJobs();
		const prevailAfter = (change: () => void) => {
			change();
			return refused.prevail;
		};
		for (let times = 0; times < 100; times++) refused.trust();
		expect(prevailAfter(() => refused.distrust(49))).toBe(false);
		expect(prevailAfter(() => refused.distrust(1))).toBe(true);
		expect(prevailAfter(() => refused.trust())).toBe(false);
		expect(prevailAfter(() => refused.distrust(1))).toBe(false);
		expect(prevailAfter(() => refused.distrust(1))).toBe(true);
		refused.distrust(1_000);
		for (let times = 0; times < 5; times++) expect(prevailAfter(() => refused.trust())).toBe(true);
		expect(prevailAfter(() => refused.trust())).toBe(false);
	});

	test('deliveries of unknown jobs are few up to four in a minute, however many jobs each tells of', () => {
		const refused = new RefusedJobs();
		for (let times = 0; times < 4; times++) refused.distrust(12);
		expect(refused.areFew).toBe(true);
		refused.distrust(0);
		expect(refused.areFew).toBe(false);
		after(60_000);
		expect(refused.areFew).toBe(true);
	});

	test('an unknown job is known as such for a minute, and 5,000 of them', () => {
		after(0);
		const refused = new RefusedJobs();
		for (let index = 0; index < 5_001; index++) refused.add(`job-${index}`);
		const first = () => [0, 1, 5_000].map((index) => refused.has(`job-${index}`));
		expect(first()).toEqual([false, true, true]);
		after(59_999);
		expect(first()).toEqual([false, true, true]);
		after(1);
		expect(first()).toEqual([false, false, false]);
	});
});
