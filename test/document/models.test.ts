import { calledIn } from '../support/values';
import type { IDataObject } from 'n8n-workflow';
import { probe } from '../sandbox/clip';
import {
	blames,
	chargeOf,
	durationOf,
	failure,
	fileOf,
	item,
	items,
	lastBody,
	making,
	nodeBlames,
	ok,
	type Proof,
	prove,
	references,
	serve,
} from './support';

const nanos = (usd: number) => Math.round(usd * 1e9);
const knobs: Record<string, unknown> = {
	seed: 7,
	num_inference_steps: 20,
	guidance_scale: 3.5,
	output_format: 'png',
	negative_prompt: 'rain',
};

/** What the node's own list tells of a model. */
async function listed(id: string): Promise<IDataObject> {
	const all = await items(await serve(), {
		resource: 'model',
		operation: 'getMany',
		simplify: false,
	});
	return all.find((model) => model.id === id) ?? {};
}

/** A row of the image table: the knobs it lists are taken, the others are not, for this price in this time. */
function image(id: string, extra: string[], usd: number, eta: number, more?: Proof): Proof {
	return async (running) => {
		const own = Object.fromEntries(extra.map((name) => [name, knobs[name]]));
		const common = { image_width: 512, image_height: 320, quality: 'high' };
		const made = () =>
			item(
				running,
				making(
					'image.generate',
					id,
					{ ...common, ...own },
					{ options: { enable_fallback: false } },
				),
			);
		expect(
			await chargeOf(running, async () =>
				expect(await made()).toMatchObject({ status: 'completed', model: id }),
			),
		).toBe(nanos(usd));
		expect(lastBody(running)).toEqual({
			prompt: 'A red fox',
			model: id,
			...common,
			enable_fallback: false,
			additional_settings: own,
		});
		await item(running, making('image.generate', id, { resolution: '1k' }));
		expect(lastBody(running)).toMatchObject({ resolution: '1k' });
		for (const name of Object.keys(knobs).filter((each) => !extra.includes(each))) {
			expect(
				(await failure(running, making('image.generate', id, { [name]: knobs[name] }))).message,
			).toContain(calledIn(name));
			const body = { prompt: 'x', model: id, additional_settings: { [name]: knobs[name] } };
			await blames(running, 'generateImage', { body }, name);
		}
		expect(await durationOf('generateImage', { prompt: 'x', model: id })).toBe(eta);
		expect(await listed(id)).toMatchObject({
			kind: 'image',
			status: 'Live',
			eta_seconds: eta,
			price_nanos_high: String(nanos(usd)),
		});
		await more?.(await serve());
	};
}

/** That a model takes dimensions but chooses the exact size itself. */
function choosesItsSize(id: string): Proof {
	return async (running) => {
		const size = async (image_width: number, image_height: number) => {
			const { job_id } = await ok(running, 'generateImage', {
				body: { prompt: 'x', model: id, image_width, image_height },
			});
			const { width, height } = running.sandbox.state.jobs.get(job_id)!.plan;
			return [width, height];
		};
		expect(await size(300, 777)).toEqual(await size(1111, 400));
	};
}

prove('Image generation models', {
	'model-dev': image(
		'model-dev',
		['seed', 'num_inference_steps', 'guidance_scale', 'output_format'],
		0.1,
		15,
		async (running) => {
			expect(await ok(running, 'generateImage', { body: { prompt: 'x' } })).toMatchObject({
				model: 'model-dev',
			});
		},
	),
	'model-pro': image(
		'model-pro',
		['seed', 'num_inference_steps', 'guidance_scale', 'output_format'],
		0.1,
		15,
	),
	'model-1.1': image('model-1.1', ['seed', 'output_format'], 0.1, 15),
	'model-1.2': image(
		'model-1.2',
		['seed', 'negative_prompt', 'num_inference_steps', 'guidance_scale'],
		0.1,
		30,
	),
	realism: image('realism', ['negative_prompt'], 0.1, 20, choosesItsSize('realism')),
	'realism-2': image('realism-2', ['negative_prompt'], 0.2, 20, choosesItsSize('realism-2')),
});

