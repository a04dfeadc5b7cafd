import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { INodeType } from 'n8n-workflow';
import type { FaultHook } from '../../../../sandbox';
import { gate } from '../../../support/gate';
import { TestCredentials } from '../../../support/credentials';
import { useSandbox, submitElsewhere } from '../../../support/sandbox';
import { useServer } from '../../../support/server';
import { deliver, inOtherProcess, published, type Delivery, type StoredWorkflow } from '../../../support/deliveries';

let fault: FaultHook = () => undefined;
const sandbox = useSandbox({ faults: (request) => fault(request) });
const media = useServer();

const freshTrigger = () =>
	inOtherProcess((): INodeType => {
		const { MediaGenerationTrigger } = jest.requireActual<typeof import('../../../../nodes/MediaGeneration/MediaGenerationTrigger.node')>(
			'../../../../nodes/MediaGeneration/MediaGenerationTrigger.node',
		);
		return new MediaGenerationTrigger();
	});

let trigger: INodeType;
beforeEach(() => {
	trigger = freshTrigger();
});
afterEach(() => {
	jest.restoreAllMocks();
	fault = () => undefined;
});

const urlsOnly = { options: { download: false } };
const withSecret = () => ({ mediaGenerationApi: { ...sandbox.credentials().mediaGenerationApi, callbackSecret: 'sesame-open' } });
const send = async (stored: StoredWorkflow, delivery: Delivery, credentials = sandbox.credentials()) => await deliver(stored, trigger, credentials, delivery);
const about = async (stored: StoredWorkflow, job_id: unknown) => await send(stored, { body: { job_id, status: 'completed' } });

const makeImage = async (prompt = 'x') => (await submitElsewhere(sandbox.it, { prompt })).job_id;
const makeImages = async (count: number) => await Promise.all(Array.from({ length: count }, async (_, index) => await makeImage(`picture ${index}`)));
const asked = () => sandbox.requests('GET').length;

test('a job starts the workflow once, and every job that was answered for is known after a crash', async () => {
	const stored = published(urlsOnly);
	const jobs = await makeImages(12);
	for (const job of jobs.slice(0, 3)) expect((await about(stored, job)).items).toMatchObject([{ json: { job_id: job, status: 'completed' } }]);
	const answers = await Promise.all(jobs.slice(3).map(async (job) => await about(stored, job)));
	expect(answers.map(({ status, items }) => [status, items?.length])).toEqual(answers.map(() => [200, 1]));
	trigger = freshTrigger();
	for (const job of jobs) expect(await about(stored, job)).toMatchObject({ status: 200, body: { duplicate: true }, items: undefined });
});

test('deliveries that began before others were saved do not take them away', async () => {
	const stored = published(urlsOnly);
	const [first, second, third] = (await makeImages(3)) as [string, string, string];
	await about(stored, first);
	const { pass, reached: held, letGo } = gate();
	fault = async ({ path }) => {
		if (!path.includes(second)) return undefined;
		await pass();
		return undefined;
	};
	const slow = about(stored, second);
	await held;
	await about(stored, third);
	letGo();
	await slow;
	trigger = freshTrigger();
	for (const job of [first, second, third]) expect((await about(stored, job)).items).toBeUndefined();
});

test('the same job at once: one starts, the others are told', async () => {
	const stored = published(urlsOnly);
	const job = await makeImage();
	const answers = await Promise.all(Array.from({ length: 10 }, async () => await about(stored, job)));
	expect(answers.filter(({ items }) => items)).toHaveLength(1);
	expect(answers.filter(({ status, body }) => status === 200 && (body as { duplicate?: boolean }).duplicate)).toHaveLength(9);
});

test('n8n fails to start the workflow, and says so: the job is not taken for started, and starts with the next delivery', async () => {
	const stored = published(urlsOnly);
	const body = { job_id: await makeImage() };
	expect(await send(stored, { body, startFails: 'told' })).toMatchObject({ status: 500 });
	expect((await send(stored, { body })).items).toHaveLength(1);
});

test('nobody knows whether n8n goes on to start the workflow: the job is not started a second time beside it', async () => {
	const stored = published(urlsOnly);
	const body = { job_id: await makeImage() };
	expect(await send(stored, { body, startFails: 'untold' })).toMatchObject({ status: 500 });
	expect(await send(stored, { body })).toMatchObject({ status: 503, headers: { 'retry-after': '10' }, items: undefined });
	const now = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(now + 3_601_000);
	expect((await send(stored, { body })).items).toHaveLength(1);
});

