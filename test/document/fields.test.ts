import axios from 'axios';
import { endpoints } from '../../contract/endpoints';
import type { RunningSandbox } from '../../sandbox';
import { dailySpend, halfway, monthlySpend } from './proofs';
import { item, items, making, nobody, ok, onKey, prove, refuses, send, serveAt } from './support';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const creating = {
	resource: 'apiKey',
	operation: 'create',
	name: 'For tests',
	scopes: ['image:*', 'billing:read'],
};

prove('API key', {
	key_id: async (running) => {
		const [one, other] = [await item(running, creating), await item(running, creating)];
		expect(one.key_id).not.toBe(other.key_id);
		await item(running, onKey('revoke', one.key_id));
		await refuses(running, 'getBalance', { key: String(one.secret_key) }, { status: 401 });
		await ok(running, 'getBalance', { key: String(other.secret_key) });
	},
	secret_key: async (running) => {
		const key = await item(running, creating);
		await ok(running, 'getBalance', { key: String(key.secret_key) });
		const later = [
			...(await items(running, { resource: 'apiKey', operation: 'getMany', returnAll: true })),
			await item(running, onKey('revoke', key.key_id)),
			await item(running, onKey('reactivate', key.key_id)),
			await item(running, onKey('rotate', key.key_id)),
			(await send(running, 'listKeys')).data,
			await item(running, onKey('delete', key.key_id)),
		];
		expect(JSON.stringify(later)).not.toContain(key.secret_key);
	},
	scopes: async (running) => {
		const key = await item(running, creating);
		expect(key.scopes).toEqual(['image:*', 'billing:read']);
		const listed = await items(running, {
			resource: 'apiKey',
			operation: 'getMany',
			returnAll: true,
		});
		expect(listed.find(({ key_id }) => key_id === key.key_id)?.scopes).toEqual([
			'image:*',
			'billing:read',
		]);
		await refuses(
			running,
			'createKey',
			{ body: { name: 'x', scopes: ['everything'] } },
			{ status: 400 },
		);
	},
});

const picture = { body: { prompt: 'x', callback_url: nobody } };

prove('Balance', {
	balance_usd: async () => {
		const { clock, balance } = await halfway();
		expect(await balance()).toMatchObject({ balance_usd: 99.9 });
		await clock.advance(15_000);
		expect(await balance()).toMatchObject({ balance_usd: 99.8 });
	},
	held_usd: async () => {
		const { clock, balance } = await halfway();
		expect(await balance()).toMatchObject({ held_usd: 0.1 });
		await clock.advance(15_000);
		expect(await balance()).toMatchObject({ held_usd: 0 });
	},
	available_usd: async () => {
		const { running, clock, balance } = await halfway();
		expect(await balance()).toMatchObject({ available_usd: 99.8 });
		await clock.advance(15_000);
		expect(await balance()).toMatchObject({ available_usd: 99.8 });
		const { apiKey: key } = running.sandbox.addAccount({ balanceUsd: '0.15' });
		await ok(running, 'generateImage', { ...picture, key });
		expect(await ok(running, 'getBalance', { key })).toMatchObject({
			balance_usd: 0.15,
			available_usd: 0.05,
		});
		await refuses(running, 'generateImage', { ...picture, key }, { status: 402 });
	},
	daily_spend_usd: dailySpend,
	monthly_spend_usd: monthlySpend,
});

const sync = async (running: RunningSandbox) =>
	await ok(running, 'generateImage', { body: { prompt: 'x', model: 'model-1.1' } });

