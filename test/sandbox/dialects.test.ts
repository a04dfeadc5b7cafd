import axios from 'axios';
import type { EndpointName } from '../../contract/endpoints';
import { errorEnvelope } from '../../contract/schemas/errors';
import { scopes } from '../../contract/scopes';
import { demo, startSandbox, type RunningSandbox } from '../../sandbox';
import { choose, Draw, type ListChoices } from '../../sandbox/dialect/choices';
import { tellPage } from '../../sandbox/dialect/pages';
import { listShapes, nextForms, pagings } from '../../sandbox/dialect/tables/lists';
import { answers, closeAll, download, openAi, send, serve, startPeer } from './support';

const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const renderer = { picture: async () => Buffer.from('a picture'), video: async () => undefined };

afterEach(closeAll);

const speaking = async (seed: number): Promise<RunningSandbox> =>
	await serve({ dialect: seed, renderer });

/** Every text and number in a value, to look for what may stand anywhere. */
function leaves(value: unknown): unknown[] {
	if (typeof value !== 'object' || value === null) return [value];
	return Object.entries(value).flatMap(([name, inner]) => [name, ...leaves(inner)]);
}

/** The first object in a value that has a field. */
function holding(value: unknown, field: string): Record<string, unknown> | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	if (field in value) return value as Record<string, unknown>;
	return Object.values(value)
		.map((inner) => holding(inner, field))
		.find(Boolean);
}

describe.each(SEEDS)('what the document says is the same in dialect %d', (seed) => {
	let running: RunningSandbox;
	const sent = async (name: EndpointName, body?: object, params?: Record<string, string>) =>
		await send(running, name, { body, params });
	beforeEach(async () => (running = await speaking(seed)));

	test('an image: its fields, when it is waited for, accepted and asked about', async () => {
		const made = await sent('generateImage', { prompt: 'x', model: 'model-1.1' });
		expect(made.status).toBe(200);
		expect(made.data).toMatchObject({
			job_id: expect.stringMatching(UUID),
			status: 'completed',
			generation_time: expect.any(Number),
			model: 'model-1.1',
		});
		expect(URL.canParse(made.data.url)).toBe(true);
		const peer = await startPeer();
		const callback_url = `${peer.url}/done`;
		const { status, data } = await sent('generateImage', { prompt: 'x', callback_url });
		expect(status).toBe(202);
		expect(data).toMatchObject({
			job_id: expect.stringMatching(UUID),
			status: 'processing',
			webhook_url: callback_url,
			created_at: expect.stringMatching(ISO),
			status_url: `${running.baseUrl}/v1/images/generation/jobs/${data.job_id}`,
		});
		await peer.receivedCount(1);
		const state = (await sent('getImageJob', undefined, { job_id: data.job_id })).data;
		expect(state).toMatchObject({
			job_id: data.job_id,
			status: 'completed',
			model: 'model-dev',
			created_at: data.created_at,
			completed_at: expect.stringMatching(ISO),
			generation_time: expect.any(Number),
		});
		expect(URL.canParse(state.image_url)).toBe(true);
	});

	test('errors have their envelope and their status', async () => {
		for (const [body, wanted, message] of [
			[{ prompt: '' }, 400, /./],
			[{ prompt: '[moderated]' }, 403, /./],
			[{ prompt: '[fail]' }, 500, /./],
			[{ prompt: 'x', model: 'sandbox-deprecated' }, 400, /^Model deprecated$/],
		] as const) {
			const { status, data } = await sent('generateImage', body);
			expect(status).toBe(wanted);
			expect(errorEnvelope.parse({ error: data.error }).error.message).toMatch(message);
		}
	});

	test('the balance: five amounts in dollars, and each in nanos under a name that says so', async () => {
		const { data } = await sent('getBalance');
		for (const name of ['balance', 'held', 'available', 'daily_spend', 'monthly_spend']) {
			const nanos = Object.keys(data).filter(
				(field) => field.startsWith(name) && field.endsWith('_nanos'),
			);
			const exact = Math.round(Number(data[`${name}_usd`]) * 1e9);
			expect(nanos.map((field) => Number(data[field]))).toEqual([exact]);
		}
	});

	test('a key has key_id and its scopes, and tells its secret_key once; all scopes are listed', async () => {
		const { status, data } = await sent('createKey', { name: 'x', scopes: ['billing:read'] });
		expect(status).toBeLessThan(300);
		const key = String(holding(data, 'secret_key')?.secret_key);
		const params = { key_id: String(holding(data, 'key_id')?.key_id) };
		await answers(running, 'getBalance', { key }, 200);
		expect(leaves(data).flatMap((leaf) => String(leaf).split(' '))).toContain('billing:read');
		const rotated = (await sent('rotateKey', undefined, params)).data;
		expect(holding(rotated, 'secret_key')?.secret_key).not.toBe(key);
		const listed = (await sent('listKeys')).data;
		expect(holding(listed, 'key_id')).toBeDefined();
		expect(JSON.stringify(listed)).not.toContain(key);
		expect((await sent('deleteKey', undefined, params)).status).toBeLessThan(300);
		await answers(running, 'getBalance', { key }, 401);
		const all = leaves((await sent('getScopes')).data);
		expect(all).toEqual(expect.arrayContaining(Object.keys(scopes)));
	});

	test('an OpenAI-style client works, whole and streamed', async () => {
		const { completions } = openAi(running).chat;
		const messages = [{ role: 'user' as const, content: 'Hello' }];
		const request = { model: 'sandbox-chat-small', messages };
		const { choices } = await completions.create(request);
		expect(JSON.stringify(choices[0]?.message.content)).toContain('heard: Hello');
		let text = '';
		for await (const { choices: pieces } of await completions.create({ ...request, stream: true }))
			text += pieces[0]?.delta.content ?? '';
		expect(text).toContain('heard: Hello');
	});
});

