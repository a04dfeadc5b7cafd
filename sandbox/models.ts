import {
	catalog,
	type ModelKind,
	type Price,
	type PricedModel,
	type Rate,
} from '../contract/catalog';
import { valueSets } from '../contract/parameters';

type Own = Pick<PricedModel, 'accepts'> & Partial<PricedModel>;

const rated = (...rates: Rate[]): Price => ({ per: 'request', rates });
const flat = (usd: string): Price => rated({ usd });
const perSecond = (usd: Rate['usd']): Price => ({ per: 'second', rates: [{ usd }] });

/** A model that is Live and costs ten cents, as far as nothing else is said. */
const standIn =
	(kind: ModelKind, more: Partial<PricedModel> = {}) =>
	(id: string, own: Own): PricedModel => ({
		id: `sandbox-${id}`,
		kind,
		status: 'Live',
		price: flat('0.10'),
		etaSeconds: 10,
		...more,
		...own,
	});
const image = standIn('image');
const edit = standIn('studio');
const video = (type: string, id: string, own: Own) =>
	standIn('video', { type, etaSeconds: 60 })(`video-${id}`, own);

/**
 * Stand-ins for the models that the document leaves out because of their names: each shows something that the document
 * says of them and that no listed model does.
 * @assumed the IDs, and how the described traits are spread over models
 */
const standIns: readonly PricedModel[] = [
	image('deprecated', { status: 'Deprecated', accepts: {}, etaSeconds: 15 }),
	image('image-resolution', {
		accepts: {
			resolution: { values: ['1k', '2k', '4k', '8k'] },
			aspect_ratio: { values: valueSets.aspectRatios },
			seed: {},
		},
		price: rated(
			{ when: { resolution: ['4k'] }, usd: '0.20' },
			{ when: { resolution: ['8k'] }, usd: '0.30' },
			{ usd: '0.10' },
		),
		etaSeconds: 20,
	}),
	image('image-quality', {
		accepts: { quality: { values: ['medium', 'high'], default: 'high' }, output_format: {} },
		price: rated({ when: { quality: ['medium'] }, usd: '0.10' }, { usd: '0.20' }),
		etaSeconds: 30,
	}),
	image('image-1280', {
		accepts: {
			image_width: { max: 1280 },
			image_height: { max: 1280 },
			seed: {},
			prompt_extend: {},
		},
	}),
	image('image-1536', {
		accepts: {
			image_width: { max: 1536, default: 1024 },
			image_height: { max: 1536, default: 1536 },
			seed: {},
		},
		price: flat('0.20'),
		etaSeconds: 15,
	}),
	image('image-wide', {
		accepts: { aspect_ratio: { values: valueSets.wideAspectRatios }, seed: {}, output_format: {} },
	}),
	image('image-search', {
		accepts: {
			aspect_ratio: { values: valueSets.aspectRatios },
			enable_web_search: {},
			enable_image_search: {},
		},
		price: flat('0.20'),
		etaSeconds: 20,
	}),
	edit('edit-three', { accepts: { image_urls: { maxItems: 3 } } }),
	edit('edit-first', { accepts: {}, etaSeconds: 15, usesFirst: 'image_urls' }),
	edit('edit-resolution', {
		accepts: {
			resolution: { values: ['0.5k', '1k', '2k', '4k'] },
			aspect_ratio: { values: valueSets.aspectRatios },
		},
		price: rated({ when: { resolution: ['4k'] }, usd: '0.20' }, { usd: '0.10' }),
		etaSeconds: 20,
	}),
	edit('edit-quality', {
		accepts: { quality: {}, resolution: { values: ['1k', '2k'] } },
		price: rated(
			{ when: { quality: ['low', 'medium'] }, usd: '0.10' },
			{ when: { quality: ['high'], resolution: ['1k'] }, usd: '0.30' },
			{ when: { quality: ['high'], resolution: ['2k'] }, usd: '0.40' },
		),
		etaSeconds: 25,
	}),
	edit('edit-sequential', { accepts: { max_images: {}, seed: {} }, etaSeconds: 25 }),
	edit('edit-webp', {
		accepts: { output_format: {}, negative_prompt: {}, seed: {} },
		etaSeconds: 8,
	}),
	video('text-to-video', 'audio', {
		accepts: {
			seconds: { values: [4, 8, 12] },
			resolution: { values: ['720p', '1080p'] },
			aspect_ratio: { values: ['16:9', '9:16'] },
			generate_audio: {},
		},
		price: perSecond(['0.10', '0.15']),
	}),
	video('text-to-video', 'native-audio', {
		accepts: {
			seconds: { min: 2, max: 15 },
			resolution: { values: ['480p', '540p', '720p'] },
			audio: {},
			audio_url: {},
			prompt_extend: {},
		},
		price: perSecond(['0.05', '0.10']),
		includesAudio: true,
	}),
	video('image-to-video', 'frames', {
		required: ['image_url'],
		accepts: {
			image_url: {},
			end_image_url: {},
			seconds: { values: [6, 10] },
			resolution: { values: ['360p', '720p'] },
			seed: {},
		},
		price: flat('0.50'),
	}),
	video('text-to-video', 'references', {
		accepts: {
			images: {},
			seconds: { min: 4, max: 12 },
			aspect_ratio: { values: ['16:9', '9:16', '1:1', '2:3', '3:2'] },
		},
		price: perSecond('0.12'),
	}),
	video('smart-routed video', 'routed', {
		accepts: {
			image_url: {},
			seconds: { min: 3, max: 15 },
			aspect_ratio: { values: ['auto', '16:9', '9:16', '1:1'] },
			generate_audio: {},
		},
		price: flat('0.90'),
		etaSeconds: 120,
	}),
	video('video extend', 'extend', {
		required: ['video_url'],
		accepts: { video_url: {}, seconds: { min: 1, max: 8 } },
		continues: 'video_url',
		price: perSecond('0.10'),
		etaSeconds: 190,
	}),
	video('video edit', 'edit', {
		required: ['video_url'],
		accepts: { video_url: {}, images: {}, resolution: { values: ['720p', '1080p'] } },
		price: flat('1.80'),
		etaSeconds: 20,
	}),
];

/** Every media model that the sandbox serves unless it is given others: the listed ones and the stand-ins. */
export const mediaModels: readonly PricedModel[] = [...catalog, ...standIns];

/** A chat model; prices in US dollars per token, as decimal text. */
export interface ChatModel {
	readonly id: string;
	readonly status: 'Live' | 'Deprecated';
	readonly promptUsd: string;
	readonly completionUsd: string;
	readonly etaSeconds: number;
}

/** Stand-ins for the chat models, none of which the document names. @assumed IDs and prices */
export const chatModels: readonly ChatModel[] = [
	{
		id: 'sandbox-chat-small',
		status: 'Live',
		promptUsd: '0.0000002',
		completionUsd: '0.0000008',
		etaSeconds: 1,
	},
	{
		id: 'sandbox-chat-large',
		status: 'Live',
		promptUsd: '0.000003',
		completionUsd: '0.000015',
		etaSeconds: 2,
	},
];

/** What the sandbox serves. */
export interface ServedModels {
	media: readonly PricedModel[];
	chat: readonly ChatModel[];
}

/** The models of a sandbox that is told nothing else. */
export const servedModels: ServedModels = { media: mediaModels, chat: chatModels };