prove('Image generation job: synchronous result', {
	job_id: async (running) => {
		const result = await sync(running);
		expect(result.job_id).toMatch(UUID);
		expect(await ok(running, 'getImageJob', { params: { job_id: result.job_id } })).toMatchObject({
			job_id: result.job_id,
		});
	},
	status: async (running) => {
		const result = await sync(running);
		expect(result.status).toBe('completed');
		expect(await item(running, making('image.generate', 'model-1.1'))).toMatchObject({
			status: 'completed',
		});
	},
	url: async (running) => {
		const result = await sync(running);
		expect((await axios.get(result.url)).headers['content-type']).toMatch(/^image\//);
		expect(await item(running, making('image.generate', 'model-1.1'))).toMatchObject({
			url: expect.stringMatching(/^http/),
		});
	},
	generation_time: async () => {
		const { running, clock } = await serveAt('2025-03-01T10:00:00Z');
		const answer = ok(running, 'generateImage', { body: { prompt: 'x', model: 'model-1.2' } });
		await clock.untilPending();
		await clock.advance(30_000);
		expect((await answer).generation_time).toBe(30);
	},
	model: async (running) => {
		const result = await sync(running);
		expect(result.model).toBe('model-1.1');
		expect(await item(running, making('image.generate', 'realism-2'))).toMatchObject({
			model: 'realism-2',
		});
	},
});

/** A job accepted at ten o'clock, which takes fifteen seconds. */
async function accepted() {
	const { running, clock } = await serveAt('2025-03-01T10:00:00Z');
	const acceptance = endpoints.generateImage.responses[202].parse(
		(await send(running, 'generateImage', picture)).data,
	);
	const { job_id } = acceptance;
	const look = () => ok(running, 'getImageJob', { params: { job_id } });
	const throughNode = () =>
		item(running, {
			resource: 'image',
			operation: 'getJob',
			jobId: job_id,
			options: { download: false },
		});
	return { running, clock, acceptance, look, throughNode };
}

/** The same through the node, which does not wait for the job. */
async function submitted() {
	const { running } = await serveAt('2025-03-01T10:00:00Z');
	const told = await item(
		running,
		making('image.generate', 'model-dev', {}, { waitFor: 'submit', callbackUrl: nobody }),
	);
	return { running, told };
}

prove('Image generation job: async acceptance result', {
	job_id: async () => {
		const { acceptance, look } = await accepted();
		expect(acceptance.job_id).toMatch(UUID);
		expect((await look()).job_id).toBe(acceptance.job_id);
		expect((await submitted()).told.job_id).toMatch(UUID);
	},
	status: async () => {
		expect((await accepted()).acceptance.status).toBe('processing');
		expect((await submitted()).told.status).toBe('processing');
	},
	status_url: async () => {
		const { running, told } = await submitted();
		expect(told.status_url).toBe(
			`${running.baseUrl}/v1/images/generation/jobs/${String(told.job_id)}`,
		);
		const { data } = await axios.get(String(told.status_url), {
			headers: { 'x-api-key': running.apiKey },
		});
		expect(data).toMatchObject({ job_id: told.job_id });
		expect(
			await item(running, { resource: 'image', operation: 'getJob', jobId: told.status_url }),
		).toMatchObject({ job_id: told.job_id, status: 'processing' });
	},
	webhook_url: async () => {
		expect((await accepted()).acceptance.webhook_url).toBe(nobody);
		expect((await submitted()).told.webhook_url).toBe(nobody);
	},
	created_at: async () => {
		expect((await accepted()).acceptance.created_at).toMatch(/^2025-03-01T10:00:00(\.0+)?Z$/);
		expect((await submitted()).told.created_at).toMatch(/^2025-03-01T10:00:00(\.0+)?Z$/);
	},
});

prove('Image generation job: job-status result', {
	job_id: async () => {
		const { acceptance, look, throughNode } = await accepted();
		expect((await look()).job_id).toBe(acceptance.job_id);
		expect((await throughNode()).job_id).toBe(acceptance.job_id);
	},
	status: async () => {
		const { clock, look, throughNode } = await accepted();
		expect([(await look()).status, (await throughNode()).status]).toEqual([
			'processing',
			'processing',
		]);
		await clock.advance(15_000);
		expect([(await look()).status, (await throughNode()).status]).toEqual([
			'completed',
			'completed',
		]);
	},
	image_url: async () => {
		const { clock, look, throughNode } = await accepted();
		await clock.advance(15_000);
		const { image_url } = await look();
		expect((await axios.get(String(image_url))).headers['content-type']).toMatch(/^image\//);
		expect((await throughNode()).url).toBe(image_url);
	},
	model: async () => {
		const { look, throughNode } = await accepted();
		expect([(await look()).model, (await throughNode()).model]).toEqual(['model-dev', 'model-dev']);
	},
	created_at: async () => {
		const { acceptance, look, throughNode } = await accepted();
		expect((await look()).created_at).toBe(acceptance.created_at);
		expect((await throughNode()).created_at).toBe(acceptance.created_at);
	},
	completed_at: async () => {
		const { clock, look, throughNode } = await accepted();
		expect((await look()).completed_at).toBeUndefined();
		await clock.advance(15_000);
		expect((await look()).completed_at).toMatch(/^2025-03-01T10:00:15(\.0+)?Z$/);
		expect((await throughNode()).completed_at).toMatch(/^2025-03-01T10:00:15/);
	},
	generation_time: async () => {
		const { clock, look, throughNode } = await accepted();
		await clock.advance(15_000);
		expect([(await look()).generation_time, (await throughNode()).generation_time]).toEqual([
			15, 15,
		]);
	},
});
