import axios from 'axios';
import { endpoints } from '../../contract/endpoints';
import type { RunningSandbox } from '../../sandbox';
import { dailySpend, halfway, monthlySpend } from './proofs';
import {
	item,
	items,
	making,
	nobody,
	ok,
	onKey,
	type Proof,
	prove,
	refuses,
	send,
	serveAt,
} from './support';

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

/** What the balance says in a field while one job has ended and another is under way, and once both have. */
const amounts =
	(field: string, during: number, after: number): Proof =>
	async () => {
		const { clock, balance } = await halfway();
		expect((await balance())[field]).toBe(during);
		await clock.advance(15_000);
		expect((await balance())[field]).toBe(after);
	};

prove('Balance', {
	balance_usd: amounts('balance_usd', 99.9, 99.8),
	held_usd: amounts('held_usd', 0.1, 0),
	available_usd: async (running) => {
		await amounts('available_usd', 99.8, 99.8)(running);
		const { running: poor } = await serveAt('2025-03-30T12:00:00Z', { balanceUsd: '0.15' });
		await ok(poor, 'generateImage', picture);
		expect(await ok(poor, 'getBalance')).toMatchObject({
			balance_usd: 0.15,
			available_usd: 0.05,
		});
		await refuses(poor, 'generateImage', picture, { status: 402 });
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

/** What the acceptance says in a field, and the node of it. */
const accepts =
	(field: string, expected: unknown): Proof =>
	async () => {
		for (const told of [(await accepted()).acceptance, (await submitted()).told])
			expect(told).toMatchObject({ [field]: expected });
	};

/** What a field says while the job runs and once it has ended, and the node of it. */
const tells =
	(field: string, running: unknown, ended: unknown = running): Proof =>
	async () => {
		const { clock, look, throughNode } = await accepted();
		const both = async () => [(await look())[field], (await throughNode())[field]];
		expect(await both()).toEqual([running, running]);
		await clock.advance(15_000);
		expect(await both()).toEqual([ended, ended]);
	};

const atTen = expect.stringMatching(/^2025-03-01T10:00:00(\.0+)?Z$/);

prove('Image generation job: async acceptance result', {
	job_id: accepts('job_id', expect.stringMatching(UUID)),
	status: accepts('status', 'processing'),
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
	webhook_url: accepts('webhook_url', nobody),
	created_at: accepts('created_at', atTen),
});

prove('Image generation job: job-status result', {
	job_id: async () => {
		const { acceptance, look, throughNode } = await accepted();
		for (const { job_id } of [await look(), await throughNode()])
			expect(job_id).toBe(acceptance.job_id);
	},
	status: tells('status', 'processing', 'completed'),
	image_url: async () => {
		const { clock, look, throughNode } = await accepted();
		await clock.advance(15_000);
		const { image_url } = await look();
		expect((await axios.get(String(image_url))).headers['content-type']).toMatch(/^image\//);
		expect((await throughNode()).url).toBe(image_url);
	},
	model: tells('model', 'model-dev'),
	created_at: tells('created_at', atTen),
	completed_at: tells(
		'completed_at',
		undefined,
		expect.stringMatching(/^2025-03-01T10:00:15(\.0+)?Z$/),
	),
	generation_time: tells('generation_time', undefined, 15),
});
