import { retryDelays } from '../../sandbox';
import { ManualClock } from '../support/manualClock';
import { imageJobStatus } from '../../contract/schemas/jobs';
import { closeAll, ok, serve, startPeer } from './support';
import axios from 'axios';

afterEach(closeAll);

const SECOND = 1000;
const image = (more: object = {}) => ({ body: { prompt: 'fox', ...more } });

describe('a sync job', () => {
	it('answers after its ETA, holding its price meanwhile', async () => {
		const clock = new ManualClock();
		const running = await serve({ clock, speed: 1, balanceUsd: '1' });
		const answer = ok(running, 'generateImage', image());
		await clock.untilPending();
		expect(await ok(running, 'getBalance')).toMatchObject({
			balance_nanos: 1e9,
			held_nanos: 1e8,
			available_nanos: 9e8,
		});
		await clock.advance(15 * SECOND);
		expect(await answer).toMatchObject({
			status: 'completed',
			generation_time: 15,
			model: 'model-dev',
			cost_nanos: 1e8,
		});
		expect(await ok(running, 'getBalance')).toMatchObject({
			balance_usd: 0.9,
			held_nanos: 0,
			daily_spend_nanos: 1e8,
		});
	});
});

describe('an async job', () => {
	it('has its file once it has ended, and is delivered as it is told then, without the key', async () => {
		const clock = new ManualClock();
		const [running, peer] = [await serve({ clock, speed: 1 }), await startPeer()];
		const { job_id } = await ok(running, 'generateImage', image({ callback_url: peer.url }));
		const media = `${running.url}/media/${job_id}.png`;
		await expect(axios.get(media)).rejects.toMatchObject({ response: { status: 404 } });
		await clock.advance(15 * SECOND);
		await peer.receivedCount(1);
		const ended = await ok(running, 'getImageJob', { params: { job_id } });
		expect(ended.image_url).toBe(media);
		expect(peer.received[0]?.body).toEqual(ended);
		expect(JSON.stringify(peer.received)).not.toContain(running.apiKey);
	});

	it.each([
		'HTTP://Example.com:80/a/../b',
		'http://127.0.0.1:9',
		'https://example.com/ä?x=%7e#part',
	])('echoes %s as it came', async (callback_url) => {
		expect(
			await ok(await serve({ clock: new ManualClock() }), 'generateImage', image({ callback_url })),
		).toMatchObject({ webhook_url: callback_url });
	});

	it('runs faster when the sandbox does', async () => {
		const clock = new ManualClock();
		const running = await serve({ clock, speed: 10 });
		const { job_id } = await ok(
			running,
			'generateImage',
			image({ callback_url: 'http://127.0.0.1:9' }),
		);
		await clock.advance(1499);
		expect((await ok(running, 'getImageJob', { params: { job_id } })).status).toBe('processing');
		await clock.advance(1);
		expect((await ok(running, 'getImageJob', { params: { job_id } })).status).toBe('completed');
	});

	it('that fails says so, is delivered, and costs nothing', async () => {
		const [running, peer] = [await serve(), await startPeer()];
		const { job_id } = await ok(
			running,
			'generateImage',
			image({ prompt: '[fail]', callback_url: peer.url }),
		);
		await peer.receivedCount(1);
		const ended = await ok(running, 'getImageJob', { params: { job_id } });
		expect(ended).toMatchObject({ status: 'failed', error: { code: 'generation_failed' } });
		expect(ended.image_url).toBeUndefined();
		expect(imageJobStatus.parse(peer.received[0]!.body)).toEqual(ended);
		expect(await ok(running, 'getBalance')).toMatchObject({
			available_nanos: 100e9,
			held_nanos: 0,
		});
	});

	it('can be stuck or slow', async () => {
		const clock = new ManualClock();
		const running = await serve({ clock, speed: 1 });
		const submit = async (prompt: string) =>
			(await ok(running, 'generateImage', image({ prompt, callback_url: 'http://127.0.0.1:9' })))
				.job_id;
		const [stuck, slow] = [await submit('[stuck]'), await submit('[slow]')];
		const status = async (job_id: string) =>
			(await ok(running, 'getImageJob', { params: { job_id } })).status;
		await clock.advance(149 * SECOND);
		expect([await status(stuck), await status(slow)]).toEqual(['processing', 'processing']);
		await clock.advance(SECOND);
		expect([await status(stuck), await status(slow)]).toEqual(['processing', 'completed']);
		await clock.advance(1e6 * SECOND);
		expect(await status(stuck)).toBe('processing');
	});
});

describe('a delivery', () => {
	it('is tried again with growing delays until it is taken', async () => {
		const clock = new ManualClock();
		const [running, peer] = [await serve({ clock, speed: 1 }), await startPeer()];
		peer.answers = [500, 302, 204];
		await ok(running, 'generateImage', image({ callback_url: `${peer.url}/cb` }));
		await clock.advance(15 * SECOND);
		await running.sandbox.settled();
		expect(peer.received).toHaveLength(1);
		for (const [index, delay] of retryDelays.slice(0, 2).entries()) {
			await clock.advance(delay - 1);
			expect(peer.received).toHaveLength(index + 1);
			await clock.advance(1);
			await running.sandbox.settled();
			expect(peer.received).toHaveLength(index + 2);
		}
		expect(clock.pending).toBe(0);
		expect(new Set(peer.received.map(({ body }) => JSON.stringify(body))).size).toBe(1);
	});

	it('is given up in the end', async () => {
		const clock = new ManualClock();
		const running = await serve({ clock, speed: 1 });
		const { job_id } = await ok(
			running,
			'generateImage',
			image({ callback_url: 'http://127.0.0.1:9/nobody' }),
		);
		for (const delay of [15 * SECOND, ...retryDelays]) {
			await clock.advance(delay);
			await running.sandbox.settled();
		}
		expect(clock.pending).toBe(0);
		expect(running.sandbox.state.jobs.get(job_id)!.delivery).toMatchObject({
			outcome: 'given up',
			attempts: retryDelays.length + 1,
		});
		expect((await ok(running, 'getImageJob', { params: { job_id } })).status).toBe('completed');
	});
});
