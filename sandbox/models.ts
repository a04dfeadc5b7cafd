import { catalog, type PricedModel, type Price } from '../contract/catalog';
import { valueSets } from '../contract/parameters';
import { chatModels, type ChatModel } from './models.chat';

export { chatModels, type ChatModel } from './models.chat';

const flat = (usd: string): Price => ({ per: 'request', rates: [{ usd }] });

/**
 * Stand-ins for the image and studio models that the document leaves out because of their names: each
 * shows something that the document says of them and that no listed model does.
 * @assumed the IDs, and how the described traits are spread over models
 */
const pictureStandIns: readonly PricedModel[] = [
	{
		id: 'sandbox-deprecated',
		kind: 'image',
		status: 'Deprecated',
		accepts: {},
		price: flat('0.10'),
		etaSeconds: 15,
	},
	{
		id: 'sandbox-image-resolution',
		kind: 'image',
		status: 'Live',
		accepts: {
			resolution: { values: ['1k', '2k', '4k', '8k'] },
			aspect_ratio: { values: valueSets.aspectRatios },
			seed: {},
		},
		price: {
			per: 'request',
			rates: [
				{ when: { resolution: ['4k'] }, usd: '0.20' },
				{ when: { resolution: ['8k'] }, usd: '0.30' },
				{ usd: '0.10' },
			],
		},
		etaSeconds: 20,
	},
	{
		id: 'sandbox-image-quality',
		kind: 'image',
		status: 'Live',
		accepts: { quality: { values: ['medium', 'high'], default: 'high' }, output_format: {} },
		price: {
			per: 'request',
			rates: [{ when: { quality: ['medium'] }, usd: '0.10' }, { usd: '0.20' }],
		},
		etaSeconds: 30,
	},
	{
		id: 'sandbox-image-1280',
		kind: 'image',
		status: 'Live',
		accepts: {
			image_width: { max: 1280 },
			image_height: { max: 1280 },
			seed: {},
			prompt_extend: {},
		},
		price: flat('0.10'),
		etaSeconds: 10,
	},
	{
		id: 'sandbox-image-1536',
		kind: 'image',
		status: 'Live',
		accepts: {
			image_width: { max: 1536, default: 1024 },
			image_height: { max: 1536, default: 1536 },
			seed: {},
		},
		price: flat('0.20'),
		etaSeconds: 15,
	},
	{
		id: 'sandbox-image-wide',
		kind: 'image',
		status: 'Live',
		accepts: { aspect_ratio: { values: valueSets.wideAspectRatios }, seed: {}, output_format: {} },
		price: flat('0.10'),
		etaSeconds: 10,
	},
	{
		id: 'sandbox-image-search',
		kind: 'image',
		status: 'Live',
		accepts: {
			aspect_ratio: { values: valueSets.aspectRatios },
			enable_web_search: {},
			enable_image_search: {},
		},
		price: flat('0.20'),
		etaSeconds: 20,
	},
	{
		id: 'sandbox-edit-three',
		kind: 'studio',
		status: 'Live',
		accepts: { image_urls: { maxItems: 3 } },
		price: flat('0.10'),
		etaSeconds: 10,
	},
	{
		id: 'sandbox-edit-first',
		kind: 'studio',
		status: 'Live',
		accepts: {},
		price: flat('0.10'),
		etaSeconds: 15,
		usesFirst: 'image_urls',
	},
	{
		id: 'sandbox-edit-resolution',
		kind: 'studio',
		status: 'Live',
		accepts: {
			resolution: { values: ['0.5k', '1k', '2k', '4k'] },
			aspect_ratio: { values: valueSets.aspectRatios },
		},
		price: {
			per: 'request',
			rates: [{ when: { resolution: ['4k'] }, usd: '0.20' }, { usd: '0.10' }],
		},
		etaSeconds: 20,
	},
	{
		id: 'sandbox-edit-quality',
		kind: 'studio',
		status: 'Live',
		accepts: { quality: {}, resolution: { values: ['1k', '2k'] } },
		price: {
			per: 'request',
			rates: [
				{ when: { quality: ['low', 'medium'] }, usd: '0.10' },
				{ when: { quality: ['high'], resolution: ['1k'] }, usd: '0.30' },
				{ when: { quality: ['high'], resolution: ['2k'] }, usd: '0.40' },
			],
		},
		etaSeconds: 25,
	},
	{
		id: 'sandbox-edit-sequential',
		kind: 'studio',
		status: 'Live',
		accepts: { max_images: {}, seed: {} },
		price: flat('0.10'),
		etaSeconds: 25,
	},
	{
		id: 'sandbox-edit-webp',
		kind: 'studio',
		status: 'Live',
		accepts: { output_format: {}, negative_prompt: {}, seed: {} },
		price: flat('0.10'),
		etaSeconds: 8,
	},
];

