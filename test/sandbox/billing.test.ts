import { ManualClock, mediaModels } from '../../sandbox';
import { endpoints } from '../../contract/endpoints';
import { kinds } from '../../contract/catalog';
import { buildBody } from '../../contract/catalog/request';
import { blames, closeAll, colouredPng, ok, refuses, serve, startPeer } from './support';

afterEach(closeAll);

const image = { body: { prompt: 'fox' } };
const DAY = 86_400_000;

describe('the spend', () => {
	it.each([
		['daily_limit_usd', 'daily_limit_reached', DAY],
		['monthly_limit_usd', 'monthly_limit_reached', 31 * DAY],
	])('cannot pass %s, counting what is held', async (name, code, later) => {
		const clock = new ManualClock();
		const running = await serve({ clock, speed: 1 });
		expect(await ok(running, 'setLimits', { body: { [name]: 0.25 } })).toMatchObject({
			[name]: 0.25,
			[name.replace('usd', 'nanos')]: 25e7,
		});
		const submit = { body: { prompt: 'fox', callback_url: 'http://127.0.0.1:9/' } };
		await ok(running, 'generateImage', submit);
		await ok(running, 'generateImage', submit);
		await refuses(running, 'generateImage', submit, { status: 402, code });
		await clock.advance(20_000);
		await refuses(running, 'generateImage', submit, { status: 402, code });
		await clock.advance(later);
		await ok(running, 'generateImage', submit);
		await ok(running, 'setLimits', { body: { [name]: null } });
		for (let count = 0; count < 5; count += 1) await ok(running, 'generateImage', submit);
	});
});

describe('limits', () => {
	it('stay when they are left out', async () => {
		const running = await serve();
		await ok(running, 'setLimits', { body: { daily_limit_usd: 5 } });
		expect(await ok(running, 'setLimits', { body: { monthly_limit_usd: 0 } })).toEqual({
			daily_limit_usd: 5,
			daily_limit_nanos: 5e9,
			monthly_limit_usd: 0,
			monthly_limit_nanos: 0,
		});
	});

	it.each([
		['daily_limit_usd', -1],
		['daily_limit_usd', '5'],
		['monthly_limit_usd', 1e300],
		['monthly_limit_usd', 9_000_001],
	])('%s cannot be %j', async (name, value) => {
		await blames(await serve(), 'setLimits', { body: { [name]: value } }, name);
	});
});

describe('the transactions', () => {
	it('tell all that happened, newest first, page by page', async () => {
		const running = await serve({ balanceUsd: '3' });
		for (let count = 0; count < 5; count += 1) await ok(running, 'generateImage', image);
		const all = (await ok(running, 'getTransactions', { query: { limit: '100' } })).data;
		expect(all).toHaveLength(16);
		expect(all.at(-1)).toMatchObject({ type: 'deposit', amount_usd: 3 });
		expect(
			all
				.slice(0, 3)
				.map(({ type, amount_usd }: { type: string; amount_usd: number }) => [type, amount_usd]),
		).toEqual([
			['charge', -0.1],
			['release', 0.1],
			['hold', -0.1],
		]);
		const paged: unknown[] = [];
		let cursor: string | null = '';
		while (cursor !== null) {
			const page: { data: unknown[]; next_cursor: string | null } = await ok(
				running,
				'getTransactions',
				{ query: { limit: '3', cursor } },
			);
			if (cursor === '') await ok(running, 'generateImage', image);
			paged.push(...page.data);
			cursor = page.next_cursor;
		}
		expect(paged).toEqual(all);
	});

	it.each([
		['limit', '0'],
		['limit', '101'],
		['limit', 'x'],
		['cursor', 'x'],
		['cursor', '-1'],
		['cursor', '999'],
	])('refuse %s=%s', async (name, value) => {
		await blames(await serve(), 'getTransactions', { query: { [name]: value } }, name);
	});
});

