import { catalog } from '../../contract/catalog';
import { grants } from '../../contract/scopes';
import { maxImages, threeImages } from './proofs';
import { rows } from './rows';
import { probe } from '../sandbox/clip';
import {
	chargeOf,
	colouredPng,
	completes,
	download,
	failure,
	fileOf,
	item,
	items,
	making,
	type MakingOperation,
	nobody,
	node,
	ok,
	openAi,
	prove,
	references,
	refuses,
	requestLines,
	send,
	serve,
	serveAt,
	startPeer,
} from './support';

const balanceFields = ['balance', 'held', 'available', 'daily_spend', 'monthly_spend'];

/** What a request costs in US dollars, made through the node. */
async function costOf(
	path: MakingOperation,
	model: string,
	values: object,
	image_urls?: string[],
): Promise<number> {
	const running = await serve();
	return (
		(await chargeOf(running, () => item(running, making(path, model, values, { image_urls })))) /
		1e9
	);
}

/** That each of these values makes this cost, in US dollars. */
async function cost(
	path: MakingOperation,
	model: string,
	rows: ReadonlyArray<readonly [values: object, usd: number]>,
	image_urls?: string[],
): Promise<void> {
	for (const [values, usd] of rows)
		expect([values, await costOf(path, model, values, image_urls)]).toEqual([values, usd]);
}

/** The width and height of what a request makes. */
async function sizeOf(model: string, values: object = {}): Promise<[number, number]> {
	const running = await serve();
	const { job_id } = await item(running, making('image.generate', model, values));
	const { width, height } = running.sandbox.state.jobs.get(String(job_id))!.plan;
	return [width, height];
}

