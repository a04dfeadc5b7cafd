import { published } from '../../../support/deliveries';
import { urlsOnly, useTrigger } from '../../../support/trigger';

const { send, about, asked, believing, makeImage } = useTrigger();

const plain = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };

test.each<Record<string, string>>([
	{ 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': 't' },
	{ challenge: 'abc' },
	{ validationToken: 'Validation: Testing client application reachability' },
])(
	'an address is checked with GET: the challenge is given back as plain text, and nothing starts: %j',
	async (query) => {
		const stored = published(urlsOnly);
		const challenge = Object.values(query).find(
			(value) => value.length > 2 && value !== 'subscribe',
		);
		for (const method of ['GET', 'HEAD']) {
			expect(await send(stored, { method, query })).toMatchObject({
				status: 200,
				headers: plain,
				body: challenge,
				items: undefined,
			});
		}
		expect(asked()).toBe(0);
		expect((await about(stored, await makeImage())).items).toHaveLength(1);
	},
);

test('a POST without a body is such a check too; with one it is a delivery, whatever stands in its query', async () => {
	const query = { validationToken: 'abc' };
	expect(
		await send(published(urlsOnly), { query, headers: { 'content-length': '0' } }),
	).toMatchObject({ status: 200, body: 'abc', items: undefined });
	const body = { job_id: await makeImage(), status: 'completed' };
	expect((await send(published(urlsOnly), { body, query })).items).toMatchObject([
		{ json: { query } },
	]);
});

test('a HEAD delivers nothing, and is answered; a GET without a challenge is no check', async () => {
	expect(await send(published(urlsOnly), { method: 'HEAD' })).toMatchObject({
		status: 200,
		body: '',
		items: undefined,
	});
	const others: Array<Record<string, string>> = [
		{},
		{ challenge: '' },
		{ challenge: 'x'.repeat(1_001) },
		{ order: '17' },
	];
	for (const query of others) {
		expect(await send(published(urlsOnly), { method: 'GET', query })).toMatchObject({
			status: 404,
			items: undefined,
		});
	}
});

test('a check needs no secret, and a job that comes with GET starts nothing', async () => {
	expect(await send(believing(), { method: 'GET', query: { challenge: 'abc' } })).toMatchObject({
		status: 200,
		body: 'abc',
	});
	const body = { job_id: await makeImage(), status: 'completed' };
	expect(await send(published(urlsOnly), { method: 'GET', body })).toMatchObject({
		status: 404,
		items: undefined,
	});
	expect(asked()).toBe(0);
});

test.each([{ challenge: 'abc' }, { type: 'url_verification', token: 't', challenge: 'abc' }])(
	'a challenge in a body is given back, and starts nothing: %j',
	async (body) => {
		expect(await send(published(urlsOnly), { body })).toMatchObject({
			status: 200,
			body: { challenge: 'abc' },
			items: undefined,
		});
		expect(asked()).toBe(0);
	},
);

test('a delivery of a job is no check, whatever stands in it', async () => {
	const job_id = await makeImage();
	expect(
		(await send(published(urlsOnly), { body: { job_id, status: 'completed', challenge: 'abc' } }))
			.items,
	).toHaveLength(1);
});