describe('an estimate', () => {
	it.each([
		['model-dev', {}, 0.1],
		['pro', {}, 0.2],
		['t2v-turbo', { seconds: 8 }, 0.4],
		[
			'sandbox-chat-small',
			{ messages: [{ role: 'user', content: 'x' }], max_tokens: 1 },
			expect.any(Number),
		],
	])('of %s needs no endpoint: the model tells it', async (model, more, usd) => {
		expect(await ok(await serve(), 'estimateCost', { body: { model, ...more } })).toMatchObject({
			model,
			estimated_cost_usd: usd,
		});
	});

	it.each(
		mediaModels
			.filter(({ kind, status }) => kind === 'image' && status === 'Live')
			.map((model) => [model.id, model] as const),
	)('is what %s then charges', async (_, model) => {
		const running = await serve();
		const body = buildBody(model, { prompt: 'fox' });
		const { path } = endpoints[kinds[model.kind].endpoint];
		const { estimated_cost_nanos } = await ok(running, 'estimateCost', {
			body: { ...body, endpoint: path },
		});
		const { cost_nanos } = await ok(running, 'generateImage', { body });
		expect(cost_nanos).toBe(estimated_cost_nanos);
	});

	it('is what edits, videos and chats then charge', async () => {
		const [running, peer] = [await serve(), await startPeer()];
		peer.files.set('/a.png', { content: await colouredPng(40, 40, '#777777') });
		const cases = [
			[
				'editImage',
				{
					model: 'sandbox-edit-quality',
					prompt: 'x',
					image_urls: [`${peer.url}/a.png`],
					quality: 'high',
					resolution: '2k',
				},
				0.4,
			],
			[
				'generateVideo',
				{
					model: 'i2v-pro',
					prompt: 'x',
					image_url: `${peer.url}/a.png`,
					seconds: 7.5,
					resolution: '580p',
				},
				0.45,
			],
			[
				'generateVideo',
				{
					model: 'sandbox-video-audio',
					prompt: 'x',
					seconds: 8,
					resolution: '1080p',
					additional_settings: { generate_audio: true },
				},
				2.4,
			],
			[
				'generateVideo',
				{ model: 'av-gen', prompt: 'x', image_url: `${peer.url}/a.png`, seconds: 15 },
				1.25,
			],
			[
				'completeChat',
				{ model: 'sandbox-chat-large', messages: [{ role: 'user', content: 'hello' }] },
				undefined,
			],
		] as const;
		for (const [name, body, usd] of cases) {
			const before = await ok(running, 'getBalance');
			const { estimated_cost_nanos, estimated_cost_usd } = await ok(running, 'estimateCost', {
				body: { ...body, endpoint: endpoints[name].path },
			});
			if (usd) expect(estimated_cost_usd).toBe(usd);
			expect((await ok(running, 'getBalance')).balance_nanos).toBe(before.balance_nanos);
			await ok(running, name, { body });
			expect(before.balance_nanos - (await ok(running, 'getBalance')).balance_nanos).toBe(
				estimated_cost_nanos,
			);
		}
	});

	it.each([
		['generateImage', 'model-dev', 0.1],
		['editImage', 'standard', 0.1],
		['generateVideo', 't2v-turbo', 0.4],
	] as const)('of %s without a model is that of %s', async (name, model, usd) => {
		const answer = await ok(await serve(), 'estimateCost', {
			body: { endpoint: endpoints[name].path },
		});
		expect(answer).toMatchObject({ model, estimated_cost_usd: usd });
	});

	it('of a chat needs its messages, as its price hangs on them', async () => {
		const running = await serve();
		const body = { model: 'sandbox-chat-small' };
		await blames(running, 'estimateCost', { body }, 'messages');
		await refuses(
			running,
			'estimateCost',
			{
				body: { ...body, endpoint: endpoints.completeChat.path },
			},
			{ param: 'messages' },
		);
	});

	it.each([1e9, 1e300, 1.7e308])(
		'of %d seconds is refused in few words, as is the request',
		async (seconds) => {
			const [running, peer] = [await serve(), await startPeer()];
			peer.files.set('/a.png', { content: await colouredPng(40, 40, '#777777') });
			const body = { prompt: 'x', model: 'i2v-pro', image_url: `${peer.url}/a.png`, seconds };
			const message = expect.stringMatching(/^.{20,100}$/);
			await refuses(running, 'estimateCost', { body }, { status: 400, message });
			await refuses(running, 'generateVideo', { body }, { status: 402, message });
		},
	);

	it('is otherwise refused as the request would be', async () => {
		const running = await serve();
		const { path } = endpoints.generateImage;
		await refuses(
			running,
			'estimateCost',
			{
				body: { endpoint: path, model: 'none', prompt: 'x' },
			},
			{ param: 'model' },
		);
		await refuses(
			running,
			'estimateCost',
			{
				body: { endpoint: path, model: 'model-dev', image_width: 1 },
			},
			{ param: 'image_width' },
		);
		await refuses(
			running,
			'estimateCost',
			{
				body: { endpoint: '/v1/models', model: 'model-dev' },
			},
			{ param: 'endpoint' },
		);
		await refuses(
			running,
			'estimateCost',
			{ body: { model: 'none', prompt: 'x' } },
			{ param: 'model', code: 'model_not_found' },
		);
		await blames(running, 'estimateCost', { body: { prompt: 'x' } }, 'model');
	});
});
