import { randomUUID } from 'node:crypto';
import { published } from '../../../support/deliveries';
import { PICTURES, ended, resultOf, urlsOnly, useTrigger } from '../../../support/trigger';

const { sandbox, mend, answering, restart, send, about, believing, proved, makeImage, makeImages } = useTrigger();

test.each([
	['a list', (jobs: object[]) => jobs],
	['a wrapped list', (jobs: object[]) => ({ event: 'jobs.completed', batch_id: 'b-1', jobs })],
	['a list within a list', (jobs: object[]) => [{ data: jobs }]],
	['lists side by side', (jobs: object[]) => ({ pages: [jobs.slice(0, 1), jobs.slice(1)] })],
	['JSON within text', (jobs: object[]) => ({ payload: JSON.stringify(jobs) })],
])('several jobs in one delivery, as %s: all start the workflow, each once', async (_, wrap) => {
	const stored = published(urlsOnly);
	const jobs = await makeImages(3);
	const body = wrap(jobs.map((id) => ({ id, status: 'completed' })));
	const { status, items } = await send(stored, { body });
	expect(status).toBe(200);
	expect(items?.map(({ json }) => json.job_id)).toEqual(jobs);
	expect(await send(stored, { body })).toMatchObject({ status: 200, body: { duplicate: true }, items: undefined });
	for (const job of jobs) expect(await about(stored, job)).toMatchObject({ body: { duplicate: true } });
});

test('of several jobs one still runs: the others start, the sender is to come again, and then that one starts alone', async () => {
	const stored = published(urlsOnly);
	const [first, second] = (await makeImages(2)) as [string, string];
	answering(second, () => Response.json({ job_id: second, status: 'processing' }));
	const body = [{ job_id: first }, { job_id: second }];
	const before = await send(stored, { body });
	expect(before).toMatchObject({ status: 503, headers: { 'retry-after': '10' }, items: [{ json: { job_id: first } }] });
	mend();
	restart();
	expect(await send(stored, { body })).toMatchObject({ status: 200, items: [{ json: { job_id: second } }] });
});

test('what a sender with the secret says of several jobs is not mixed up', async () => {
	const body = {
		event: 'jobs.ended',
		results: [
			{ job_id: 'a', status: 'failed', error: { message: 'no luck' } },
			{ job_id: 'b', status: 'completed', image_url: `${PICTURES}/b.png` },
			{
				job_id: 'c',
				status: 'completed',
				images: [
					{ id: 'f1', url: `${PICTURES}/c1.png` },
					{ id: 'f2', url: `${PICTURES}/c2.png` },
				],
			},
		],
	};
	const { items } = await proved(believing(), body);
	expect(items?.map(({ json }) => [json.job_id, json.status, json.url])).toEqual([
		['a', 'failed', undefined],
		['b', 'completed', `${PICTURES}/b.png`],
		['c', 'completed', `${PICTURES}/c1.png`],
		['c', 'completed', `${PICTURES}/c2.png`],
	]);
});

test.each([
	[
		'files with IDs',
		{
			job_id: 'a',
			status: 'completed',
			images: [
				{ id: 'f1', url: `${PICTURES}/1.png` },
				{ id: 'f2', url: `${PICTURES}/2.png` },
			],
		},
		2,
	],
	[
		'a log',
		{
			id: 'a',
			status: 'completed',
			image_url: `${PICTURES}/1.png`,
			logs: [
				{ id: 1, text: 'x' },
				{ id: 2, text: 'y' },
			],
		},
		1,
	],
])('a list about one job stays one: %s', async (_, body, count) => {
	const { items } = await proved(believing(), body);
	expect(items?.map(({ json }) => json.job_id)).toEqual(Array.from({ length: count }, () => 'a'));
});

test('results with IDs and states of their own are no jobs where the API knows only the one around them', async () => {
	const job_id = await makeImage();
	const results = [1, 2].map((index) => ({ id: randomUUID(), status: 'completed', url: `${PICTURES}/${index}.png` }));
	expect((await send(published(urlsOnly), { body: { id: job_id, status: 'completed', results } })).items).toMatchObject([{ json: { job_id } }]);
});