/** A row of the studio table: one to five images, for this price in this time. */
function studio(id: string, extra: string[], usd: number, eta: number): Proof {
	return async (running) => {
		const { image: url } = await references();
		const own = Object.fromEntries(extra.map((name) => [name, knobs[name]]));
		for (const count of [1, 5]) {
			const made = () =>
				item(running, making('image.edit', id, own, { image_urls: Array(count).fill(url) }));
			expect(
				await chargeOf(running, async () =>
					expect(await made()).toMatchObject({ status: 'completed', model: id }),
				),
			).toBe(nanos(usd));
			expect(lastBody(running)).toEqual({
				prompt: 'A red fox',
				model: id,
				image_urls: Array(count).fill(url),
				...own,
			});
		}
		for (const count of [0, 6]) {
			const image_urls = Array<string>(count).fill(url);
			await nodeBlames(running, making('image.edit', id, {}, { image_urls }), 'image_urls');
			await blames(
				running,
				'editImage',
				{ body: { prompt: 'x', model: id, image_urls } },
				'image_urls',
			);
		}
		for (const name of Object.keys(knobs).filter((each) => !extra.includes(each))) {
			const body = { prompt: 'x', model: id, image_urls: [url], [name]: knobs[name] };
			await blames(running, 'editImage', { body }, name);
		}
		expect(
			await durationOf('editImage', {
				prompt: 'x',
				model: id,
				image_urls: [url],
				enable_fallback: true,
			}),
		).toBe(eta);
		expect(await listed(id)).toMatchObject({
			kind: 'studio',
			status: 'Live',
			eta_seconds: eta,
			price_nanos_high: String(nanos(usd)),
		});
	};
}

prove('Image studio models', {
	standard: studio('standard', [], 0.1, 8),
	pro: studio('pro', [], 0.2, 10),
	'group-edit': studio('group-edit', ['seed'], 0.1, 20),
});

interface VideoRow {
	type: string;
	required: 'image_url' | 'video_url' | undefined;
	/** Optional parameters with the values of the row, or with some where it lists none. */
	takes: Record<string, unknown[]>;
	/** What the row lists of others, one of them outside. */
	refuses: Record<string, unknown>;
	/** US dollars, lowest and highest. */
	cost: [low: number, high: number];
	per?: 'second';
	eta: number;
	/** The codec of the sound that it always makes. */
	audio?: string;
}

const allRatios = ['1:1', '16:9', '9:16'];
const turbo = {
	seconds: [5, 8],
	resolution: ['480p', '720p'],
	aspect_ratio: allRatios,
	seed: [7],
	negative_prompt: ['rain'],
};
const framed = ['auto', '16:9', '9:16', '1:1'];
const settings = ['seed', 'negative_prompt'];
const elsewhere = 'http://127.0.0.1:9/a.png';

/** A row of the video table: what it requires, what it takes and refuses, for a price in its range, in this time. */
function video(
	id: string,
	{ type, required, takes, refuses, cost: [low, high], per, eta, audio }: VideoRow,
): Proof {
	return async () => {
		const running = await serve({ balanceUsd: '10000' });
		const sources = await references();
		const needed = required
			? { [required]: required === 'image_url' ? sources.image : sources.video }
			: {};
		const bodyOf = (name?: string, value?: unknown) => {
			const own =
				name && settings.includes(name)
					? { additional_settings: { [name]: value } }
					: name
						? { [name]: value }
						: {};
			return { prompt: 'x', model: id, ...needed, ...own };
		};
		const finish = async (body: object) => {
			const { job_id } = await ok(running, 'generateVideo', { body });
			expect(await ok(running, 'getVideoJob', { params: { job_id } })).toMatchObject({
				status: 'completed',
				model: id,
			});
		};
		const fairly = (charged: number, seconds: number) => {
			const factor = per === 'second' ? seconds : 1;
			expect(charged).toBeGreaterThanOrEqual(nanos(low * factor));
			expect(charged).toBeLessThanOrEqual(nanos(high * factor));
		};
		for (const [name, values] of Object.entries(takes)) {
			for (const value of values) {
				const body = { ...bodyOf(name, value === 'image' ? sources.image : value) };
				const seconds = 'seconds' in body ? Number(body.seconds) : 5;
				fairly(await chargeOf(running, () => finish({ seconds, ...body })), seconds);
			}
		}
		for (const [name, value] of Object.entries(refuses)) {
			await blames(running, 'generateVideo', { body: bodyOf(name, value) }, name);
			expect(
				(await failure(running, making('video.generate', id, { ...needed, [name]: value })))
					.message,
			).toContain(`${calledIn(name)} `);
		}
		for (const name of ['prompt', ...(required ? [required] : [])]) {
			await blames(running, 'generateVideo', { body: { ...bodyOf(), [name]: undefined } }, name);
		}
		if (required)
			expect((await failure(running, making('video.generate', id))).message).toContain(
				`${calledIn(required)} is required`,
			);
		expect(
			await item(running, making('video.generate', id, { ...needed, seconds: 5 })),
		).toMatchObject({ status: 'completed', model: id });
		if (audio)
			expect(
				await probe(await fileOf(running, making('video.generate', id, needed))),
			).toMatchObject({ audio });
		expect(await durationOf('generateVideo', bodyOf())).toBe(eta);
		expect(await listed(id)).toMatchObject({
			kind: 'video',
			type,
			status: 'Live',
			eta_seconds: eta,
			required: expect.arrayContaining(['prompt', ...(required ? [required] : [])]),
		});
	};
}

