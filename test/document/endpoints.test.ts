import axios from 'axios';
import { errorEnvelope } from '../../contract/schemas/errors';
import type { RunningSandbox } from '../../sandbox';
import {
	answers,
	blames,
	completes,
	item,
	items,
	lastBody,
	making,
	node,
	offeredResources,
	ok,
	onKey,
	prove,
	references,
	refuses,
	requestLines,
	send,
	serve,
} from './support';

/** That nothing of a product area answers yet, and that the nodes do not offer it. */
async function comesSoon(prefix: string, resource: string): Promise<void> {
	const { baseUrl, apiKey } = await serve();
	for (const path of [prefix, `${prefix}/anything`]) {
		const { status, data } = await axios.post(
			baseUrl + path,
			{},
			{ headers: { 'x-api-key': apiKey }, validateStatus: null },
		);
		expect(status).toBe(404);
		expect(errorEnvelope.parse(data).error.message).toMatch(/coming soon/);
	}
	expect(offeredResources()).not.toContain(resource);
}

const completing = {
	resource: 'chat',
	operation: 'complete',
	model: { __rl: true, mode: 'id', value: 'sandbox-chat-small' },
	messages: { message: [{ role: 'user', content: 'Hello' }] },
};

prove('Product areas', {
	'Image generation': async () => {
		const running = await serve();
		expect(await item(running, making('image.generate', 'model-dev'))).toMatchObject({
			status: 'completed',
		});
		expect(requestLines(running)).toEqual(['POST /v1/images/generations']);
	},
	'Image studio (edit images from a text instruction and reference images)': async () => {
		const running = await serve();
		const { image } = await references();
		await completes(running, making('image.edit', 'standard', {}, { image_urls: [image] }));
		expect(requestLines(running)).toEqual(['POST /v1/images/studio/edit']);
		expect(lastBody(running)).toMatchObject({ prompt: 'A red fox', image_urls: [image] });
	},
	'Chat completions (OpenAI-compatible)': async () => {
		const running = await serve();
		expect(await item(running, completing)).toMatchObject({
			text: expect.stringContaining('Hello'),
		});
		expect(requestLines(running)).toEqual(['POST /v1/chat/completions', 'GET /v1/models']);
	},
	'Video generation (async)': async () => {
		const running = await serve();
		await answers(running, 'generateVideo', { body: { prompt: 'x', model: 't2v-turbo' } }, 202);
		running.sandbox.clearRequests();
		expect(await item(running, making('video.generate', 't2v-turbo'))).toMatchObject({
			status: 'completed',
		});
		expect(requestLines(running)[0]).toBe('POST /v1/videos/generations');
	},
	Audio: () => comesSoon('/v1/audio', 'audio'),
	'Tools (utility APIs such as prompt enhancement)': () => comesSoon('/v1/tools', 'tools'),
	Embeddings: () => comesSoon('/v1/embeddings', 'embeddings'),
});

const creating = {
	resource: 'apiKey',
	operation: 'create',
	name: 'For tests',
	scopes: ['billing:read'],
};

/** Whether a key is accepted. */
async function works(running: RunningSandbox, secret: unknown): Promise<boolean> {
	const { status } = await send(running, 'getBalance', { key: String(secret) });
	expect([200, 401]).toContain(status);
	return status === 200;
}

/** A new key, and the requests since. */
async function withKey() {
	const running = await serve();
	const { key_id, secret_key } = await item(running, creating);
	running.sandbox.clearRequests();
	return { running, key_id, secret_key };
}

