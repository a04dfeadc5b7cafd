import sharp from 'sharp';
import { probe } from '../sandbox/clip';
import { maxImages } from './proofs';
import {
	blames,
	chargeOf,
	completes,
	fileOf,
	item,
	lastBody,
	making,
	nodeBlames,
	ok,
	prove,
	references,
	refuses,
	serve,
} from './support';

const ratios = ['1:1', '3:2', '2:3', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];
const wideRatios = ['1:4', '4:1', '1:8', '8:1'];

/** That a picture model takes settings, which the node sends in `additional_settings`. */
async function settingsTravel(model: string, settings: Record<string, unknown>): Promise<void> {
	const running = await serve();
	expect(await item(running, making('image.generate', model, settings))).toMatchObject({
		status: 'completed',
	});
	expect(lastBody(running)).toEqual({ prompt: 'A red fox', model, additional_settings: settings });
	for (const [name, value] of Object.entries(settings)) {
		await blames(running, 'generateImage', { body: { prompt: 'x', model, [name]: value } }, name);
	}
}

/** A video made through the node, as what it is. */
async function film(model: string, values: object) {
	return await probe(await fileOf(await serve(), making('video.generate', model, values)));
}

type Endpoint = 'generateImage' | 'editImage' | 'generateVideo';

/** That of all these values a model of the API takes some; refusals name the parameter. */
async function takes(
	name: string,
	all: readonly unknown[],
	taken: readonly unknown[],
	[endpoint, model, needed = {}]: readonly [Endpoint, model: string, needed?: object],
): Promise<void> {
	const running = await serve();
	for (const value of all) {
		const body = { prompt: 'x', model, ...needed, [name]: value };
		if (taken.includes(value)) await ok(running, endpoint, { body });
		else await blames(running, endpoint, { body }, name);
	}
}

/** That the node refuses a value for a model. */
async function nodeRefuses(model: string, values: object): Promise<void> {
	const path = model.startsWith('t2v') ? 'video.generate' : 'image.generate';
	await nodeBlames(await serve(), making(path, model, values), Object.keys(values)[0] ?? '');
}