prove('Video models', {
	't2v-turbo': video('t2v-turbo', {
		type: 'text-to-video',
		required: undefined,
		takes: turbo,
		refuses: { seconds: 6, resolution: '1080p', image_url: elsewhere },
		cost: [0.4, 0.4],
		eta: 43,
	}),
	't2v-standard': video('t2v-standard', {
		type: 'text-to-video',
		required: undefined,
		takes: { seconds: [5], aspect_ratio: framed },
		refuses: { aspect_ratio: '21:9', resolution: '720p', seed: 7 },
		cost: [1.2, 1.2],
		eta: 63,
	}),
	'av-gen': video('av-gen', {
		type: 'image-to-video, audio included',
		required: 'image_url',
		takes: { seconds: [5, 10, 15] },
		refuses: { seconds: 8, resolution: '720p' },
		cost: [0.42, 1.25],
		eta: 34,
		audio: 'aac',
	}),
	'i2v-turbo': video('i2v-turbo', {
		type: 'image-to-video',
		required: 'image_url',
		takes: turbo,
		refuses: { seconds: 10, resolution: '580p', end_image_url: elsewhere },
		cost: [0.105, 0.115],
		eta: 39,
	}),
	'i2v-standard': video('i2v-standard', {
		type: 'image-to-video',
		required: 'image_url',
		takes: { seconds: [5], resolution: ['480p', '720p'], aspect_ratio: framed },
		refuses: { resolution: '580p', aspect_ratio: '4:3', seed: 7 },
		cost: [0.3, 0.6],
		eta: 38,
	}),
	'i2v-pro': video('i2v-pro', {
		type: 'image-to-video',
		required: 'image_url',
		takes: {
			seconds: [5, 9],
			resolution: ['480p', '580p', '720p'],
			aspect_ratio: ['16:9', '9:16', '1:1'],
			end_image_url: ['image'],
		},
		refuses: { resolution: '1080p', aspect_ratio: 'auto' },
		cost: [0.04, 0.08],
		per: 'second',
		eta: 63,
	}),
	'video-to-video': video('video-to-video', {
		type: 'video-to-video',
		required: 'video_url',
		takes: { seconds: [5, 9], resolution: ['240p', '360p', '480p', '580p', '720p'] },
		refuses: { resolution: '540p', aspect_ratio: '16:9' },
		cost: [0.04, 0.08],
		per: 'second',
		eta: 175,
	}),
	'ultimate-video-upscaler': video('ultimate-video-upscaler', {
		type: 'video-to-video',
		required: 'video_url',
		takes: { seconds: [2, 30], resolution: ['720p', '1080p', '2k', '4k'] },
		refuses: { seconds: 31, resolution: '480p' },
		cost: [0.016, 0.064],
		per: 'second',
		eta: 90,
	}),
	'video-watermark-remover': video('video-watermark-remover', {
		type: 'video-to-video',
		required: 'video_url',
		takes: { seconds: [2, 30] },
		refuses: { seconds: 31, resolution: '720p' },
		cost: [0.008, 0.008],
		per: 'second',
		eta: 90,
	}),
});
