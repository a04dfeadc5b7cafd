import sharp from 'sharp';
import type { RunningSandbox } from '../../sandbox';
import { closeAll, colouredPng, download, ok, refused, refuses, serve, startPeer } from './support';
import axios from 'axios';

afterEach(closeAll);

async function picture(running: RunningSandbox, body: object) {
	const { url } = await ok(running, 'generateImage', { body: { prompt: 'A red fox', ...body } });
	const { content, type } = await download(url);
	const { width, height, format } = await sharp(content).metadata();
	return { content, type, size: `${width}x${height}`, format };
}

describe('a generated picture', () => {
	it.each([
		['the largest size', { image_width: 2048, image_height: 2048 }, '2048x2048'],
		["a model's own default", { model: 'sandbox-image-1536' }, '1024x1536'],
		['a resolution', { model: 'sandbox-image-resolution', resolution: '2k' }, '2048x2048'],
		[
			'a resolution and shape',
			{
				model: 'sandbox-image-resolution',
				resolution: '4k',
				additional_settings: { aspect_ratio: '16:9' },
			},
			'5464x3072',
		],
		[
			'a shape',
			{ model: 'sandbox-image-wide', additional_settings: { aspect_ratio: '1:8' } },
			'360x2896',
		],
		[
			'its own size where the model chooses',
			{ model: 'realism', image_width: 300, image_height: 777 },
			'1024x1024',
		],
	])('has %s', async (_, body, size) => {
		expect(await picture(await serve(), body)).toMatchObject({
			size,
			format: 'png',
			type: 'image/png',
		});
	});

	it('is another for another prompt', async () => {
		const running = await serve();
		const seeded = { additional_settings: { seed: 5 } };
		const [fox, other] = [
			await picture(running, seeded),
			await picture(running, { prompt: 'A blue fox', ...seeded }),
		];
		expect(fox.content.equals(other.content)).toBe(false);
	});

	it('shows the prompt in light letters', async () => {
		const running = await serve();
		const [short, long] = [
			await picture(running, { prompt: 'I', additional_settings: { seed: 7 } }),
			await picture(running, { prompt: 'WWWW WWWW WWWW', additional_settings: { seed: 7 } }),
		];
		const white = async (content: Buffer) => {
			const panel = await sharp(content)
				.extract({ left: 0, top: 850, width: 1024, height: 174 })
				.toBuffer();
			return (await sharp(panel).greyscale().threshold(250).stats()).channels[0]!.mean;
		};
		expect(await white(long.content)).toBeGreaterThan((await white(short.content)) + 1);
	});

	it('is served in parts and by its head', async () => {
		const { url } = await ok(await serve(), 'generateImage', { body: { prompt: 'fox' } });
		const whole = await download(url);
		const get = async (range: string) =>
			await axios.get(url, {
				responseType: 'arraybuffer',
				headers: { range },
				validateStatus: null,
			});
		const [part, last] = [await get('bytes=10-19'), await get('bytes=-5')];
		const head = await axios.head(url);
		expect(part.status).toBe(206);
		expect(Buffer.from(part.data).equals(whole.content.subarray(10, 20))).toBe(true);
		expect(Buffer.from(last.data).equals(whole.content.subarray(-5))).toBe(true);
		expect(Number(head.headers['content-length'])).toBe(whole.content.length);
		expect((await get('bytes=99999999-')).status).toBe(416);
	});
});

describe('an edit', () => {
	const colours = ['#ff0000', '#00ff00', '#0000ff'];

	it('shows every reference in the shape of the first', async () => {
		const [running, peer] = [await serve(), await startPeer()];
		for (const colour of colours)
			peer.files.set(`/${colour.slice(1)}.png`, { content: await colouredPng(300, 200, colour) });
		const image_urls = colours.map((colour) => `${peer.url}/${colour.slice(1)}.png`);
		const { url } = await ok(running, 'editImage', {
			body: { prompt: 'make it blue', image_urls },
		});
		const { data, info } = await sharp((await download(url)).content)
			.raw()
			.toBuffer({ resolveWithObject: true });
		expect(info.width / info.height).toBeCloseTo(1.5, 1);
		for (const colour of colours) {
			const wanted = [...Buffer.from(colour.slice(1), 'hex')];
			const off = (at: number) =>
				wanted.reduce((sum, part, index) => sum + Math.abs(data[at + index]! - part), 0);
			let pixels = 0;
			for (let at = 0; at < data.length; at += 3) if (off(at) < 12) pixels += 1;
			expect(pixels).toBeGreaterThan(10_000);
		}
	});

	it('takes a picture itself where its address may stand', async () => {
		const running = await serve();
		const itself = (content: Buffer) => ({
			body: {
				prompt: 'redder',
				image_urls: [`data:image/png;base64,${content.toString('base64')}`],
			},
		});
		await ok(running, 'editImage', itself(await colouredPng(50, 50, '#123456')));
		await refuses(running, 'editImage', itself(Buffer.from('no picture')), {
			status: 400,
			code: 'invalid_reference',
		});
	});

	it('names the reference that cannot be used, and costs nothing', async () => {
		const [running, peer] = [await serve(), await startPeer()];
		peer.files.set('/a.png', { content: await colouredPng(50, 50, '#123456') });
		peer.files.set('/text', { content: 'no picture' });
		peer.files.set('/loop', { status: 302, headers: { location: '/loop' }, content: '' });
		peer.files.set('/to', { status: 302, headers: { location: '/a.png' }, content: '' });
		peer.files.set('/large', { content: Buffer.alloc(26 * 1024 * 1024) });
		const edit = (bad: string) => ({
			body: { prompt: 'x', image_urls: [`${peer.url}/a.png`, bad] },
		});
		await ok(running, 'editImage', edit(`${peer.url}/to`));
		const before = await ok(running, 'getBalance');
		for (const bad of [
			`${peer.url}/gone`,
			`${peer.url}/text`,
			`${peer.url}/loop`,
			`${peer.url}/large`,
			'http://127.0.0.1:9/x',
		]) {
			const error = await refused(running, 'editImage', edit(bad));
			expect(error).toMatchObject({ status: 400, param: 'image_urls', code: 'invalid_reference' });
			expect(error.message).toContain('image_urls[1]');
		}
		expect(await ok(running, 'getBalance')).toEqual(before);
	});
});