test.each([
	['data', 2, (data: object[]) => ({ id: 'J', ...ended, data })],
	['generations', 2, (generations: object[]) => ({ id: 'J', ...ended, generations })],
	['tasks of a job', 2, (tasks: object[]) => ({ job: { id: 'J', ...ended, tasks } })],
	['results beside the job', 2, (results: object[]) => ({ job: { id: 'J', ...ended }, results })],
	['results, and the job tells no state', 2, (results: object[]) => ({ event: 'job.completed', job_id: 'J', results })],
	['data, a single one', 1, (data: object[]) => ({ id: 'J', ...ended, data })],
])('files with IDs and states are those of the job around them: %s', async (_, count, wrap) => {
	const { items } = await proved(believing(), wrap(['a1', 'b2'].slice(0, count).map(resultOf)));
	expect(items?.map(({ json }) => [json.job_id, json.url])).toEqual(['a1', 'b2'].slice(0, count).map((id) => ['J', `${PICTURES}/${id}.png`]));
});

test.each([
	['a batch of jobs', { batch_id: 'b', ...ended, jobs: [resultOf('a1'), resultOf('b2')] }],
	['IDs called after a job', { id: 'b', ...ended, results: ['a1', 'b2'].map((job_id) => ({ job_id, ...ended, url: `${PICTURES}/${job_id}.png` })) }],
	['the state of a customer', { customer: { id: 'c', status: 'active' }, results: [resultOf('a1'), resultOf('b2')] }],
	['the state of the request', { id: 'r', status: 'success', data: [resultOf('a1'), resultOf('b2')] }],
])('jobs stay jobs beside %s', async (_, body) => {
	const { items } = await proved(believing(), body);
	expect(items?.map(({ json }) => json.job_id)).toEqual(['a1', 'b2']);
});

test('jobs with files that have IDs and states are told apart from them, in a list too', async () => {
	const body = ['A', 'B'].map((id) => ({ id, ...ended, outputs: [resultOf(`${id}1`), resultOf(`${id}2`)] }));
	const { items } = await proved(believing(), body);
	expect(items?.map(({ json }) => [json.job_id, json.url])).toEqual(
		['A', 'B'].flatMap((id) => [`${id}1`, `${id}2`].map((file) => [id, `${PICTURES}/${file}.png`])),
	);
});

test.each([
	['two lists', ([a, b, c, d]: object[]) => ({ completed: [a, b], failed: [c, d] })],
	['lists of one entry', ([a, b, c]: object[]) => ({ completed: [a], failed: [b], expired: [c] })],
	['lists in objects', ([a, b, c]: object[]) => ({ completed: { jobs: [a, b] }, failed: { jobs: [c] } })],
])('jobs in several lists all start: %s', async (_, wrap) => {
	const jobs = await makeImages(4);
	const body = wrap(jobs.map((job_id) => ({ job_id })));
	const count = JSON.stringify(body).split('job_id').length - 1;
	expect((await send(published(urlsOnly), { body })).items?.map(({ json }) => json.job_id)).toEqual(jobs.slice(0, count));
});

test('more jobs than a true delivery has: 400, and nothing is asked', async () => {
	const body = Array.from({ length: 201 }, () => ({ job_id: randomUUID() }));
	expect(await send(published(urlsOnly), { body })).toMatchObject({ status: 400, items: undefined });
	expect(sandbox.requests()).toEqual([]);
});

test.each([
	['beside that of the delivery', (id: string) => ({ id: randomUUID(), job: id, status: 'completed' })],
	['only in an address', (id: string) => ({ event: 'done', status_url: `${sandbox.it.baseUrl}/v1/images/generation/jobs/${id}` })],
	['only in an address of another form', (id: string) => ({ event: 'done', links: { self: `/v2/tenants/acme/jobs/${id}/status` } })],
	['with space around it', (id: string) => ({ job_id: ` ${id}\n` })],
])('the ID of a job is found %s', async (_, make) => {
	const stored = published(urlsOnly);
	const job_id = await makeImage();
	expect((await send(stored, { body: make(job_id) })).items).toMatchObject([{ json: { job_id } }]);
	expect(await send(stored, { body: make(job_id) })).toMatchObject({ body: { duplicate: true } });
});

test.each([['.'], ['..'], [''], ['  '], ['a\u0000b'], ['a\nb'], ['\ud800'], ['x\udc00'], ['x'.repeat(201)], [{}], [null], [[]]])(
	'%j can be no job ID: 400, and nothing is asked',
	async (job) => {
		const answer = await about(published(urlsOnly), job);
		expect(answer).toMatchObject({ status: 400, items: undefined });
		expect(sandbox.requests()).toEqual([]);
	},
);

test('as many jobs as a delivery may have, with IDs as long as they may be', async () => {
	const body = Array.from({ length: 200 }, (_, index) => ({ job_id: `${'x'.repeat(197)}${String(index).padStart(3, '0')}`, status: 'failed' }));
	expect((await proved(believing(), body)).items?.map(({ json }) => json.job_id)).toEqual(body.map(({ job_id }) => job_id));
});
