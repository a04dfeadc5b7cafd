import { randomUUID } from 'node:crypto';
import { published } from '../../../support/deliveries';
import { urlsOnly, useTrigger } from '../../../support/trigger';
import { answerOf } from '../../../support/faults';

const { faults, mend, about, makeImage, makeImages } = useTrigger();

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

test('a job that the API knows later than the sender is taken when it is delivered again at once', async () => {
	const stored = published(urlsOnly);
	const job = await makeImage();
	faults.hook = ({ path }) =>
		path.includes(job) ? answerOf({ error: { message: 'unknown' } }, 404) : undefined;
	for (let times = 0; times < 3; times++) expect((await about(stored, job)).status).toBe(404);
	mend();
	expect((await about(stored, job)).items).toHaveLength(1);
});
