import { randomUUID } from 'node:crypto';
import { published } from '../../../support/deliveries';
import {
	PICTURES,
	ended,
	manyFiles,
	resultOf,
	urlsOnly,
	useTrigger,
} from '../../../support/trigger';

const { sandbox, faults, answering, send, about, believing, proved, makeImage, asked } =
	useTrigger();

test.each([
	['a list', (jobs: object[]) => jobs],
	['a wrapped list', (jobs: object[]) => ({ event: 'jobs.completed', batch_id: 'b-1', jobs })],
	['a list within a list', (jobs: object[]) => [{ data: jobs }]],
	['JSON within text', (jobs: object[]) => ({ payload: JSON.stringify(jobs) })],
])(
	'several jobs in one delivery, as %s: 400, so that the sender delivers each by itself, and nothing is asked',
	async (_, wrap) => {
		const body = wrap(['a', 'b', 'c'].map((job_id) => ({ job_id, ...ended })));
		expect(await send(published(urlsOnly), { body })).toMatchObject({
			status: 400,
			body: { error: { message: expect.stringContaining('several jobs') } },
			items: undefined,
		});
		expect(sandbox.requests()).toEqual([]);
	},
);

test('a list of one job is that job', async () => {
	const job_id = await makeImage();
	expect((await send(published(urlsOnly), { body: [{ job_id, ...ended }] })).items).toMatchObject([
		{ json: { job_id } },
	]);
});

test.each([
	['a likelier ID', (id: string) => ({ task_id: 'T9', prediction_id: id, ...ended })],
	['its files', (id: string) => ({ id, ...ended, data: manyFiles() })],
])('an API that fails over what is no ID of its own does not hide the job: %s', async (_, wrap) => {
	const job_id = await makeImage();
	faults.hook = ({ method, path }) =>
		method === 'GET' && !path.includes(job_id)
			? { when: 'before', give: new Response('', { status: 500 }) }
			: undefined;
	expect((await send(published(urlsOnly), { body: wrap(job_id) })).items).toMatchObject([
		{ json: { job_id } },
	]);
});

test('a job that still runs is waited for, and its files are not asked about', async () => {
	const job_id = await makeImage();
	answering(job_id, () => Response.json({ job_id, status: 'processing' }));
	expect(
		await send(published(urlsOnly), { body: { id: job_id, ...ended, data: manyFiles() } }),
	).toMatchObject({ status: 503, items: undefined });
	expect(asked()).toBe(1);
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
	const results = [1, 2].map((index) => ({
		id: randomUUID(),
		status: 'completed',
		url: `${PICTURES}/${index}.png`,
	}));
	expect(
		(await send(published(urlsOnly), { body: { id: job_id, status: 'completed', results } })).items,
	).toMatchObject([{ json: { job_id } }]);
});

test.each([
	['data', 2, (data: object[]) => ({ id: 'J', ...ended, data })],
	['generations', 2, (generations: object[]) => ({ id: 'J', ...ended, generations })],
	['tasks of a job', 2, (tasks: object[]) => ({ job: { id: 'J', ...ended, tasks } })],
	['results beside the job', 2, (results: object[]) => ({ job: { id: 'J', ...ended }, results })],
	[
		'results, and the job tells no state',
		2,
		(results: object[]) => ({ event: 'job.completed', job_id: 'J', results }),
	],
	['data, a single one', 1, (data: object[]) => ({ id: 'J', ...ended, data })],
])('files with IDs and states are those of the job around them: %s', async (_, count, wrap) => {
	const { items } = await proved(believing(), wrap(['a1', 'b2'].slice(0, count).map(resultOf)));
	expect(items?.map(({ json }) => [json.job_id, json.url])).toEqual(
		['a1', 'b2'].slice(0, count).map((id) => ['J', `${PICTURES}/${id}.png`]),
	);
});

test.each([
	[
		'only in an address',
		(id: string) => ({
			event: 'done',
			status_url: `${sandbox.it.baseUrl}/v1/images/generation/jobs/${id}`,
		}),
	],
	[
		'only in an address of another form',
		(id: string) => ({ event: 'done', links: { self: `/v2/tenants/acme/jobs/${id}/status` } }),
	],
	['with space around it', (id: string) => ({ job_id: ` ${id}\n` })],
])('the ID of a job is found %s', async (_, make) => {
	const stored = published(urlsOnly);
	const job_id = await makeImage();
	expect((await send(stored, { body: make(job_id) })).items).toMatchObject([{ json: { job_id } }]);
	expect(await send(stored, { body: make(job_id) })).toMatchObject({ body: { duplicate: true } });
});

test.each([
	['.'],
	['..'],
	[''],
	['  '],
	['a\u0000b'],
	['a\nb'],
	['\ud800'],
	['x\udc00'],
	['x'.repeat(201)],
	[{}],
	[null],
	[[]],
])('%j can be no job ID: 400, and nothing is asked', async (job) => {
	const answer = await about(published(urlsOnly), job);
	expect(answer).toMatchObject({ status: 400, items: undefined });
	expect(sandbox.requests()).toEqual([]);
});
