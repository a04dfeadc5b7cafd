import sharp from 'sharp';
import { type RunningSandbox } from '../../sandbox';
import { ManualClock } from '../support/manualClock';
import { clip, frameAt, probe } from './clip';
import {
	closeAll,
	colouredPng,
	download,
	ok,
	type Peer,
	refuses,
	serve,
	startPeer,
} from './support';

let running: RunningSandbox;
let peer: Peer;
beforeAll(async () => {
	running = await serve({ balanceUsd: '1000' });
	peer = await startPeer();
	peer.files.set('/red.png', { content: await colouredPng(400, 300, '#ff0000') });
	peer.files.set('/blue.png', { content: await colouredPng(300, 300, '#0000ff') });
	peer.files.set('/clip.mp4', { content: await clip({ seconds: 2, size: '320x180' }) });
	peer.files.set('/loud.mp4', {
		content: await clip({ seconds: 3, size: '180x320', sound: true }),
	});
	peer.files.set('/text', { content: 'no video' });
	peer.files.set('/list', { content: "ffconcat version 1.0\nfile '/etc/hostname'\n" });
	peer.files.set('/playlist', { content: '#EXTM3U\n#EXTINF:1,\n/etc/hostname\n#EXT-X-ENDLIST\n' });
});
afterAll(closeAll);

async function film(body: object) {
	const { job_id } = await ok(running, 'generateVideo', { body: { prompt: 'A red fox', ...body } });
	const job = await ok(running, 'getVideoJob', { params: { job_id } });
	expect(job.status).toBe('completed');
	const { content, type } = await download(job.video_url);
	expect(type).toBe('video/mp4');
	return { content, ...(await probe(content)) };
}

async function colourAt(content: Buffer, seconds: number): Promise<number[]> {
	const { channels } = await sharp(await frameAt(content, seconds)).stats();
	return channels.slice(0, 3).map(({ mean }) => Math.round(mean / 25.5));
}

describe('a video from text', () => {
	it('has the default length and size, and no sound', async () => {
		expect(await film({})).toMatchObject({
			width: 1280,
			height: 720,
			seconds: 5,
			video: 'h264',
			audio: undefined,
		});
	});

	it('has the length, resolution and shape that are asked for', async () => {
		const made = await film({ seconds: 8, resolution: '480p', aspect_ratio: '9:16' });
		expect(made).toMatchObject({ width: 480, height: 854, seconds: 8 });
	});

	it('lasts a minute at most, whatever is asked for', async () => {
		const { job_id } = await ok(running, 'generateVideo', {
			body: { prompt: 'x', model: 't2v-standard', seconds: 1_000_000 },
		});
		expect(running.sandbox.state.jobs.get(job_id)?.plan).toMatchObject({ seconds: 60 });
	});

	it('shows reference pictures', async () => {
		const body = {
			model: 'sandbox-video-references',
			seconds: 4,
			additional_settings: { images: [`${peer.url}/red.png`, `${peer.url}/blue.png`] },
		};
		expect(await film(body)).toMatchObject({ seconds: 4 });
	});
});

describe('a video from a picture', () => {
	it('begins with it and takes its shape', async () => {
		const made = await film({
			model: 'i2v-standard',
			image_url: `${peer.url}/red.png`,
			resolution: '480p',
			aspect_ratio: 'auto',
		});
		expect(made).toMatchObject({ width: 640, height: 480, seconds: 5 });
		expect(await colourAt(made.content, 0)).toEqual([10, 0, 0]);
	});

	it('ends with the last frame that is given', async () => {
		const made = await film({
			model: 'i2v-pro',
			image_url: `${peer.url}/red.png`,
			end_image_url: `${peer.url}/blue.png`,
			seconds: 3,
			resolution: '480p',
		});
		expect(await colourAt(made.content, 0)).toEqual([10, 0, 0]);
		expect(await colourAt(made.content, 2.85)).toEqual([0, 0, 10]);
	});
});

describe('a video from a video', () => {
	it('reworks the clip for as long as asked', async () => {
		const made = await film({
			model: 'video-to-video',
			video_url: `${peer.url}/clip.mp4`,
			seconds: 3,
			resolution: '240p',
		});
		expect(made).toMatchObject({ width: 426, height: 240, seconds: 3, audio: undefined });
	});

	it.each([
		['ultimate-video-upscaler', { resolution: '1080p' }, { width: 1080, height: 1920 }],
		['video-watermark-remover', {}, { width: 180, height: 320 }],
	])('%s follows the clip', async (model, more, size) => {
		const made = await film({ model, video_url: `${peer.url}/loud.mp4`, seconds: 30, ...more });
		expect(made).toMatchObject({ ...size, audio: 'aac' });
		expect(made.seconds).toBeCloseTo(3, 0);
	});

	it('extends the clip', async () => {
		const made = await film({
			model: 'sandbox-video-extend',
			video_url: `${peer.url}/clip.mp4`,
			seconds: 2,
		});
		expect(made).toMatchObject({ width: 320, height: 180 });
		expect(made.seconds).toBeCloseTo(4, 0);
	});

	it('edits the clip', async () => {
		expect(
			(await film({ model: 'sandbox-video-edit', video_url: `${peer.url}/loud.mp4` })).seconds,
		).toBeCloseTo(3, 0);
	});
});

describe('a reference that cannot be used', () => {
	it.each([
		['video_url', { model: 'video-to-video', video_url: '/text' }],
		['video_url', { model: 'video-to-video', video_url: '/red.png' }],
		['video_url', { model: 'video-to-video', video_url: '/gone' }],
		['video_url', { model: 'video-to-video', video_url: '/list' }],
		['video_url', { model: 'video-to-video', video_url: '/playlist' }],
		['image_url', { model: 'i2v-turbo', image_url: '/clip.mp4' }],
		[
			'audio_url',
			{ model: 'sandbox-video-native-audio', additional_settings: { audio_url: '/clip.mp4' } },
		],
		[
			'images',
			{ model: 'sandbox-video-references', additional_settings: { images: ['/red.png', '/gone'] } },
		],
	])('is refused as %s', async (param, body) => {
		const absolute = JSON.parse(JSON.stringify(body).replaceAll('"/', `"${peer.url}/`));
		await refuses(
			running,
			'generateVideo',
			{ body: { prompt: 'x', ...absolute } },
			{ status: 400, param, code: 'invalid_reference' },
		);
	});
});

it('is charged when the video is done, and delivered', async () => {
	const clock = new ManualClock();
	const slow = await serve({ clock, speed: 1 });
	await ok(slow, 'generateVideo', {
		body: { prompt: 'fox', seconds: 5, callback_url: `${peer.url}/cb` },
	});
	expect(await ok(slow, 'getBalance')).toMatchObject({
		held_usd: 0.4,
		balance_usd: 100,
		available_usd: 99.6,
	});
	await clock.advance(43_000);
	expect(await ok(slow, 'getBalance')).toMatchObject({ held_usd: 0, balance_usd: 99.6 });
	await peer.receivedCount(1);
	expect(peer.received[0]!.body).toMatchObject({
		status: 'completed',
		video_url: expect.stringMatching(/\.mp4$/),
	});
});
