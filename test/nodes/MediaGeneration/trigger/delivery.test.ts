import { randomUUID } from 'node:crypto';
import { published } from '../../../support/deliveries';
import { PICTURES, ended, manyFiles, urlsOnly, useTrigger } from '../../../support/trigger';
import { answerOf } from '../../../support/faults';

const { sandbox, faults, answering, send, about, withSecret, makeImage } = useTrigger();

test('without the secret nothing of the body is looked at', async () => {
	const stored = published({ ...urlsOnly, verification: 'header' });
	const touched = () => {
		throw new Error('the body was looked at');
	};
	const body = new Proxy({}, { get: touched, ownKeys: touched });
	for (const proof of [undefined, '', 'sesame-shut']) {
		const answer = await send(
			stored,
			{ body, headers: { ...(proof !== undefined && { 'x-callback-secret': proof }) } },
			withSecret(),
		);
		expect(answer).toEqual({
			status: 401,
			headers: {},
			body: { error: { message: 'The secret header is missing or wrong' } },
			items: undefined,
		});
	}
	expect(
		await send(stored, { body: { job_id: 'x' }, headers: { 'x-callback-secret': '' } }),
	).toMatchObject({ status: 401 });
	expect(sandbox.requests()).toEqual([]);
});

test.each([
	['no end', {}],
	['an end and no file', { status: 'completed' }],
])('what a sender with the secret says is asked of the API where it tells %s', async (_, told) => {
	const stored = published({ ...urlsOnly, verification: 'header' });
	const job_id = await makeImage();
	const { items } = await send(
		stored,
		{ body: { job_id, ...told }, headers: { 'x-callback-secret': 'sesame-open' } },
		withSecret(),
	);
	expect(items).toMatchObject([
		{ json: { job_id, status: 'completed', url: expect.stringContaining(job_id) } },
	]);
});

test('a key, a callback secret and its header that were pasted with blanks and line breaks', async () => {
	const { baseUrl, apiKey } = sandbox.it;
	const pasted = {
		baseUrl,
		apiKey: `${apiKey}\n`,
		callbacksCarryProof: true,
		sharedSecret: ' sesame-open\n',
		proofHeader: ' X-Proof ',
	};
	const delivery = { body: { job_id: await makeImage() }, headers: { 'x-proof': 'sesame-open' } };
	const { items } = await send(published({ ...urlsOnly, verification: 'header' }), delivery, {
		...sandbox.credentials(),
		mediaGenerationApi: pasted,
	});
	expect(items).toHaveLength(1);
});

test('an address in a forged delivery does not become one where jobs are asked about', async () => {
	const stored = published(urlsOnly);
	const forged = randomUUID();
	faults.hook = ({ path }) =>
		path.includes('/v1/elsewhere/')
			? answerOf({ job_id: forged, status: 'processing' })
			: undefined;
	expect(
		(await send(stored, { body: { job_id: forged, status_url: `/v1/elsewhere/${forged}` } }))
			.status,
	).toBe(503);
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
	faults.hook = ({ path }) =>
		path.endsWith(address)
			? answerOf({ status: 'completed', image_url: 'https://cdn.example.net/1.png' })
			: undefined;
	for (const forged of ['x1', 'x2']) {
		expect(await send(stored, { body: { job_id: forged, status_url: address } })).toMatchObject({
			status: 404,
			items: undefined,
		});
	}
	const { items } = await send(stored, { body: { job_id: real, status_url: address } });
	expect(items).toMatchObject([
		{ json: { job_id: real, url: expect.stringContaining(sandbox.it.url) } },
	]);
});

