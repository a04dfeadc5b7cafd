/** What the files are that a URL leads to. */
export type FileKind = 'image' | 'video' | 'audio';

/** What a value of a parameter is, and so which widget and which check it gets. */
export type ParameterType = 'text' | 'integer' | 'number' | 'boolean' | 'choice' | 'url' | 'urls';

/**
 * One knob of the API. Lengths are in characters, sizes in pixels, `seconds` in seconds.
 * A bound that is absent is not documented and is not checked.
 */
export interface ParameterRow {
	label: string;
	/** Said beside the label, for someone who has never read the API document. While somebody points at a field, the editor cuts its label and hint off at some 27 characters. */
	hint?: string;
	type: ParameterType;
	/** Of URLs: what they lead to. */
	file?: FileKind;
	/** The only values allowed; always present for a choice. */
	values?: ReadonlyArray<string | number>;
	min?: number;
	max?: number;
	minLength?: number;
	maxLength?: number;
	minItems?: number;
	maxItems?: number;
	/** Parameters that say the same in another way: a person sets this one or those. */
	insteadOf?: readonly string[];
	/** What the service does when the parameter is left out. Such a value need not be sent. */
	default?: string | number | boolean;
}

const aspectRatios = [
	'1:1',
	'3:2',
	'2:3',
	'3:4',
	'4:3',
	'4:5',
	'5:4',
	'9:16',
	'16:9',
	'21:9',
] as const;

/** Value sets that differ from product area to product area. */
export const valueSets = {
	aspectRatios,
	wideAspectRatios: [...aspectRatios, '1:4', '4:1', '1:8', '8:1'],
	videoAspectRatios: ['auto', ...aspectRatios],
	imageResolutions: ['0.5k', '1k', '2k', '4k', '8k'],
	videoResolutions: ['240p', '360p', '480p', '540p', '580p', '720p', '1080p', '2k', '4k'],
	qualities: ['low', 'medium', 'high'],
	outputFormats: ['png', 'jpeg', 'webp'],
} as const;

/**
 * In the order in which people set them. Every knob of the API document: "Parameter vocabulary" and the body tables of the endpoints.
 * A product area or a model narrows a row; it never says anything twice.
 * @assumed the types of the model-specific knobs, the image generation `output_format` values, that a video lasts at
 * least 1 second, and that there is at least one step and no guidance below 0: not shown
 */
export const parameters = {
	prompt: { label: 'Prompt', type: 'text', minLength: 1 },
	image_urls: { label: 'Reference Images', type: 'urls', file: 'image', minItems: 1, maxItems: 5 },
	image_url: { label: 'Image', hint: 'field or URL', type: 'url', file: 'image' },
	video_url: { label: 'Video', hint: 'field or URL', type: 'url', file: 'video' },
	seconds: { label: 'Duration', hint: 'seconds', type: 'number', min: 1 },
	image_width: { label: 'Width', hint: 'pixels', type: 'integer', min: 256, max: 2048 },
	image_height: { label: 'Height', hint: 'pixels', type: 'integer', min: 256, max: 2048 },
	aspect_ratio: { label: 'Aspect Ratio', type: 'choice', values: valueSets.wideAspectRatios },
	resolution: {
		label: 'Resolution',
		type: 'choice',
		values: valueSets.imageResolutions,
		insteadOf: ['image_width', 'image_height'],
	},
	quality: { label: 'Quality', type: 'choice', values: valueSets.qualities },
	output_format: { label: 'Output Format', type: 'choice', values: valueSets.outputFormats },
	end_image_url: { label: 'Last Frame', hint: 'field or URL', type: 'url', file: 'image' },
	images: { label: 'Reference Images', hint: 'max 9', type: 'urls', file: 'image', maxItems: 9 },
	max_images: { label: 'Maximum Images', type: 'integer', min: 1, max: 15 },
	negative_prompt: { label: 'Negative Prompt', hint: 'to avoid', type: 'text' },
	seed: { label: 'Seed', hint: 'same seed, same look', type: 'integer' },
	prompt_extend: { label: 'Extend Prompt', type: 'boolean', default: false },
	enable_web_search: { label: 'Web Search', type: 'boolean', default: false },
	enable_image_search: { label: 'Image Search', type: 'boolean', default: false },
	generate_audio: { label: 'Generate Audio', hint: '2× price', type: 'boolean', default: false },
	audio: { label: 'Audio', hint: 'off = silent', type: 'boolean', default: true },
	audio_url: { label: 'Audio Track', hint: 'field or URL', type: 'url', file: 'audio' },
	num_inference_steps: { label: 'Inference Steps', hint: 'try 20-50', type: 'integer', min: 1 },
	guidance_scale: { label: 'Guidance Scale', hint: 'try 3-10', type: 'number', min: 0 },
} as const satisfies Record<string, ParameterRow>;

export type ParameterName = keyof typeof parameters;

/** Whether a name belongs to the documented vocabulary. */
export function isParameter(name: string): name is ParameterName {
	return Object.hasOwn(parameters, name);
}
