import { valueSets } from '../parameters';
import type { PricedModel } from './types';

const anyAspectRatio = { values: valueSets.videoAspectRatios };
const framings = { values: ['auto', '16:9', '9:16', '1:1'] };
const turboKnobs = {
	seconds: { values: [5, 8] },
	resolution: { values: ['480p', '720p'] },
	aspect_ratio: anyAspectRatio,
	seed: {},
	negative_prompt: {},
};
/** What the two tool-like models have in common. */
const followsClip = {
	ignores: ['prompt'],
	follows: 'video_url',
	note: 'The prompt is ignored. What is billed is the length of the source clip: Duration, or read from the clip if that is empty',
} as const;
const clipLength = { max: 30 };

/** "Video models" of the API document. Prices are those without audio. */
export const videoModels: readonly PricedModel[] = [
	{
		id: 't2v-turbo',
		kind: 'video',
		status: 'Live',
		type: 'text-to-video',
		accepts: turboKnobs,
		price: { per: 'request', rates: [{ usd: '0.40' }] },
		etaSeconds: 43,
	},
	{
		id: 't2v-standard',
		kind: 'video',
		status: 'Live',
		type: 'text-to-video',
		accepts: { seconds: {}, aspect_ratio: framings },
		price: { per: 'request', rates: [{ usd: '1.20' }] },
		etaSeconds: 63,
	},
	{
		id: 'av-gen',
		kind: 'video',
		status: 'Live',
		type: 'image-to-video, audio included',
		does: 'animate',
		required: ['image_url'],
		accepts: { image_url: {}, seconds: { values: [5, 10, 15] } },
		price: { per: 'request', rates: [{ usd: ['0.42', '1.25'] }] },
		etaSeconds: 34,
		includesAudio: true,
	},
	{
		id: 'i2v-turbo',
		kind: 'video',
		status: 'Live',
		type: 'image-to-video',
		does: 'animate',
		required: ['image_url'],
		accepts: { image_url: {}, ...turboKnobs },
		price: { per: 'request', rates: [{ usd: '0.11' }], approximate: true },
		etaSeconds: 39,
	},
	{
		id: 'i2v-standard',
		kind: 'video',
		status: 'Live',
		type: 'image-to-video',
		does: 'animate',
		required: ['image_url'],
		accepts: {
			image_url: {},
			seconds: {},
			resolution: { values: ['480p', '720p'] },
			aspect_ratio: framings,
		},
		price: { per: 'request', rates: [{ usd: ['0.30', '0.60'] }] },
		etaSeconds: 38,
	},
	{
		id: 'i2v-pro',
		kind: 'video',
		status: 'Live',
		type: 'image-to-video',
		does: 'animate',
		required: ['image_url'],
		accepts: {
			image_url: {},
			seconds: {},
			resolution: { values: ['480p', '580p', '720p'] },
			aspect_ratio: { values: ['16:9', '9:16', '1:1'] },
			end_image_url: {},
		},
		price: { per: 'second', rates: [{ usd: ['0.04', '0.08'] }] },
		etaSeconds: 63,
	},
	{
		id: 'video-to-video',
		kind: 'video',
		status: 'Live',
		type: 'video-to-video',
		does: 'editVideo',
		required: ['video_url'],
		accepts: {
			video_url: {},
			seconds: {},
			resolution: { values: ['240p', '360p', '480p', '580p', '720p'] },
		},
		price: { per: 'second', rates: [{ usd: ['0.04', '0.08'] }] },
		etaSeconds: 175,
	},
	{
		id: 'ultimate-video-upscaler',
		kind: 'video',
		status: 'Live',
		type: 'video-to-video',
		does: 'upscale',
		required: ['video_url'],
		accepts: {
			video_url: {},
			seconds: clipLength,
			resolution: { values: ['720p', '1080p', '2k', '4k'] },
		},
		price: { per: 'second', rates: [{ usd: ['0.016', '0.064'] }] },
		etaSeconds: 90,
		...followsClip,
	},
	{
		id: 'video-watermark-remover',
		kind: 'video',
		status: 'Live',
		type: 'video-to-video',
		does: 'removeWatermark',
		required: ['video_url'],
		accepts: { video_url: {}, seconds: clipLength },
		price: { per: 'second', rates: [{ usd: '0.008' }] },
		etaSeconds: 90,
		...followsClip,
	},
];