prove('Parameter vocabulary', {
	seed: async () => {
		await settingsTravel('model-dev', { seed: 7 });
		const running = await serve();
		const picture = (seed: number) =>
			fileOf(
				running,
				making('image.generate', 'model-dev', { seed, image_width: 256, image_height: 256 }),
			);
		expect((await picture(7)).equals(await picture(7))).toBe(true);
		expect((await picture(7)).equals(await picture(8))).toBe(false);
	},
	'num_inference_steps, guidance_scale': () =>
		settingsTravel('model-1.2', { num_inference_steps: 30, guidance_scale: 3.5 }),
	output_format: async () => {
		await settingsTravel('model-dev', { output_format: 'jpeg' });
		const running = await serve();
		const { image } = await references();
		for (const output_format of ['png', 'jpeg', 'webp']) {
			const edit = making(
				'image.edit',
				'sandbox-edit-webp',
				{ output_format },
				{ image_urls: [image] },
			);
			expect((await sharp(await fileOf(running, edit)).metadata()).format).toBe(output_format);
		}
		for (const model of ['standard', 'pro', 'group-edit']) {
			const body = { prompt: 'x', model, image_urls: [image], output_format: 'webp' };
			await blames(running, 'editImage', { body }, 'output_format');
		}
		await nodeRefuses('model-dev', { output_format: 'gif' });
	},
	'negative_prompt, prompt_extend': async () => {
		await settingsTravel('model-1.2', { negative_prompt: 'rain' });
		await settingsTravel('sandbox-image-1280', { prompt_extend: true });
	},
	aspect_ratio: async (running) => {
		for (const aspect_ratio of [...ratios, ...wideRatios]) {
			const { width, height } = await sharp(
				await fileOf(running, making('image.generate', 'sandbox-image-wide', { aspect_ratio })),
			).metadata();
			const [across = 1, down = 1] = aspect_ratio.split(':').map(Number);
			expect([aspect_ratio, width / height / (across / down)]).toEqual([
				aspect_ratio,
				expect.closeTo(1, 1),
			]);
		}
		const settings = (aspect_ratio: string) => ({
			prompt: 'x',
			model: 'sandbox-image-search',
			additional_settings: { aspect_ratio },
		});
		for (const each of ratios) await ok(running, 'generateImage', { body: settings(each) });
		for (const each of wideRatios)
			await refuses(running, 'generateImage', { body: settings(each) }, { param: 'aspect_ratio' });
		await nodeRefuses('sandbox-image-wide', { aspect_ratio: '7:3' });
		const { image } = await references();
		const some = ['auto', '2:3', '3:2'];
		const framed = ['generateVideo', 'i2v-standard', { image_url: image }] as const;
		await takes('aspect_ratio', some, ['auto'], framed);
		const referring = ['generateVideo', 'sandbox-video-references'] as const;
		await takes('aspect_ratio', some, ['2:3', '3:2'], referring);
	},
	'resolution (images)': async () => {
		const all = ['0.5k', '1k', '2k', '4k', '8k', '16k'];
		const image_urls = [(await references()).image];
		const made = ['generateImage', 'sandbox-image-resolution'] as const;
		await takes('resolution', all, ['1k', '2k', '4k', '8k'], made);
		const edited = ['editImage', 'sandbox-edit-resolution', { image_urls }] as const;
		await takes('resolution', all, ['0.5k', '1k', '2k', '4k'], edited);
		await nodeRefuses('model-dev', { resolution: '16k' });
	},
	'resolution (video)': async () => {
		const all = ['240p', '360p', '480p', '540p', '580p', '720p', '1080p', '2k', '4k'];
		const { image, video } = await references();
		const taken = {
			'video-to-video': ['240p', '360p', '480p', '580p', '720p'],
			'sandbox-video-native-audio': ['480p', '540p', '720p'],
			'sandbox-video-frames': ['360p', '720p'],
			'ultimate-video-upscaler': ['720p', '1080p', '2k', '4k'],
		};
		const needed: Record<string, object> = {
			'sandbox-video-frames': { image_url: image },
			'video-to-video': { video_url: video },
			'ultimate-video-upscaler': { video_url: video },
		};
		for (const [model, values] of Object.entries(taken))
			await takes('resolution', all, values, ['generateVideo', model, needed[model]]);
		expect(new Set(Object.values(taken).flat())).toEqual(new Set(all));
		await nodeRefuses('t2v-turbo', { resolution: '8k' });
		expect(
			await film('t2v-turbo', { resolution: '480p', seconds: 5, aspect_ratio: '1:1' }),
		).toMatchObject({ width: 480, height: 480 });
	},
	quality: async () => {
		const all = ['low', 'medium', 'high', 'best'];
		const image_urls = [(await references()).image];
		const edited = ['editImage', 'sandbox-edit-quality', { image_urls }] as const;
		for (const each of [edited, ['generateImage', 'model-dev'] as const])
			await takes('quality', all, all.slice(0, 3), each);
		await nodeRefuses('model-dev', { quality: 'best' });
	},
	'enable_web_search, enable_image_search': async () => {
		await settingsTravel('sandbox-image-search', {
			enable_web_search: true,
			enable_image_search: true,
		});
		await nodeRefuses('model-dev', { enable_web_search: true });
	},
	seconds: async () => {
		await takes('seconds', [4, 5, 6, 8, 10], [5, 8], ['generateVideo', 't2v-turbo']);
		const referring = ['generateVideo', 'sandbox-video-references'] as const;
		await takes('seconds', [3, 4, 7, 12, 13], [4, 7, 12], referring);
		await nodeRefuses('t2v-turbo', { seconds: 6 });
		expect(await film('t2v-turbo', { seconds: 8, resolution: '480p' })).toMatchObject({
			seconds: 8,
		});
	},
	'image_url, end_image_url, video_url': async (running) => {
		const { image, video } = await references();
		for (const [model, values] of Object.entries({
			'i2v-pro': { image_url: image, end_image_url: image },
			'video-to-video': { video_url: video },
		})) {
			expect(await item(running, making('video.generate', model, values))).toMatchObject({
				status: 'completed',
			});
			expect(lastBody(running)).toEqual({ prompt: 'A red fox', model, ...values });
			for (const name of Object.keys(values)) {
				const body = { prompt: 'x', model, ...values, [name]: 'http://127.0.0.1:9/gone' };
				await blames(running, 'generateVideo', { body }, name);
			}
		}
	},
	image_urls: async (running) => {
		const { image } = await references();
		await completes(running, making('image.edit', 'pro', {}, { image_urls: [image, image] }));
		expect(lastBody(running)).toMatchObject({ image_urls: [image, image] });
		const body = { prompt: 'x', model: 'pro', image_urls: [image, 'http://127.0.0.1:9/gone'] };
		await blames(running, 'editImage', { body }, 'image_urls');
	},
	max_images: maxImages,
	generate_audio: async () => {
		const model = 'sandbox-video-audio';
		const values = (generate_audio: boolean) => ({
			seconds: 4,
			resolution: '720p',
			generate_audio,
		});
		expect(await film(model, values(true))).toMatchObject({ audio: 'aac' });
		expect(await film(model, values(false))).toMatchObject({ audio: undefined });
		const running = await serve();
		const cost = (generate_audio: boolean) =>
			chargeOf(running, () =>
				item(running, making('video.generate', model, values(generate_audio))),
			);
		expect((await cost(true)) / (await cost(false))).toBeCloseTo(2, 0);
		await nodeRefuses('t2v-turbo', { generate_audio: true });
		const body = { prompt: 'x', additional_settings: { generate_audio: true } };
		await blames(running, 'generateVideo', { body }, 'generate_audio');
	},
	'audio, audio_url': async () => {
		const model = 'sandbox-video-native-audio';
		const short = { seconds: 2, resolution: '480p' };
		const { video } = await references();
		expect(await film(model, short)).toMatchObject({ audio: 'aac' });
		expect(await film(model, { ...short, audio: false })).toMatchObject({ audio: undefined });
		expect(await film(model, { ...short, audio_url: video })).toMatchObject({ audio: 'aac' });
		const running = await serve();
		const body = {
			prompt: 'x',
			model,
			additional_settings: { audio_url: 'http://127.0.0.1:9/gone' },
		};
		await blames(running, 'generateVideo', { body }, 'audio_url');
		await nodeRefuses('t2v-turbo', { audio: false });
	},
});
