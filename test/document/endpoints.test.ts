import axios from 'axios';
import { errorEnvelope } from '../../contract/schemas/errors';
import type { RunningSandbox } from '../../sandbox';
import {
	answers,
	blames,
	completes,
	failure,
	item,
	items,
	lastBody,
	making,
	node,
	offeredResources,
	ok,
	onKey,
	type Proof,
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
	'Image generation': async (running) => {
		expect(await item(running, making('image.generate', 'model-dev'))).toMatchObject({
			status: 'completed',
		});
		expect(requestLines(running)).toEqual(['POST /v1/images/generations']);
	},
	'Image studio (edit images from a text instruction and reference images)': async (running) => {
		const { image } = await references();
		await completes(running, making('image.edit', 'standard', {}, { image_urls: [image] }));
		expect(requestLines(running)).toEqual(['POST /v1/images/studio/edit']);
		expect(lastBody(running)).toMatchObject({ prompt: 'A red fox', image_urls: [image] });
	},
	'Chat completions (OpenAI-compatible)': async (running) => {
		expect(await item(running, completing)).toMatchObject({
			text: expect.stringContaining('Hello'),
		});
		expect(requestLines(running)).toEqual(['POST /v1/chat/completions', 'GET /v1/models']);
	},
	'Video generation (async)': async (running) => {
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
const listing = { resource: 'apiKey', operation: 'getMany', returnAll: true };

/** Whether a key is accepted. */
async function works(running: RunningSandbox, secret: unknown): Promise<boolean> {
	const { status } = await send(running, 'getBalance', { key: String(secret) });
	expect([200, 401]).toContain(status);
	return status === 200;
}

/** A new key, what can be done with it, and whether it is accepted since. */
async function withKey() {
	const running = await serve();
	const key = await item(running, creating);
	running.sandbox.clearRequests();
	return {
		running,
		key,
		does: async (operation: string) => await item(running, onKey(operation, key.key_id)),
		works: async () => await works(running, key.secret_key),
		/** The requests for this key, as the document writes endpoints. */
		lines: () => requestLines(running).map((line) => line.replace(String(key.key_id), '{key_id}')),
	};
}

const revoke: Proof = async () => {
	const { running, key, does, works: accepted, lines } = await withKey();
	expect(await accepted()).toBe(true);
	expect(await does('revoke')).toMatchObject({ status: 'revoked' });
	expect(lines()[1]).toBe('PATCH /v1/api-keys/{key_id}/revoke');
	expect(await accepted()).toBe(false);
	const asked = { resource: 'billing', operation: 'getBalance' };
	expect(await failure(running, asked, { key: String(key.secret_key) })).toMatchObject({
		http_code: 401,
	});
};

const reactivate: Proof = async () => {
	const { does, works: accepted, lines } = await withKey();
	await does('revoke');
	expect(await does('reactivate')).toMatchObject({ status: 'active' });
	expect(lines()[1]).toBe('PATCH /v1/api-keys/{key_id}/reactivate');
	expect(await accepted()).toBe(true);
};

const rotate: Proof = async () => {
	const { running, key, does, works: accepted, lines } = await withKey();
	const first = await does('rotate');
	expect(lines()).toEqual(['POST /v1/api-keys/{key_id}/rotate']);
	expect(await accepted()).toBe(true);
	await does('revoke');
	const second = await does('rotate');
	expect(await accepted()).toBe(false);
	for (const replacement of [first, second]) {
		const { name, scopes } = key;
		expect(replacement).toMatchObject({ name, scopes, secret_key: expect.any(String) });
		expect(replacement.key_id).not.toBe(key.key_id);
	}
	expect(new Set([key.secret_key, first.secret_key, second.secret_key]).size).toBe(3);
	expect(await works(running, first.secret_key)).toBe(true);
};

const remove: Proof = async () => {
	for (const before of ['revoke', 'reactivate'] as const) {
		const { running, key, does, works: accepted, lines } = await withKey();
		await does(before);
		await does('delete');
		expect(lines()[1]).toBe('DELETE /v1/api-keys/{key_id}');
		const ids = (await items(running, listing)).map(({ key_id }) => key_id);
		expect(ids).not.toContain(key.key_id);
		for (const operation of ['reactivate', 'rotate', 'delete'])
			expect(await failure(running, onKey(operation, key.key_id))).toMatchObject({
				http_code: 404,
			});
		expect(await accepted()).toBe(false);
	}
};

prove('Endpoints: API keys', {
	'GET /v1/api-keys/scopes': async (running) => {
		const scopes = await items(running, { resource: 'apiKey', operation: 'getScopes' });
		expect(scopes).toHaveLength(10);
		expect(scopes).toContainEqual({ scope: 'image:studio:*', access: 'Image studio only' });
		expect(requestLines(running)).toEqual(['GET /v1/api-keys/scopes']);
	},
	'GET /v1/api-keys': async () => {
		const { running, key, lines } = await withKey();
		const stranger = running.sandbox.addAccount();
		const ids = (await items(running, listing)).map(({ key_id }) => key_id);
		expect(ids).toContain(key.key_id);
		expect(ids).not.toContain(stranger.keyId);
		expect(lines()[0]).toBe('GET /v1/api-keys');
	},
	'POST /v1/api-keys': async (running) => {
		const { secret_key } = await item(running, creating);
		expect(requestLines(running)).toEqual(['POST /v1/api-keys']);
		expect(await works(running, secret_key)).toBe(true);
		const { run } = await node(running, listing);
		expect(JSON.stringify(run)).not.toContain(secret_key);
	},
	'DELETE /v1/api-keys/{key_id}': remove,
	'PATCH /v1/api-keys/{key_id}/revoke': revoke,
	'PATCH /v1/api-keys/{key_id}/reactivate': reactivate,
	'POST /v1/api-keys/{key_id}/rotate': rotate,
});

prove('States of an API key', {
	'active: PATCH /v1/api-keys/{key_id}/revoke': revoke,
	'revoked: PATCH /v1/api-keys/{key_id}/reactivate': reactivate,
	'active or revoked: POST /v1/api-keys/{key_id}/rotate': rotate,
	'any: DELETE /v1/api-keys/{key_id}': remove,
});

prove('Endpoints: Billing', {
	'GET /v1/billing/balance': async (running) => {
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
	'GET /v1/billing/transactions': async (running) => {
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
	'POST /v1/billing/estimate': async (running) => {
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
	'PUT /v1/billing/limits': async (running) => {
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
			{ message: expect.stringMatching(/daily/i) },
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
			{ message: expect.stringMatching(/monthly/i) },
		);
	},
});

prove('Endpoints without a table', {
	'GET /v1/images/generation/jobs/{job_id}': async (running) => {
		const { job_id } = await ok(running, 'generateImage', { body: { prompt: 'x' } });
		running.sandbox.clearRequests();
		expect(
			await item(running, { resource: 'image', operation: 'getJob', jobId: job_id }),
		).toMatchObject({ job_id, status: 'completed', model: 'model-dev' });
		expect(requestLines(running)[0]).toBe(`GET /v1/images/generation/jobs/${job_id}`);
	},
	'POST /v1/images/studio/edit': async (running) => {
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
	'GET /v1/models': async (running) => {
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
	'POST /v1/videos/generations': async (running) => {
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
