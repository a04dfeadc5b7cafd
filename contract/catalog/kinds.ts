import { valueSets } from '../parameters';
import type { ModelKind } from './modelKinds';
import type { KindEntry } from './types';

/**
 * The product areas that have a model table in the API document.
 * @assumed edits are asked about where images are: not shown
 * @assumed studio knobs travel at the top level: its section reads "plus model-specific knobs" among the body fields
 */
export const kinds: { readonly [kind in ModelKind]: KindEntry } = {
	image: {
		label: 'image generation',
		makes: 'image',
		endpoint: 'generateImage',
		statusEndpoint: 'getImageJob',
		defaultModel: 'model-dev',
		required: ['prompt'],
		common: {
			prompt: { maxLength: 2000 },
			image_width: { default: 1024 },
			image_height: { default: 1024 },
			resolution: {},
			quality: {},
		},
		vocabulary: {
			image_width: { default: undefined },
			image_height: { default: undefined },
			aspect_ratio: {},
			seed: {},
			negative_prompt: {},
			num_inference_steps: {},
			guidance_scale: {},
			output_format: {},
			prompt_extend: {},
			enable_web_search: {},
			enable_image_search: {},
		},
		topLevel: ['prompt', 'image_width', 'image_height', 'resolution', 'quality'],
		unlistedEtaSeconds: 10,
	},
	studio: {
		label: 'image editing',
		makes: 'image',
		endpoint: 'editImage',
		statusEndpoint: 'getImageJob',
		defaultModel: 'standard',
		required: ['prompt', 'image_urls'],
		common: { prompt: {}, image_urls: {} },
		vocabulary: {
			resolution: { values: ['0.5k', '1k', '2k', '4k'] },
			quality: {},
			aspect_ratio: {},
			max_images: {},
			seed: {},
			negative_prompt: {},
			output_format: {},
			num_inference_steps: {},
			guidance_scale: {},
			prompt_extend: {},
			enable_web_search: {},
			enable_image_search: {},
		},
		topLevel: 'all',
		unlistedEtaSeconds: 8,
	},
	video: {
		label: 'video generation',
		makes: 'video',
		endpoint: 'generateVideo',
		statusEndpoint: 'getVideoJob',
		defaultModel: 't2v-turbo',
		required: ['prompt'],
		common: { prompt: {} },
		vocabulary: {
			image_url: {},
			video_url: {},
			seconds: {},
			resolution: { values: valueSets.videoResolutions },
			aspect_ratio: { values: valueSets.videoAspectRatios },
			end_image_url: {},
			seed: {},
			negative_prompt: {},
			generate_audio: {},
			audio: {},
			audio_url: {},
			images: {},
			prompt_extend: {},
		},
		topLevel: ['prompt', 'image_url', 'video_url', 'seconds', 'resolution', 'aspect_ratio', 'end_image_url'],
		unlistedEtaSeconds: 20,
	},
};
