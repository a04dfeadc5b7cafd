import { catalog, findModel, type ModelKind } from '../../contract/catalog';
import { priceLabel } from '../../contract/catalog/price';
import { rulesOf } from '../../contract/catalog/rules';
import { calledIn } from '../support/values';
import { probe } from '../sandbox/clip';
import { isBeyond } from './proofs';
import { rows } from './rows';
import {
	blames,
	chargeOf,
	completes,
	durationOf,
	failure,
	fileOf,
	item,
	lastBody,
	making,
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

/** What a row of the model tables says beside how the model behaves. */
interface Listed {
	required: string[];
	optional: string[];
	price: string;
	eta: number;
	type?: string;
}

/** That the catalog has a model as the document lists it. */
function isListed(kind: ModelKind, id: string, { required, optional, price, eta, type }: Listed) {
	const model = findModel(kind, id);
	if (!model) throw new Error('not in the catalog');
	const named = (needed: boolean) =>
		rulesOf(model)
			.filter((rule) => rule.required === needed)
			.map(({ name }) => name)
			.sort();
	expect([named(true), named(false)]).toEqual([[...required].sort(), [...optional].sort()]);
	expect([priceLabel(model), model.etaSeconds, model.type]).toEqual([price, eta, type]);
}

test('the catalog holds no other models', () => {
	expect(catalog.map(({ id }) => id)).toEqual([
		...rows['Image generation models'],
		...rows['Image studio models'],
		...rows['Video models'],
	]);
});

const common = ['image_width', 'image_height', 'resolution', 'quality'];
const tuned = ['seed', 'num_inference_steps', 'guidance_scale'];
const dollars = (usd: number) => `$${usd.toFixed(2)}`;

/** A row of the image table: the knobs it lists are taken, the others are not, for this price in this time. */
function image(id: string, extra: string[], usd: number, eta: number, more?: Proof): Proof {
	return async (running) => {
		const own = Object.fromEntries(extra.map((name) => [name, knobs[name]]));
		const sizes = { image_width: 512, image_height: 320, quality: 'high' };
		const made = making(
			'image.generate',
			id,
			{ ...sizes, ...own },
			{ options: { enable_fallback: false } },
		);
		expect(await chargeOf(running, () => completes(running, made))).toBe(nanos(usd));
		expect(lastBody(running)).toEqual({
			prompt: 'A red fox',
			model: id,
			...sizes,
			enable_fallback: false,
			additional_settings: own,
		});
		await item(running, making('image.generate', id, { resolution: '1k' }));
		expect(lastBody(running)).toMatchObject({ resolution: '1k' });
		for (const name of Object.keys(knobs).filter((each) => !extra.includes(each))) {
			const knob = { [name]: knobs[name] };
			expect((await failure(running, making('image.generate', id, knob))).message).toContain(
				calledIn(name),
			);
			const body = { prompt: 'x', model: id, additional_settings: knob };
			await blames(running, 'generateImage', { body }, name);
		}
		expect(await durationOf('generateImage', { prompt: 'x', model: id })).toBe(eta);
		isListed('image', id, {
			required: ['prompt'],
			optional: [...common, ...extra],
			price: dollars(usd),
			eta,
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
	'model-dev': image('model-dev', [...tuned, 'output_format'], 0.1, 15, async (running) => {
		expect(await ok(running, 'generateImage', { body: { prompt: 'x' } })).toMatchObject({
			model: 'model-dev',
		});
	}),
	'model-pro': image('model-pro', [...tuned, 'output_format'], 0.1, 15),
	'model-1.1': image('model-1.1', ['seed', 'output_format'], 0.1, 15),
	'model-1.2': image('model-1.2', [...tuned, 'negative_prompt'], 0.1, 30),
	realism: image('realism', ['negative_prompt'], 0.1, 20, choosesItsSize('realism')),
	'realism-2': image('realism-2', ['negative_prompt'], 0.2, 20, choosesItsSize('realism-2')),
});

/** A row of the studio table: one to five images, for this price in this time. */
function studio(id: string, extra: string[], usd: number, eta: number): Proof {
	return async (running) => {
		const { image: url } = await references();
		const own = Object.fromEntries(extra.map((name) => [name, knobs[name]]));
		for (const count of [1, 5]) {
			const image_urls = Array<string>(count).fill(url);
			const made = making('image.edit', id, own, { image_urls });
			expect(await chargeOf(running, () => completes(running, made))).toBe(nanos(usd));
			expect(lastBody(running)).toEqual({ prompt: 'A red fox', model: id, image_urls, ...own });
		}
		for (const count of [0, 6]) {
			const image_urls = Array<string>(count).fill(url);
			const body = { prompt: 'x', model: id, image_urls };
			await isBeyond(running, making('image.edit', id, {}, { image_urls }), 'image_urls', [
				'editImage',
				body,
			]);
		}
		const body = { prompt: 'x', model: id, image_urls: [url] };
		for (const name of Object.keys(knobs).filter((each) => !extra.includes(each)))
			await blames(running, 'editImage', { body: { ...body, [name]: knobs[name] } }, name);
		expect(await durationOf('editImage', { ...body, enable_fallback: true })).toBe(eta);
		isListed('studio', id, {
			required: ['prompt', 'image_urls'],
			optional: extra,
			price: dollars(usd),
			eta,
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
	/** As the row words it: one amount, or the lowest and the highest, in US dollars. */
	price: string;
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
function video(id: string, { type, required, takes, refuses, price, eta, audio }: VideoRow): Proof {
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
			const [low = 0, high = low] = price.match(/\d+\.\d+/g)?.map(Number) ?? [];
			const factor = nanos(price.endsWith('per second') ? seconds : 1);
			// What is worded as about an amount is so to a cent.
			const near = price.startsWith('about') ? nanos(0.005) : 0;
			expect(charged).toBeGreaterThanOrEqual(Math.round(low * factor) - near);
			expect(charged).toBeLessThanOrEqual(Math.round(high * factor) + near);
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
		isListed('video', id, {
			required: ['prompt', ...Object.keys(needed)],
			optional: Object.keys(takes),
			price,
			eta,
			type,
		});
	};
}

prove('Video models', {
	't2v-turbo': video('t2v-turbo', {
		type: 'text-to-video',
		required: undefined,
		takes: turbo,
		refuses: { seconds: 6, resolution: '1080p', image_url: elsewhere },
		price: '$0.40',
		eta: 43,
	}),
	't2v-standard': video('t2v-standard', {
		type: 'text-to-video',
		required: undefined,
		takes: { seconds: [5], aspect_ratio: framed },
		refuses: { aspect_ratio: '21:9', resolution: '720p', seed: 7 },
		price: '$1.20',
		eta: 63,
	}),
	'av-gen': video('av-gen', {
		type: 'image-to-video, audio included',
		required: 'image_url',
		takes: { seconds: [5, 10, 15] },
		refuses: { seconds: 8, resolution: '720p' },
		price: '$0.42–$1.25',
		eta: 34,
		audio: 'aac',
	}),
	'i2v-turbo': video('i2v-turbo', {
		type: 'image-to-video',
		required: 'image_url',
		takes: turbo,
		refuses: { seconds: 10, resolution: '580p', end_image_url: elsewhere },
		price: 'about $0.11',
		eta: 39,
	}),
	'i2v-standard': video('i2v-standard', {
		type: 'image-to-video',
		required: 'image_url',
		takes: { seconds: [5], resolution: ['480p', '720p'], aspect_ratio: framed },
		refuses: { resolution: '580p', aspect_ratio: '4:3', seed: 7 },
		price: '$0.30–$0.60',
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
		price: '$0.04–$0.08 per second',
		eta: 63,
	}),
	'video-to-video': video('video-to-video', {
		type: 'video-to-video',
		required: 'video_url',
		takes: { seconds: [5, 9], resolution: ['240p', '360p', '480p', '580p', '720p'] },
		refuses: { resolution: '540p', aspect_ratio: '16:9' },
		price: '$0.04–$0.08 per second',
		eta: 175,
	}),
	'ultimate-video-upscaler': video('ultimate-video-upscaler', {
		type: 'video-to-video',
		required: 'video_url',
		takes: { seconds: [2, 30], resolution: ['720p', '1080p', '2k', '4k'] },
		refuses: { seconds: 31, resolution: '480p' },
		price: '$0.016–$0.064 per second',
		eta: 90,
	}),
	'video-watermark-remover': video('video-watermark-remover', {
		type: 'video-to-video',
		required: 'video_url',
		takes: { seconds: [2, 30] },
		refuses: { seconds: 31, resolution: '720p' },
		price: '$0.008 per second',
		eta: 90,
	}),
});