const video = (
	id: string,
	type: string,
	more: Pick<PricedModel, 'accepts' | 'price'> & Partial<PricedModel>,
): PricedModel => ({
	id,
	kind: 'video',
	status: 'Live',
	type,
	etaSeconds: 60,
	...more,
});

/** Stand-ins for the video models that the document leaves out. @assumed as above */
const videoStandIns: readonly PricedModel[] = [
	video('sandbox-video-audio', 'text-to-video', {
		accepts: {
			seconds: { values: [4, 8, 12] },
			resolution: { values: ['720p', '1080p'] },
			aspect_ratio: { values: ['16:9', '9:16'] },
			generate_audio: {},
		},
		price: { per: 'second', rates: [{ usd: ['0.10', '0.15'] }] },
	}),
	video('sandbox-video-native-audio', 'text-to-video', {
		accepts: {
			seconds: { min: 2, max: 15 },
			resolution: { values: ['480p', '540p', '720p'] },
			audio: {},
			audio_url: {},
			prompt_extend: {},
		},
		price: { per: 'second', rates: [{ usd: ['0.05', '0.10'] }] },
		includesAudio: true,
	}),
	video('sandbox-video-frames', 'image-to-video', {
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
	video('sandbox-video-references', 'text-to-video', {
		accepts: {
			images: {},
			seconds: { min: 4, max: 12 },
			aspect_ratio: { values: ['16:9', '9:16', '1:1', '2:3', '3:2'] },
		},
		price: { per: 'second', rates: [{ usd: '0.12' }] },
	}),
	video('sandbox-video-routed', 'smart-routed video', {
		accepts: {
			image_url: {},
			seconds: { min: 3, max: 15 },
			aspect_ratio: { values: ['auto', '16:9', '9:16', '1:1'] },
			generate_audio: {},
		},
		price: flat('0.90'),
		etaSeconds: 120,
	}),
	video('sandbox-video-extend', 'video extend', {
		required: ['video_url'],
		accepts: { video_url: {}, seconds: { min: 1, max: 8 } },
		continues: 'video_url',
		price: { per: 'second', rates: [{ usd: '0.10' }] },
		etaSeconds: 190,
	}),
	video('sandbox-video-edit', 'video edit', {
		required: ['video_url'],
		accepts: { video_url: {}, images: {}, resolution: { values: ['720p', '1080p'] } },
		price: flat('1.80'),
		etaSeconds: 20,
	}),
];

/** Every media model that the sandbox serves unless it is given others: the listed ones and the stand-ins. */
export const mediaModels: readonly PricedModel[] = [
	...catalog,
	...pictureStandIns,
	...videoStandIns,
];

/** What the sandbox serves. */
export interface ServedModels {
	media: readonly PricedModel[];
	chat: readonly ChatModel[];
}

/** The models of a sandbox that is told nothing else. */
export const servedModels: ServedModels = { media: mediaModels, chat: chatModels };
