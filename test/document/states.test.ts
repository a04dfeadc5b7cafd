import type { RunningSandbox } from '../../sandbox';
import { imageJobStatus } from '../../contract/schemas/jobs';
import {
	answers,
	failure,
	item,
	lastBody,
	making,
	ok,
	onKey,
	prove,
	refuses,
	send,
	serve,
	serveAt,
	startPeer,
} from './support';

const picture = { prompt: 'x', model: 'model-dev' };

prove('States of an image generation job', {
	'(none): POST /v1/images/generations without callback_url': async () => {
		const running = await serve({ balanceUsd: '0.15' });
		expect(await item(running, making('image.generate', 'model-dev'))).toMatchObject({
			status: 'completed',
			url: expect.stringMatching(/^http/),
		});
		expect(lastBody(running)).not.toHaveProperty('callback_url');
		await refuses(
			running,
			'generateImage',
			{ body: picture },
			{
				status: 402,
			},
		);
		await refuses(running, 'generateImage', { body: { ...picture, prompt: '' } }, { status: 400 });
		const { apiKey: key } = running.sandbox.addAccount();
		await answers(running, 'generateImage', { body: picture, key }, 200);
	},
	'(none): POST /v1/images/generations with callback_url': async () => {
		const { running, clock } = await serveAt('2025-03-01T10:00:00Z', { balanceUsd: '0.15' });
		const peer = await startPeer();
		const body = { ...picture, callback_url: `${peer.url}/done` };
		await refuses(running, 'generateImage', { body: { ...body, prompt: '' } }, { status: 400 });
		const { status, data } = await send(running, 'generateImage', { body });
		expect(status).toBe(202);
		expect(data).toMatchObject({
			status: 'processing',
			status_url: expect.stringContaining(data.job_id),
		});
		expect(await ok(running, 'getBalance')).toMatchObject({
			held_usd: 0.1,
			balance_usd: 0.15,
			available_usd: 0.05,
		});
		await refuses(running, 'generateImage', { body }, { status: 402 });
		expect(peer.received).toEqual([]);
		await clock.advance(15_000);
		await peer.receivedCount(1);
		expect(peer.received[0]?.path).toBe('/done');
		const delivered = imageJobStatus.parse(peer.received[0]?.body);
		expect(delivered).toEqual(
			await ok(running, 'getImageJob', { params: { job_id: data.job_id } }),
		);
	},
	'processing: job finishes': async () => {
		const { running, clock } = await serveAt('2025-03-01T10:00:00Z');
		const { job_id } = await ok(running, 'generateImage', {
			body: { ...picture, callback_url: 'http://127.0.0.1:9/' },
		});
		const asked = {
			resource: 'image',
			operation: 'getJob',
			jobId: job_id,
			options: { download: false },
		};
		const before = await item(running, asked);
		expect(before.status).toBe('processing');
		for (const name of ['url', 'completed_at', 'generation_time'])
			expect(before).not.toHaveProperty(name);
		await clock.advance(15_000);
		const after = await ok(running, 'getImageJob', { params: { job_id } });
		expect(after).toMatchObject({
			status: 'completed',
			image_url: expect.stringMatching(/^http/),
			completed_at: expect.any(String),
			generation_time: 15,
		});
		expect(await item(running, asked)).toMatchObject({
			status: 'completed',
			url: after.image_url,
			completed_at: after.completed_at,
			generation_time: 15,
		});
		expect(await ok(running, 'getBalance')).toMatchObject({ held_usd: 0, balance_usd: 99.9 });
	},
});

/** A key, and how it stands: whether it opens what its scope names. */
async function aKey() {
	const running = await serve();
	const key = await item(running, {
		resource: 'apiKey',
		operation: 'create',
		name: 'For tests',
		scopes: ['billing:read'],
	});
	return { running, key, state: () => stateOf(running, key.secret_key) };
}

async function stateOf(running: RunningSandbox, secret: unknown): Promise<'usable' | 'not usable'> {
	const { status } = await send(running, 'getBalance', { key: String(secret) });
	return status === 200 ? 'usable' : 'not usable';
}

prove('States of an API key', {
	'active: PATCH /v1/api-keys/{key_id}/revoke': async () => {
		const { running, key, state } = await aKey();
		expect(await state()).toBe('usable');
		expect(await item(running, onKey('revoke', key.key_id))).toMatchObject({ status: 'revoked' });
		expect(await state()).toBe('not usable');
		expect(
			await failure(
				running,
				{ resource: 'billing', operation: 'getBalance' },
				{ key: String(key.secret_key) },
			),
		).toMatchObject({ http_code: 401 });
	},
	'revoked: PATCH /v1/api-keys/{key_id}/reactivate': async () => {
		const { running, key, state } = await aKey();
		await item(running, onKey('revoke', key.key_id));
		expect(await item(running, onKey('reactivate', key.key_id))).toMatchObject({
			status: 'active',
		});
		expect(await state()).toBe('usable');
	},
	'active or revoked: POST /v1/api-keys/{key_id}/rotate': async () => {
		const { running, key, state } = await aKey();
		const first = await item(running, onKey('rotate', key.key_id));
		expect(await state()).toBe('usable');
		await item(running, onKey('revoke', key.key_id));
		const second = await item(running, onKey('rotate', key.key_id));
		expect(await state()).toBe('not usable');
		for (const replacement of [first, second]) {
			expect(replacement).toMatchObject({
				name: key.name,
				scopes: key.scopes,
				secret_key: expect.any(String),
			});
			expect(replacement.key_id).not.toBe(key.key_id);
		}
		expect(new Set([key.secret_key, first.secret_key, second.secret_key]).size).toBe(3);
		expect(await stateOf(running, first.secret_key)).toBe('usable');
	},
	'any: DELETE /v1/api-keys/{key_id}': async () => {
		for (const before of ['revoke', 'reactivate'] as const) {
			const { running, key, state } = await aKey();
			await item(running, onKey(before, key.key_id));
			await item(running, onKey('delete', key.key_id));
			expect(await state()).toBe('not usable');
			for (const operation of ['reactivate', 'rotate', 'delete']) {
				expect(await failure(running, onKey(operation, key.key_id))).toMatchObject({
					http_code: 404,
				});
			}
			expect(await state()).toBe('not usable');
		}
	},
});
