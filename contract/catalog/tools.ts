import type { ModelKind } from './modelKinds';

/** One thing that models do with a file, by the name that people look for. */
export interface Tool {
	readonly kind: ModelKind;
	/** Completes "a model for ...". */
	readonly label: string;
	/** The file that it is done with. */
	readonly source: 'image_url' | 'image_urls' | 'video_url';
	/** What the document, and so perhaps the service's list, calls such models that it does not list. */
	readonly types: RegExp;
	/** What is sent as the prompt, where the models need one and ignore it. */
	readonly prompt?: string;
}

/**
 * The things that models of the API document do, or models of a type that it names: each an operation of this name. Of a listed
 * model, `does` tells.
 */
export const tools = {
	groupEdit: {
		kind: 'studio',
		label: 'editing a group',
		source: 'image_urls',
		types: /group/i,
	},
	animate: {
		kind: 'video',
		label: 'animating an image',
		source: 'image_url',
		types: /(image.?to|smart.?routed).?video/i,
	},
	editVideo: {
		kind: 'video',
		label: 'editing a video',
		source: 'video_url',
		types: /video.?to.?video|edit/i,
	},
	extend: { kind: 'video', label: 'extending a video', source: 'video_url', types: /exten[ds]/i },
	upscale: {
		kind: 'video',
		label: 'upscaling a video',
		source: 'video_url',
		types: /upscal/i,
		prompt: 'Upscale',
	},
	removeWatermark: {
		kind: 'video',
		label: 'removing a watermark',
		source: 'video_url',
		types: /watermark/i,
		prompt: 'Remove the watermark',
	},
} as const satisfies Readonly<Record<string, Tool>>;

export type ToolName = keyof typeof tools;