prove('Endpoints: API keys', {
	'GET /v1/api-keys/scopes': async () => {
		const running = await serve();
		const scopes = await items(running, { resource: 'apiKey', operation: 'getScopes' });
		expect(scopes).toHaveLength(10);
		expect(scopes).toContainEqual({ scope: 'image:studio:*', access: 'Image studio only' });
		expect(requestLines(running)).toEqual(['GET /v1/api-keys/scopes']);
	},
	'GET /v1/api-keys': async () => {
		const { running, key_id } = await withKey();
		const stranger = running.sandbox.addAccount();
		const ids = (
			await items(running, { resource: 'apiKey', operation: 'getMany', returnAll: true })
		).map((key) => key.key_id);
		expect(ids).toContain(key_id);
		expect(ids).not.toContain(stranger.keyId);
		expect(requestLines(running)[0]).toBe('GET /v1/api-keys');
	},
	'POST /v1/api-keys': async () => {
		const running = await serve();
		const { secret_key } = await item(running, creating);
		expect(requestLines(running)).toEqual(['POST /v1/api-keys']);
		expect(await works(running, secret_key)).toBe(true);
		const { run } = await node(running, {
			resource: 'apiKey',
			operation: 'getMany',
			returnAll: true,
		});
		expect(JSON.stringify(run)).not.toContain(secret_key);
	},
	'DELETE /v1/api-keys/{key_id}': async () => {
		const { running, key_id, secret_key } = await withKey();
		await item(running, onKey('delete', key_id));
		expect(requestLines(running)).toEqual([`DELETE /v1/api-keys/${String(key_id)}`]);
		expect(await works(running, secret_key)).toBe(false);
		expect(
			(await ok(running, 'listKeys')).data.map((key: { key_id: string }) => key.key_id),
		).not.toContain(key_id);
		await refuses(
			running,
			'reactivateKey',
			{ params: { key_id: String(key_id) } },
			{ status: 404 },
		);
	},
	'PATCH /v1/api-keys/{key_id}/revoke': async () => {
		const { running, key_id, secret_key } = await withKey();
		await item(running, onKey('revoke', key_id));
		expect(requestLines(running)).toEqual([`PATCH /v1/api-keys/${String(key_id)}/revoke`]);
		expect(await works(running, secret_key)).toBe(false);
	},
	'PATCH /v1/api-keys/{key_id}/reactivate': async () => {
		const { running, key_id, secret_key } = await withKey();
		await ok(running, 'revokeKey', { params: { key_id: String(key_id) } });
		await item(running, onKey('reactivate', key_id));
		expect(requestLines(running)[1]).toBe(`PATCH /v1/api-keys/${String(key_id)}/reactivate`);
		expect(await works(running, secret_key)).toBe(true);
	},
	'POST /v1/api-keys/{key_id}/rotate': async () => {
		const { running, key_id, secret_key } = await withKey();
		const replacement = await item(running, onKey('rotate', key_id));
		expect(requestLines(running)).toEqual([`POST /v1/api-keys/${String(key_id)}/rotate`]);
		expect(replacement).toMatchObject({ name: 'For tests', scopes: ['billing:read'] });
		expect(replacement.secret_key).not.toBe(secret_key);
		expect(await works(running, replacement.secret_key)).toBe(true);
	},
});

prove('Endpoints: Billing', {
	'GET /v1/billing/balance': async () => {
		const running = await serve();
		const balance = await item(running, { resource: 'billing', operation: 'getBalance' });
		expect(balance).toMatchObject({
			balance_usd: 100,
			held_usd: 0,
			available_usd: 100,
			daily_spend_usd: 0,
			monthly_spend_usd: 0,
		});
		expect(requestLines(running)).toEqual(['GET /v1/billing/balance']);
	},
	'GET /v1/billing/transactions': async () => {
		const running = await serve();
		const { job_id } = await item(running, making('image.generate', 'model-dev'));
		running.sandbox.clearRequests();
		const history = await items(running, {
			resource: 'billing',
			operation: 'getTransactions',
			returnAll: true,
		});
		expect(history).toContainEqual(expect.objectContaining({ job_id, amount_usd: -0.1 }));
		expect(requestLines(running)).toEqual(['GET /v1/billing/transactions']);
	},
	'POST /v1/billing/estimate': async () => {
		const running = await serve();
		const estimating = {
			resource: 'billing',
			operation: 'estimateCost',
			kind: 'image',
			model: { __rl: true, mode: 'id', value: 'realism-2' },
		};
		expect(await item(running, estimating)).toMatchObject({ estimated_cost_usd: 0.2 });
		expect(requestLines(running)).toEqual(['POST /v1/billing/estimate']);
		expect(await ok(running, 'getBalance')).toMatchObject({ balance_usd: 100, held_usd: 0 });
	},
	'PUT /v1/billing/limits': async () => {
		const running = await serve();
		await item(running, {
			resource: 'billing',
			operation: 'setLimits',
			limits: { daily_limit_usd: 0.15, monthly_limit_usd: 3 },
		});
		expect(requestLines(running)).toEqual(['PUT /v1/billing/limits']);
		await ok(running, 'generateImage', { body: { prompt: 'x' } });
		await refuses(
			running,
			'generateImage',
			{ body: { prompt: 'x' } },
			{
				message: expect.stringMatching(/daily/i),
			},
		);
		await item(running, {
			resource: 'billing',
			operation: 'setLimits',
			limits: { daily_limit_usd: 3, monthly_limit_usd: 0.15 },
		});
		await refuses(
			running,
			'generateImage',
			{ body: { prompt: 'x' } },
			{
				message: expect.stringMatching(/monthly/i),
			},
		);
	},
});

