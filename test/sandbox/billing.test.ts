import { mediaModels } from '../../sandbox';
import { endpoints, type EndpointName } from '../../contract/endpoints';
import { kinds } from '../../contract/catalog';
import { buildBody } from '../../contract/catalog/request';
import { ManualClock } from '../support/manualClock';
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
		const limits = await ok(running, 'setLimits', { body: { [name]: 0.25 } });
		expect(limits).toMatchObject({ [name]: 0.25, [name.replace('usd', 'nanos')]: 25e7 });
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
		type Entries = Array<{ type: string; amount_usd: number }>;
		const all: Entries = (await ok(running, 'getTransactions', { query: { limit: '100' } })).data;
		expect(all).toHaveLength(16);
		expect(all.at(-1)).toMatchObject({ type: 'deposit', amount_usd: 3 });
		expect(all.slice(0, 3).map(({ type, amount_usd }) => [type, amount_usd])).toEqual([
			['charge', -0.1],
			['release', 0.1],
			['hold', -0.1],
		]);
		const paged: unknown[] = [];
		let cursor: string | null = '';
		while (cursor !== null) {
			const query = { limit: '3', cursor };
			const page: { data: unknown[]; next_cursor: string | null } = await ok(
				running,
				'getTransactions',
				{ query },
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
		['sandbox-chat-small', { messages: [{ role: 'user', content: 'x' }] }, expect.any(Number)],
	])('of %s needs no endpoint: the model tells it', async (model, more, usd) => {
		const estimate = await ok(await serve(), 'estimateCost', { body: { model, ...more } });
		expect(estimate).toMatchObject({ model, estimated_cost_usd: usd });
	});

	it.each([
		['generateImage', 'model-dev', 0.1],
		['editImage', 'standard', 0.1],
		['generateVideo', 't2v-turbo', 0.4],
	] as const)('of %s without a model is that of %s', async (name, model, usd) => {
		const body = { endpoint: endpoints[name].path };
		const estimate = await ok(await serve(), 'estimateCost', { body });
		expect(estimate).toMatchObject({ model, estimated_cost_usd: usd });
	});

	const ofImages = mediaModels
		.filter(({ kind, status }) => kind === 'image' && status === 'Live')
		.map((model): [EndpointName, object, number | undefined] => [
			kinds[model.kind].endpoint,
			buildBody(model, { prompt: 'fox' }),
			undefined,
		]);
	it.each<[EndpointName, object, number | undefined]>([
		...ofImages,
		[
			'editImage',
			{ model: 'sandbox-edit-quality', image_urls: ['$a'], quality: 'high', resolution: '2k' },
			0.4,
		],
		[
			'generateVideo',
			{ model: 'i2v-pro', image_url: '$a', seconds: 7.5, resolution: '580p' },
			0.45,
		],
		[
			'generateVideo',
			{
				model: 'sandbox-video-audio',
				seconds: 8,
				resolution: '1080p',
				additional_settings: { generate_audio: true },
			},
			2.4,
		],
		['generateVideo', { model: 'av-gen', image_url: '$a', seconds: 15 }, 1.25],
		[
			'completeChat',
			{ model: 'sandbox-chat-large', messages: [{ role: 'user', content: 'hello' }] },
			undefined,
		],
	])('of %s with %j is what is then charged', async (name, values, usd) => {
		const [running, peer] = [await serve(), await startPeer()];
		peer.files.set('/a.png', { content: await colouredPng(40, 40, '#777777') });
		const written = JSON.stringify({ prompt: 'x', ...values }).replace('$a', `${peer.url}/a.png`);
		const body = JSON.parse(written) as object;
		const balance = async () => (await ok(running, 'getBalance')).balance_nanos as number;
		const before = await balance();
		const { estimated_cost_nanos: nanos, estimated_cost_usd } = await ok(running, 'estimateCost', {
			body: { ...body, endpoint: endpoints[name].path },
		});
		if (usd) expect(estimated_cost_usd).toBe(usd);
		expect(await balance()).toBe(before);
		await ok(running, name, { body });
		expect(before - (await balance())).toBe(nanos);
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

	const { path } = endpoints.generateImage;
	it.each([
		['model', { endpoint: path, model: 'none', prompt: 'x' }],
		['model', { model: 'none', prompt: 'x' }],
		['model', { prompt: 'x' }],
		['image_width', { endpoint: path, model: 'model-dev', image_width: 1 }],
		['endpoint', { endpoint: '/v1/models', model: 'model-dev' }],
		['messages', { model: 'sandbox-chat-small' }],
		['messages', { model: 'sandbox-chat-small', endpoint: endpoints.completeChat.path }],
	])('is otherwise refused as the request would be, by its %s: %j', async (param, body) => {
		await blames(await serve(), 'estimateCost', { body }, param);
	});
});
