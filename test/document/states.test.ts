import { imageJobStatus } from '../../contract/schemas/jobs';
import {
	answers,
	item,
	lastBody,
	making,
	ok,
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
		await refuses(running, 'generateImage', { body: picture }, { status: 402 });
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