prove('Endpoints without a table', {
	'GET /v1/images/generation/jobs/{job_id}': async () => {
		const running = await serve();
		const { job_id } = await ok(running, 'generateImage', { body: { prompt: 'x' } });
		running.sandbox.clearRequests();
		expect(
			await item(running, { resource: 'image', operation: 'getJob', jobId: job_id }),
		).toMatchObject({ job_id, status: 'completed', model: 'model-dev' });
		expect(requestLines(running)[0]).toBe(`GET /v1/images/generation/jobs/${job_id}`);
	},
	'POST /v1/images/studio/edit': async () => {
		const running = await serve();
		const { image } = await references();
		const options = {
			enable_fallback: false,
			extraBody: { callback_url: 'http://127.0.0.1:9/', additional_settings: { shine: 1 } },
		};
		await item(
			running,
			making('image.edit', 'group-edit', { seed: 7 }, { image_urls: [image], options }),
		);
		expect(lastBody(running)).toEqual({
			prompt: 'A red fox',
			image_urls: [image],
			model: 'group-edit',
			seed: 7,
			enable_fallback: false,
			callback_url: 'http://127.0.0.1:9/',
			additional_settings: { shine: 1 },
		});
		for (const name of ['prompt', 'image_urls']) {
			const body = { prompt: 'x', image_urls: [image], model: 'standard', [name]: undefined };
			await blames(running, 'editImage', { body }, name);
		}
		const { job_id } = await ok(running, 'editImage', {
			body: { prompt: 'x', image_urls: [image] },
		});
		expect(await ok(running, 'getImageJob', { params: { job_id } })).toMatchObject({
			model: 'standard',
		});
	},
	'GET /v1/models': async () => {
		const running = await serve();
		const chats = await items(running, { resource: 'model', operation: 'getMany', kind: 'chat' });
		expect(requestLines(running)).toEqual(['GET /v1/models']);
		expect(chats.length).toBeGreaterThan(0);
		for (const { id, price } of chats) {
			expect(price).toMatch(/^\$\d+\.\d+ \/ \$\d+\.\d+ per million tokens$/);
			await ok(running, 'completeChat', {
				body: { model: id, messages: [{ role: 'user', content: 'x' }] },
			});
		}
	},
	'POST /v1/videos/generations': async () => {
		const running = await serve();
		const { image } = await references();
		const values = {
			image_url: image,
			end_image_url: image,
			seconds: 4,
			resolution: '480p',
			aspect_ratio: '1:1',
		};
		const options = { enable_fallback: false, extraBody: { callback_url: 'http://127.0.0.1:9/' } };
		await item(running, making('video.generate', 'i2v-pro', values, { options }));
		expect(lastBody(running)).toEqual({
			prompt: 'A red fox',
			model: 'i2v-pro',
			...values,
			enable_fallback: false,
			callback_url: 'http://127.0.0.1:9/',
		});
		await item(
			running,
			making('video.generate', 't2v-turbo', { seed: 7, negative_prompt: 'rain' }),
		);
		expect(lastBody(running)).toEqual({
			prompt: 'A red fox',
			model: 't2v-turbo',
			additional_settings: { seed: 7, negative_prompt: 'rain' },
		});
		await blames(running, 'generateVideo', { body: { model: 't2v-turbo' } }, 'prompt');
		const { job_id } = await ok(running, 'generateVideo', { body: { prompt: 'x' } });
		expect(await ok(running, 'getVideoJob', { params: { job_id } })).toMatchObject({
			model: 't2v-turbo',
		});
	},
});