const SIZE = 3;
const entries = Array.from({ length: 8 }, (_, index) => ({
	id: `entry-${index}`,
	entry: { id: `entry-${index}` },
}));

/** What a client that knows this way of paging asks for after a page. */
function queryAfter({ paging }: ListChoices, page: number, told: unknown): Record<string, string> {
	const last = entries[page * SIZE - 1]!.id;
	const token = leaves(told)
		.map((leaf) => /(?:^|=)([\w-]{10,})(?:>|$)/.exec(String(leaf))?.[1] ?? '')
		.find((text) => Buffer.from(text, 'base64url').toString() === `after:${page * SIZE}`);
	const asks = {
		token,
		'last ID': last,
		pages: String(page + 1),
		entries: String(page * SIZE),
		nothing: '',
	};
	return { [paging.asks]: asks[paging.counts] ?? `no token in ${JSON.stringify(told)}` };
}

test.each(pagings.map((paging) => [JSON.stringify(paging), paging] as const))(
	'pages by %s hold every entry once',
	(_, paging) => {
		const context = { publicUrl: 'http://api.test', mediaUrl: 'http://media.test' };
		for (const next of nextForms) {
			const choices: ListChoices = { paging, next, size: SIZE, shape: listShapes('things')[0]! };
			const seen: unknown[] = [];
			let query: Record<string, string> = {};
			for (let page = 1; page <= 3; page += 1) {
				const { body, headers } = tellPage(
					{ context } as never,
					choices,
					{ path: '/v1/things', entries },
					query,
				);
				seen.push(...(body as { data: unknown[] }).data);
				if (page < 3)
					query = queryAfter(choices, page, [
						body,
						headers?.Link?.split(',').at(-1)?.replace('>; rel="next"', ''),
					]);
			}
			expect(seen).toEqual(entries.map(({ entry }) => entry));
		}
	},
);

test('a seed says the same every time, and another seed something else', () => {
	const drawn = (seed: number) => {
		const draw = new Draw(seed);
		choose(draw);
		return draw.chosen;
	};
	expect(drawn(7)).toEqual(drawn(7));
	expect(new Set(SEEDS.map((seed) => JSON.stringify(drawn(seed)))).size).toBe(SEEDS.length);
});

test('what was chosen can be read, also of a sandbox without a dialect', async () => {
	const { url, sandbox } = await speaking(7);
	expect((await axios.get(`${url}/sandbox/dialect`)).data).toEqual(sandbox.dialect);
	expect(sandbox.dialect).toMatchObject({ seed: 7, chosen: { 'video words': expect.any(String) } });
	const plain = await serve();
	expect((await axios.get(`${plain.url}/sandbox/dialect`)).data).toEqual({ seed: 0, chosen: {} });
});

test('seed 0 is the sandbox’s own shape', async () => {
	const { data } = await send(await speaking(0), 'generateVideo', {
		body: { prompt: 'x', model: 't2v-turbo' },
	});
	expect(Object.keys(data)).toEqual(['job_id', 'status', 'status_url', 'created_at']);
});

test('results are served at an origin of their own too, which knows no key', async () => {
	const running = await startSandbox({ speed: Infinity, dialect: 1, renderer });
	try {
		const { data } = await send(running, 'generateImage', { body: { prompt: 'x' } });
		const { mediaUrl } = running.sandbox.context;
		expect(mediaUrl).not.toBe(running.url);
		expect((await download(`${mediaUrl}/media/${data.job_id}.png`)).content.toString()).toBe(
			'a picture',
		);
		expect(JSON.stringify(running.sandbox.mediaRequests)).not.toContain(demo.apiKey);
	} finally {
		await running.close();
	}
});