test('what is kept is small, however many jobs come and however long their IDs are', async () => {
	const stored = published({ ...urlsOnly, verification: 'header' });
	const ids = Array.from({ length: 2_500 }, (_, index) => `${'x'.repeat(190)}-${index}`);
	const take = async (job_id: string | undefined) =>
		await send(
			stored,
			{ headers: { 'x-callback-secret': 'sesame-open' }, body: { job_id, status: 'completed', url: 'https://h.example.com/1.png' } },
			withSecret(),
		);
	for (const id of ids) expect((await take(id)).items).toHaveLength(1);
	expect(Buffer.byteLength(stored.staticData ?? '')).toBeLessThan(25_000);
	trigger = freshTrigger();
	expect((await take(ids.at(-1))).items).toBeUndefined();
	expect((await take(ids.at(-1_999))).items).toBeUndefined();
});

test('2,000 forged deliveries at once: few requests, and each sender is answered', async () => {
	const stored = published(urlsOnly);
	let answered = 0;
	let open = () => {};
	const allArrived = new Promise<void>((resolve) => (open = resolve));
	fault = async () => {
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
	const jobsAsked = new Set(sandbox.requests('GET').map(({ path }) => /[0-9a-f-]{36}/.exec(path)?.[0]));
	expect(jobsAsked.size).toBeLessThanOrEqual(55);
	expect(answers.filter(({ status }) => status !== 404 && status !== 503)).toEqual([]);
	for (const { status, headers } of answers) expect(headers['retry-after']).toBe(status === 503 ? '10' : undefined);
	fault = () => undefined;
	const job = await makeImage();
	expect((await about(stored, job)).items).toHaveLength(1);
});

test('true deliveries among as many forged ones all start', async () => {
	const stored = published(urlsOnly);
	const jobs = await makeImages(100);
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

test('at most five look-ups at a time', async () => {
	const stored = published(urlsOnly);
	const jobs = await makeImages(40);
	let now = 0;
	let most = 0;
	let fifth = () => {};
	const five = new Promise<void>((resolve) => (fifth = resolve));
	fault = async ({ method }) => {
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

test('an unknown job is not asked after again for a minute, and then it is', async () => {
	const stored = published(urlsOnly);
	const job = randomUUID();
	expect((await about(stored, job)).status).toBe(404);
	const once = asked();
	for (let times = 0; times < 5; times++) expect((await about(stored, job)).status).toBe(404);
	expect(asked()).toBe(once);
	const now = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(now + 61_000);
	expect((await about(stored, job)).status).toBe(404);
	expect(asked()).toBe(2 * once);
});

test('a job that is not there yet is taken after the minute', async () => {
	const stored = published(urlsOnly);
	const job = await makeImage();
	fault = ({ path }) => (path.includes(job) ? { when: 'before', give: Response.json({ error: { message: 'unknown' } }, { status: 404 }) } : undefined);
	expect((await about(stored, job)).status).toBe(404);
	fault = () => undefined;
	const now = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(now + 61_000);
	expect((await about(stored, job)).items).toHaveLength(1);
});

test('without the secret nothing of the body is looked at', async () => {
	const stored = published({ ...urlsOnly, verification: 'header' });
	const touched = () => {
		throw new Error('the body was looked at');
	};
	const body = new Proxy({}, { get: touched, ownKeys: touched });
	for (const proof of [undefined, '', 'sesame-shut']) {
		const answer = await send(stored, { body, headers: { ...(proof !== undefined && { 'x-callback-secret': proof }) } }, withSecret());
		expect(answer).toMatchObject({ status: 401, items: undefined });
	}
	expect(await send(stored, { body: { job_id: 'x' }, headers: { 'x-callback-secret': '' } })).toMatchObject({ status: 401 });
	expect(sandbox.requests()).toEqual([]);
});

test.each([
	['no end', {}],
	['an end and no file', { status: 'completed' }],
])('what a sender with the secret says is asked of the API where it tells %s', async (_, told) => {
	const stored = published({ ...urlsOnly, verification: 'header' });
	const job_id = await makeImage();
	const { items } = await send(stored, { body: { job_id, ...told }, headers: { 'x-callback-secret': 'sesame-open' } }, withSecret());
	expect(items).toMatchObject([{ json: { job_id, status: 'completed', url: expect.stringContaining(job_id) } }]);
});

test('a key, a callback secret and its header that were pasted with blanks and line breaks', async () => {
	const { baseUrl, apiKey } = sandbox.it;
	const pasted = { baseUrl, apiKey: `${apiKey}\n`, callbackSecret: ' sesame-open\n', callbackHeader: ' X-Proof ' };
	const delivery = { body: { job_id: await makeImage() }, headers: { 'x-proof': 'sesame-open' } };
	const { items } = await send(published({ ...urlsOnly, verification: 'header' }), delivery, { ...sandbox.credentials(), mediaGenerationApi: pasted });
	expect(items).toHaveLength(1);
});

test('an address in a forged delivery does not become one where jobs are asked after', async () => {
	const stored = published(urlsOnly);
	const forged = randomUUID();
	fault = ({ path }) => (path.includes('/v1/elsewhere/') ? { when: 'before', give: Response.json({ job_id: forged, status: 'processing' }) } : undefined);
	expect((await send(stored, { body: { job_id: forged, status_url: `/v1/elsewhere/${forged}` } })).status).toBe(503);
	const job_id = await makeImage();
	expect((await about(stored, job_id)).items).toHaveLength(1);
	expect(
		sandbox
			.requests('GET')
			.filter(({ path }) => path.includes('elsewhere'))
			.map(({ path }) => path.includes(forged)),
	).toEqual([true]);
});

test('the address of one job in a delivery about another starts nothing, also where answers name no job; nor does it hide the job', async () => {
	const stored = published(urlsOnly);
	const real = await makeImage();
	const address = `/v1/elsewhere/${real}`;
	fault = ({ path }) =>
		path.endsWith(address) ? { when: 'before', give: Response.json({ status: 'completed', image_url: 'https://cdn.example.net/1.png' }) } : undefined;
	for (const forged of ['x1', 'x2']) {
		expect(await send(stored, { body: { job_id: forged, status_url: address } })).toMatchObject({ status: 404, items: undefined });
	}
	const { items } = await send(stored, { body: { job_id: real, status_url: address } });
	expect(items).toMatchObject([{ json: { job_id: real, url: expect.stringContaining(sandbox.it.url) } }]);
});

/** Answers at one address of the API. */
const answering = (address: string, make: () => Response) => {
	fault = ({ path }) => (path.endsWith(address) ? { when: 'before', give: make() } : undefined);
};

test.each([
	['a page for people', () => new Response('<!doctype html><title>Your job</title>', { headers: { 'content-type': 'text/html' } })],
	['a way to a login', () => new Response('', { status: 302, headers: { location: '/login' } })],
	['a refusal', () => Response.json({ error: { message: 'log in' } }, { status: 401 })],
	['another refusal', () => Response.json({ error: { message: 'not yours' } }, { status: 403 })],
	['a failure', () => Response.json({}, { status: 500 })],
	['something else', () => Response.json({ id: 'batch-77', status: 'completed' })],
	['no ID', () => Response.json({ status: 'processing' })],
])('an address in a delivery where there is %s does not keep the job from being found', async (_, make) => {
	const job_id = await makeImage();
	answering(`/dashboard/jobs/${job_id}`, make);
	const body = { job_id, status: 'completed', job_url: `${new URL(sandbox.it.baseUrl).origin}/dashboard/jobs/${job_id}` };
	expect((await send(published(urlsOnly), { body })).items).toMatchObject([{ json: { job_id, status: 'completed' } }]);
});

test.each([
	['is down', () => Response.json({}, { status: 502 }), 503],
	['has a page', () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } }), 404],
])('a job that is told to be elsewhere, and that place %s', async (_, make, status) => {
	const job_id = randomUUID();
	answering(`/kept/${job_id}`, make);
	expect(await send(published(urlsOnly), { body: { job_id, status_url: `/kept/${job_id}` } })).toMatchObject({ status, items: undefined });
});

test('a job at a place of its own is found there, although the API fails where it does not know an address', async () => {
	const job_id = 'own-1';
	fault = ({ path }) => ({
		when: 'before',
		give: path.endsWith('/kept/own-1')
			? Response.json({ job_id, status: 'completed', image_url: 'https://h.example.com/1.png' })
			: new Response('', { status: 500 }),
	});
	expect((await send(published(urlsOnly), { body: { job_id, status_url: '/kept/own-1' } })).items).toMatchObject([{ json: { job_id } }]);
});

test.each([
	['health', '/health', { status: 'ready' }],
	['nope-1', '/v1/files?job=nope-1', { status: 'completed', files: [{ url: 'https://cdn.example.net/1.png' }] }],
	['usr-7', '/v1/users/usr-7', { name: 'A', image_url: 'https://cdn.example.net/me.png' }],
	['stats', '/v1/jobs/stats', { state: 'done' }],
])('a made-up job %s starts nothing, whatever is at %s', async (job_id, status_url, answer) => {
	answering(status_url.replace(/\?.*/, ''), () => Response.json(answer));
	expect(await send(published(urlsOnly), { body: { job_id, status_url } })).toMatchObject({ status: 404, items: undefined });
});

test('a UUID in capitals is the same job, which starts the workflow once', async () => {
	const stored = published(urlsOnly);
	const job_id = await makeImage();
	expect((await about(stored, job_id.toUpperCase())).items).toMatchObject([{ json: { job_id } }]);
	expect(await about(stored, job_id)).toMatchObject({ body: { duplicate: true } });
});

const PICTURES = 'https://h.example.com';
const proved = async (stored: StoredWorkflow, body: unknown) => await send(stored, { body, headers: { 'x-callback-secret': 'sesame-open' } }, withSecret());
const believing = (more: object = {}) => published({ ...urlsOnly, verification: 'header', statuses: ['completed', 'failed'], ...more });

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
	fault = () => undefined;
	trigger = freshTrigger();
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

const resultOf = (id: string) => ({ id, status: 'completed', url: `${PICTURES}/${id}.png` });
const ended = { status: 'completed' };

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

const manyFiles = () => Array.from({ length: 8 }, () => ({ id: randomUUID(), ...ended, url: `${PICTURES}/1.png` }));

test.each([
	['told first', (id: string) => ({ id, ...ended, data: manyFiles() })],
	['told without a state, so that the entries are asked about first', (id: string) => ({ id, data: manyFiles() })],
])('good deliveries of many parts that the API does not know put none in doubt: the job is %s', async (_, wrap) => {
	const stored = published(urlsOnly);
	for (const job_id of await makeImages(12)) expect(await send(stored, { body: wrap(job_id) })).toMatchObject({ status: 200, items: [{ json: { job_id } }] });
});

test('a job of many parts is found at a usual place that is not the documented one', async () => {
	fault = ({ path }) =>
		path.endsWith('/v1/jobs/own-7') ? { when: 'before', give: Response.json({ job_id: 'own-7', ...ended, image_url: `${PICTURES}/1.png` }) } : undefined;
	expect((await send(published(urlsOnly), { body: { id: 'own-7', data: manyFiles() } })).items).toMatchObject([{ json: { job_id: 'own-7' } }]);
});

test.each([
	['a likelier ID', (id: string) => ({ task_id: 'T9', prediction_id: id, ...ended })],
	['its files', (id: string) => ({ id, ...ended, data: manyFiles() })],
	['the entries of a list, asked about first', (id: string) => ({ id, data: manyFiles() })],
	['what stands around it', (id: string) => ({ id: 'b-9', ...ended, data: [{ id, ...ended }, { id, ...ended, part: 2 }, ...manyFiles().slice(0, 1)] })],
])('an API that fails over what is no ID of its own does not hide the job: %s', async (_, wrap) => {
	const job_id = await makeImage();
	fault = ({ method, path }) => (method === 'GET' && !path.includes(job_id) ? { when: 'before', give: new Response('', { status: 500 }) } : undefined);
	expect((await send(published(urlsOnly), { body: wrap(job_id) })).items).toMatchObject([{ json: { job_id } }]);
});

test('where the API cannot say whether there is such a job, what else the delivery may be about is not believed', async () => {
	fault = () => ({ when: 'before', give: new Response('', { status: 500 }) });
	const body = { id: 'b-1', status: 'processing', data: [resultOf('a1'), resultOf('b2')] };
	expect(await proved(believing(), body)).toMatchObject({ status: 503, items: undefined });
});

test('a job that still runs is waited for, and its files are not asked about', async () => {
	const job_id = await makeImage();
	answering(job_id, () => Response.json({ job_id, status: 'processing' }));
	expect(await send(published(urlsOnly), { body: { id: job_id, ...ended, data: manyFiles() } })).toMatchObject({ status: 503, items: undefined });
	expect(asked()).toBe(1);
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

test.each([
	['unread', (raw: string) => ({ raw })],
	['unread, with a mark of its encoding', (raw: string) => ({ raw: `\uFEFF${raw}` })],
	['as text', (body: string) => ({ body })],
	['as a form', (raw: string) => ({ body: { [raw]: '' }, raw })],
])('JSON that n8n hands over %s', async (_, as) => {
	const job_id = await makeImage();
	expect((await send(published(urlsOnly), as(JSON.stringify({ job_id, status: 'completed' })))).items).toMatchObject([{ json: { job_id } }]);
});

test('a delivery that comes while an earlier one is looked after has a look of its own, where that came too early', async () => {
	const stored = published(urlsOnly);
	const job_id = await makeImage();
	const { pass, reached: asking, letGo } = gate();
	fault = async () => {
		await pass();
		return { when: 'before', give: Response.json({ job_id, status: 'processing' }) };
	};
	const early = send(stored, { body: { job_id, event: 'job.progress' } });
	await asking;
	fault = () => undefined;
	const others = Promise.all(Array.from({ length: 5 }, async () => await about(stored, job_id)));
	letGo();
	expect((await early).status).toBe(503);
	expect((await others).flatMap(({ items }) => items ?? [])).toHaveLength(1);
	expect((await others).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test('a delivery that proves itself and tells the end waits for no look', async () => {
	const stored = believing();
	const { pass, reached: asking, letGo } = gate();
	fault = async () => {
		await pass();
		return { when: 'before', give: Response.json({ job_id: 'job-77', status: 'completed', image_url: `${PICTURES}/1.png` }) };
	};
	const early = proved(stored, { job_id: 'job-77', event: 'job.progress' });
	await asking;
	expect((await proved(stored, { job_id: 'job-77', status: 'completed', image_url: `${PICTURES}/1.png` })).items).toHaveLength(1);
	letGo();
	expect(await early).toMatchObject({ body: { duplicate: true }, items: undefined });
});

test.each([
	['has expired', (response: ServerResponse) => response.writeHead(410).end(), {}, 'HTTP status 410'],
	['is gone', (response: ServerResponse) => response.writeHead(404).end(), {}, 'HTTP status 404'],
	['is no image', (response: ServerResponse) => response.setHeader('content-type', 'text/html').end('<!doctype html><p>x</p>'), {}, 'not an image'],
	[
		'is too large',
		(response: ServerResponse) => response.setHeader('content-type', 'image/png').end(Buffer.alloc(5_000, 1)),
		{ maxFileSize: 0.001 },
		'Maximum File Size',
	],
])('a file that %s: the workflow starts without it, once, and is told why', async (_, answer, options, why) => {
	media.answer = (_request, response) => answer(response);
	const stored = published({ options });
	const job_id = await makeImage();
	answering(job_id, () => Response.json({ job_id, status: 'completed', image_url: `${media.url}/x.png` }));
	const { items } = await about(stored, job_id);
	expect(items).toMatchObject([{ json: { job_id, status: 'completed', url: `${media.url}/x.png`, note: expect.stringContaining(why) } }]);
	expect(items?.[0]?.binary).toBeUndefined();
	expect(await about(stored, job_id)).toMatchObject({ body: { duplicate: true } });
});

test.each([429, 503])('a file whose host answers %d may be there in a while: 503, and the next delivery starts the workflow with it', async (code) => {
	media.answer = (_request, response) => response.writeHead(code).end();
	const stored = published();
	const job_id = await makeImage();
	answering(job_id, () => Response.json({ job_id, status: 'completed', image_url: `${media.url}/x.png` }));
	expect(await about(stored, job_id)).toMatchObject({ status: 503, items: undefined });
	fault = () => undefined;
	expect((await about(stored, job_id)).items?.[0]?.binary).toBeDefined();
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
		response.writeHead(404).end();
	};
	const ids = Array.from({ length: 20 }, (_, index) => `job-${index}`);
	const answers = await Promise.all(ids.map(async (job_id) => await proved(stored, { job_id, status: 'completed', image_url: `${media.url}/${job_id}.png` })));
	expect(answers.flatMap(({ items }) => items ?? [])).toHaveLength(20);
	expect(most).toBe(5);
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

test.each([['.'], ['..'], [''], ['  '], ['a\u0000b'], ['a\nb'], ['\ud800'], ['x\udc00'], ['x'.repeat(201)], [{}], [null], [[]]])(
	'%j can be no job ID: 400, and nothing is asked',
	async (job) => {
		const answer = await about(published(urlsOnly), job);
		expect(answer).toMatchObject({ status: 400, items: undefined });
		expect(sandbox.requests()).toEqual([]);
	},
);

const deep = (depth: number) => JSON.parse(`${'{"url":'.repeat(depth)}1${'}'.repeat(depth)}`) as object;
test.each([
	['deep', () => ({ job_id: randomUUID(), ...deep(20_000) })],
	['wide', () => ({ job_id: randomUUID(), urls: Array.from({ length: 100_000 }, () => 'x') })],
	['no object', () => 'job done'],
	['nothing', () => undefined],
	['empty', () => ({})],
	['a list of nothing', () => [[], [], []]],
])('a body that is %s: 400, and nothing is asked', async (_, make) => {
	expect(await send(published(urlsOnly), { body: make() ?? null })).toMatchObject({ status: 400, items: undefined });
	expect(sandbox.requests()).toEqual([]);
});

test('the credential is read once for a delivery, and for those that come right after it', async () => {
	const read = jest.spyOn(TestCredentials.prototype, 'getDecrypted');
	const stored = published(urlsOnly);
	const jobs = await makeImages(5);
	let now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	await Promise.all(jobs.slice(0, 3).map(async (job) => await about(stored, job)));
	await about(stored, jobs[3]);
	expect(read).toHaveBeenCalledTimes(1);
	now += 1_001;
	await about(stored, jobs[4]);
	expect(read).toHaveBeenCalledTimes(2);
});

test.each([
	['the service does not take it', () => ({ apiKey: 'wrong' }), 503],
	['it is of somebody who does not know the job', () => ({ apiKey: sandbox.it.sandbox.addAccount({ balanceUsd: '1' }).apiKey }), 404],
	['the service is not there', () => ({ baseUrl: 'http://127.0.0.1:9/api' }), 503],
])('a credential is read anew after a delivery that failed with it: %s', async (_, wrong, status) => {
	const credentials = { mediaGenerationApi: { ...sandbox.credentials().mediaGenerationApi, ...wrong() } };
	const stored = published(urlsOnly);
	expect((await send(stored, { body: { job_id: await makeImage() } }, credentials)).status).toBe(status);
	expect((await about(stored, await makeImage())).items).toHaveLength(1);
});

test.each([
	['a video by its field', { video_url: 'https://h.example.com/1.mp4' }, '/videos/'],
	['a video by its model', { model: 't2v-turbo' }, '/videos/'],
	['an image by its model', { model: 'model-dev' }, '/images/'],
	['an image, as nothing says what it is', { model: 'a-model-of-its-own' }, '/images/'],
])('a job is asked for where its kind is: %s', async (_, body, path) => {
	await send(published(urlsOnly), { body: { job_id: randomUUID(), ...body } });
	expect(sandbox.requests('GET')[0]?.path).toContain(path);
});

test('no webhook ID, no secret in the address: nothing is let in', async () => {
	expect(await send(published(urlsOnly, { webhookId: undefined }), { body: { job_id: await makeImage() } })).toMatchObject({ status: 401 });
});

test.each([[{ statuses: 5 }], [{ kinds: { a: 1 } }], [{ options: { maxFileSize: 'big' } }]])(
	'settings that are none (%j): 503, and the next delivery of the job can start it',
	async (wrong) => {
		const stored = published({ ...urlsOnly, ...wrong } as never);
		const job = await makeImage();
		expect(await about(stored, job)).toMatchObject({ status: 503, items: undefined });
		stored.node.parameters = urlsOnly;
		expect((await about(stored, job)).items).toHaveLength(1);
	},
);