prove('Statements beside the tables', {
	'The base address ends with the path prefix /api': async (running) => {
		expect(running.baseUrl).toMatch(/\/api$/);
		await item(running, { resource: 'billing', operation: 'getBalance' });
		expect(requestLines(running)).toEqual(['GET /v1/billing/balance']);
		const { status } = await fetch(`${running.url}/v1/billing/balance`, {
			headers: { 'x-api-key': running.apiKey },
		});
		expect(status).toBe(404);
	},
	'1 USD = 1,000,000,000 nanos': async () => {
		const running = await serve({ balanceUsd: '1' });
		expect(await ok(running, 'getBalance')).toMatchObject({
			balance_usd: 1,
			balance_nanos: 1_000_000_000,
		});
	},
	'Every value of the balance also exists as a *_nanos field': async () => {
		const { running, clock } = await serveAt('2025-03-01T10:00:00Z', {
			balanceUsd: '12.345678901',
		});
		await ok(running, 'generateImage', { body: { prompt: 'x', callback_url: nobody } });
		await clock.advance(15_000);
		await ok(running, 'generateImage', { body: { prompt: 'x', callback_url: nobody } });
		const balance = await item(running, { resource: 'billing', operation: 'getBalance' });
		for (const name of balanceFields) {
			expect(Number.isInteger(balance[`${name}_nanos`])).toBe(true);
			expect(balance[`${name}_usd`]).toBeCloseTo(Number(balance[`${name}_nanos`]) / 1e9, 2);
		}
		expect(balance.balance_nanos).toBe(12_245_678_901);
	},
	'The *_nanos fields are authoritative, the *_usd fields are rounded for display': async () => {
		const running = await serve({ balanceUsd: '0.10' });
		await ok(running, 'completeChat', {
			body: { model: 'sandbox-chat-small', messages: [{ role: 'user', content: 'x' }] },
		});
		const { available_nanos, ...balance } = await item(running, {
			resource: 'billing',
			operation: 'getBalance',
		});
		expect(balance).toMatchObject({
			balance_usd: 0.1,
			held_usd: 0,
			available_usd: 0.1,
			daily_spend_usd: 0,
			monthly_spend_usd: 0,
		});
		expect(Number(balance.daily_spend_nanos)).toBe(100_000_000 - Number(available_nanos));
		expect(Number(available_nanos)).toBeLessThan(100_000_000);
		running.sandbox.clearRequests();
		const { message } = await failure(
			running,
			making('image.generate', 'model-dev', {}, { options: { checkBalance: true } }),
		);
		expect(message).toMatch(/more than the available balance of \$0\.0999/);
		expect(requestLines(running)).toEqual(['GET /v1/billing/balance']);
	},
	'A parent wildcard grants all its children': async () => {
		for (const child of rows.Scopes.filter((scope) => scope.split(':').length > 2)) {
			const parent = `${child.split(':')[0]}:*`;
			expect(grants([parent], child)).toBe(true);
			expect(grants([child], parent)).toBe(false);
		}
	},
	'Transactions are returned as a paginated history': async (running) => {
		for (let jobs = 0; jobs < 40; jobs += 1)
			await ok(running, 'generateImage', { body: { prompt: 'x' } });
		const history = { resource: 'billing', operation: 'getTransactions' };
		running.sandbox.clearRequests();
		const all = await items(running, { ...history, returnAll: true });
		expect(requestLines(running).length).toBeGreaterThan(1);
		expect(new Set(all.map(({ transaction_id }) => transaction_id)).size).toBe(121);
		expect(await items(running, { ...history, returnAll: false, limit: 7 })).toEqual(
			all.slice(0, 7),
		);
	},
	'What each model of the catalog has': async () => {
		const all = await items(await serve(), {
			resource: 'model',
			operation: 'getMany',
			simplify: false,
		});
		const listed = all.filter(
			({ id, kind }) => kind !== 'chat' && !String(id).startsWith('sandbox-'),
		);
		expect(listed.map(({ id }) => id).sort()).toEqual(catalog.map(({ id }) => id).sort());
		for (const model of listed) {
			expect(model).toMatchObject({
				status: 'Live',
				name: expect.any(String),
				eta_seconds: expect.any(Number),
				price: expect.stringMatching(/\$\d/),
			});
			expect(model.required).toContain('prompt');
			expect(Array.isArray(model.optional)).toBe(true);
			expect(model.kind !== 'video' || typeof model.type === 'string').toBe(true);
		}
	},
	'A deprecated image model returns the message Model deprecated': async (running) => {
		await refuses(
			running,
			'generateImage',
			{
				body: { prompt: 'x', model: 'sandbox-deprecated' },
			},
			{ message: 'Model deprecated' },
		);
		expect((await failure(running, making('image.generate', 'sandbox-deprecated'))).message).toBe(
			'Model deprecated',
		);
	},
	'Other image models: priced by resolution or by quality': async () => {
		await cost('image.generate', 'sandbox-image-resolution', [
			[{ resolution: '1k' }, 0.1],
			[{ resolution: '2k' }, 0.1],
			[{ resolution: '4k' }, 0.2],
			[{ resolution: '8k' }, 0.3],
		]);
		await cost('image.generate', 'sandbox-image-quality', [
			[{ quality: 'medium' }, 0.1],
			[{}, 0.2],
			[{ quality: 'high' }, 0.2],
		]);
	},
	'Other image models: one has a maximum dimension of 1,280 px; another takes 256-1,536 px, by default 1,024x1,536':
		async (running) => {
			for (const [model, most] of [
				['sandbox-image-1280', 1280],
				['sandbox-image-1536', 1536],
			] as const) {
				expect(await sizeOf(model, { image_width: most, image_height: 256 })).toEqual([most, 256]);
				for (const name of ['image_width', 'image_height']) {
					expect(
						await failure(running, making('image.generate', model, { [name]: most + 1 })),
					).toMatchObject({ http_code: 400, param: name });
				}
			}
			expect(await sizeOf('sandbox-image-1536')).toEqual([1024, 1536]);
		},
	'Other studio models: 1-3 images on one; max_images; seed and negative_prompt': async (
		running,
	) => {
		const { image } = await references();
		await threeImages(running);
		await maxImages(running);
		const settings = { seed: 7, negative_prompt: 'rain' };
		const edit = making('image.edit', 'sandbox-edit-webp', settings, { image_urls: [image] });
		await completes(running, edit);
	},
	'Other studio models: one uses only the first image': async (running) => {
		const peer = await startPeer();
		for (const name of ['red', 'blue'])
			peer.files.set(`/${name}.png`, { content: await colouredPng(60, 40, name) });
		const image_urls = [`${peer.url}/red.png`, `${peer.url}/blue.png`];
		const referencesOf = async (model: string) => {
			const { job_id } = await item(running, making('image.edit', model, {}, { image_urls }));
			return running.sandbox.state.jobs.get(String(job_id))?.plan.references;
		};
		const both = await referencesOf('standard');
		expect(both).toHaveLength(2);
		expect(await referencesOf('sandbox-edit-first')).toEqual(both?.slice(0, 1));
	},
	'Other studio models: priced by resolution, or by quality and resolution': async () => {
		const image_urls = [(await references()).image];
		const edits = [
			[{ resolution: '0.5k' }, 0.1],
			[{ resolution: '1k' }, 0.1],
			[{ resolution: '2k' }, 0.1],
			[{ resolution: '4k' }, 0.2],
		] as const;
		await cost('image.edit', 'sandbox-edit-resolution', edits, image_urls);
		const both = [
			[{ quality: 'low', resolution: '2k' }, 0.1],
			[{ quality: 'medium', resolution: '1k' }, 0.1],
			[{ quality: 'high', resolution: '1k' }, 0.3],
			[{ quality: 'high', resolution: '2k' }, 0.4],
		] as const;
		await cost('image.edit', 'sandbox-edit-quality', both, image_urls);
	},
	'The upscaler and the watermark remover follow the source clip, ignore the prompt and bill each second':
		async () => {
			const { video } = await references();
			for (const model of ['ultimate-video-upscaler', 'video-watermark-remover']) {
				const running = await serve();
				const made = (seconds: number, prompt: string) =>
					fileOf(
						running,
						making('video.generate', model, { video_url: video, seconds }, { prompt }),
					);
				const [one, other] = [await made(2, 'A red fox'), await made(2, 'A blue whale')];
				expect(one.equals(other)).toBe(true);
				expect((await probe(one)).seconds).toBeCloseTo(2, 0);
				expect((await probe(await made(30, 'A red fox'))).seconds).toBeCloseTo(2, 0);
				const priceOf = (seconds: number) =>
					costOf('video.generate', model, { video_url: video, seconds });
				expect((await priceOf(20)) / (await priceOf(2))).toBeCloseTo(10, 6);
			}
		},
	'Other video models: the types, with image_url or video_url as each needs it': async () => {
		const { image, video } = await references();
		const needs: Record<string, { needed?: object; optional?: object }> = {
			'sandbox-video-audio': {},
			'sandbox-video-frames': { needed: { image_url: image }, optional: { end_image_url: image } },
			'sandbox-video-routed': { optional: { image_url: image } },
			'sandbox-video-extend': { needed: { video_url: video } },
			'sandbox-video-edit': { needed: { video_url: video }, optional: { images: [image] } },
		};
		const running = await serve();
		for (const [model, { needed, optional }] of Object.entries(needs)) {
			expect(await item(running, making('video.generate', model, { ...needed }))).toMatchObject({
				status: 'completed',
			});
			await completes(running, making('video.generate', model, { ...needed, ...optional }));
			const without = node(running, making('video.generate', model, {}));
			const [param] = Object.keys(needed ?? {});
			expect((await without).error?.context?.details).toEqual(
				param ? expect.objectContaining({ http_code: 400, param }) : undefined,
			);
		}
	},
	'An OpenAI-style client library works with {base_url}/v1 and the x-api-key header': async () => {
		const client = openAi(await serve());
		const { data } = await client.models.list();
		expect(data.map(({ id }) => id)).toContain('sandbox-chat-small');
		const request = {
			model: 'sandbox-chat-small',
			messages: [{ role: 'user' as const, content: 'Hello' }],
		};
		const whole = await client.chat.completions.create(request);
		expect(whole.choices[0]?.message.content).toContain('Hello');
		let streamed = '';
		for await (const { choices } of await client.chat.completions.create({
			...request,
			stream: true,
		}))
			streamed += choices[0]?.delta.content ?? '';
		expect(streamed).toBe(whole.choices[0]?.message.content);
	},
	'The result is delivered to callback_url, the only event channel': async (running) => {
		const peer = await startPeer();
		const { data } = await send(running, 'generateImage', {
			body: { prompt: 'x', callback_url: `${peer.url}/done?item=7` },
		});
		expect(data.webhook_url).toBe(`${peer.url}/done?item=7`);
		await peer.receivedCount(1);
		expect(peer.received).toMatchObject([
			{ path: '/done?item=7', body: { job_id: data.job_id, status: 'completed' } },
		]);
		const { image_url } = peer.received[0]?.body as { image_url: string };
		expect((await download(image_url)).type).toMatch(/^image\//);
		await ok(running, 'generateImage', { body: { prompt: 'x' } });
		await running.sandbox.settled();
		expect(peer.received).toHaveLength(1);
	},
});
