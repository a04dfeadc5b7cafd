import { randomUUID } from 'node:crypto';
import { published } from '../../../support/deliveries';
import { urlsOnly, useTrigger } from '../../../support/trigger';

const { faults, mend, about, makeImage, makeImages, asked } = useTrigger();

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
	expect(answers.map(({ status }) => status)).toEqual(
		all.map((_, index) => (index % 2 === 0 ? 200 : 404)),
	);
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
	faults.hook = ({ path }) =>
		path.includes(job)
			? { when: 'before', give: Response.json({ error: { message: 'unknown' } }, { status: 404 }) }
			: undefined;
	for (let times = 0; times < 3; times++) expect((await about(stored, job)).status).toBe(404);
	mend();
	expect((await about(stored, job)).items).toHaveLength(1);
});

test('a job that is not there yet is taken after the minute', async () => {
	const stored = published(urlsOnly);
	const job = await makeImage();
	faults.hook = ({ path }) =>
		path.includes(job)
			? { when: 'before', give: Response.json({ error: { message: 'unknown' } }, { status: 404 }) }
			: undefined;
	for (let times = 0; times < 6; times++) expect((await about(stored, job)).status).toBe(404);
	mend();
	expect((await about(stored, job)).status).toBe(404);
	const now = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(now + 61_000);
	expect((await about(stored, job)).items).toHaveLength(1);
});