test.each([
	[
		'a page for people',
		() =>
			new Response('<!doctype html><title>Your job</title>', {
				headers: { 'content-type': 'text/html' },
			}),
	],
	['a way to a login', () => new Response('', { status: 302, headers: { location: '/login' } })],
	['a refusal', () => Response.json({ error: { message: 'log in' } }, { status: 401 })],
	['another refusal', () => Response.json({ error: { message: 'not yours' } }, { status: 403 })],
	['a failure', () => Response.json({}, { status: 500 })],
	['something else', () => Response.json({ id: 'batch-77', status: 'completed' })],
	['no ID', () => Response.json({ status: 'processing' })],
])(
	'an address in a delivery where there is %s does not keep the job from being found',
	async (_, make) => {
		const job_id = await makeImage();
		answering(`/dashboard/jobs/${job_id}`, make);
		const body = {
			job_id,
			status: 'completed',
			job_url: `${new URL(sandbox.it.baseUrl).origin}/dashboard/jobs/${job_id}`,
		};
		expect((await send(published(urlsOnly), { body })).items).toMatchObject([
			{ json: { job_id, status: 'completed' } },
		]);
	},
);

test.each([
	['is down', () => Response.json({}, { status: 502 }), 503],
	[
		'has a page',
		() => new Response('<html></html>', { headers: { 'content-type': 'text/html' } }),
		404,
	],
])('a job that is told to be elsewhere, and that place %s', async (_, make, status) => {
	const job_id = randomUUID();
	answering(`/kept/${job_id}`, make);
	expect(
		await send(published(urlsOnly), { body: { job_id, status_url: `/kept/${job_id}` } }),
	).toMatchObject({ status, items: undefined });
});

test('a job at a place of its own is found there, although the API fails where it does not know an address', async () => {
	const job_id = 'own-1';
	faults.hook = ({ path }) => ({
		when: 'before',
		give: path.endsWith('/kept/own-1')
			? Response.json({ job_id, status: 'completed', image_url: 'https://h.example.com/1.png' })
			: new Response('', { status: 500 }),
	});
	expect(
		(await send(published(urlsOnly), { body: { job_id, status_url: '/kept/own-1' } })).items,
	).toMatchObject([{ json: { job_id } }]);
});

test.each([
	['health', '/health', { status: 'ready' }],
	[
		'nope-1',
		'/v1/files?job=nope-1',
		{ status: 'completed', files: [{ url: 'https://cdn.example.net/1.png' }] },
	],
	['usr-7', '/v1/users/usr-7', { name: 'A', image_url: 'https://cdn.example.net/me.png' }],
	['stats', '/v1/jobs/stats', { state: 'done' }],
])('a made-up job %s starts nothing, whatever is at %s', async (job_id, status_url, answer) => {
	answering(status_url.replace(/\?.*/, ''), () => Response.json(answer));
	expect(await send(published(urlsOnly), { body: { job_id, status_url } })).toMatchObject({
		status: 404,
		items: undefined,
	});
});

test('a UUID in capitals is the same job, which starts the workflow once', async () => {
	const stored = published(urlsOnly);
	const job_id = await makeImage();
	expect((await about(stored, job_id.toUpperCase())).items).toMatchObject([{ json: { job_id } }]);
	expect(await about(stored, job_id)).toMatchObject({ body: { duplicate: true } });
});

test.each([
	['a video by its field', { video_url: 'https://h.example.com/1.mp4' }, '/videos/'],
	['a video by its model', { model: 't2v-turbo' }, '/videos/'],
	[
		'a video by its content, beside its cover',
		{ image: 'data:image/png;base64,AAAA', video: 'DATA:VIDEO/mp4;base64,AAAA' },
		'/videos/',
	],
	['an image by its model', { model: 'model-dev' }, '/images/'],
	['an image, as nothing says what it is', { model: 'a-model-of-its-own' }, '/images/'],
])('a job is asked for where its kind is: %s', async (_, body, path) => {
	await send(published(urlsOnly), { body: { job_id: randomUUID(), ...body } });
	expect(sandbox.requests('GET')[0]?.path).toContain(path);
});

test('a job of many parts is found at a usual place that is not the documented one', async () => {
	faults.hook = ({ path }) =>
		path.endsWith('/v1/jobs/own-7')
			? answerOf({ job_id: 'own-7', ...ended, image_url: `${PICTURES}/1.png` })
			: undefined;
	expect(
		(await send(published(urlsOnly), { body: { id: 'own-7', data: manyFiles() } })).items,
	).toMatchObject([{ json: { job_id: 'own-7' } }]);
});
