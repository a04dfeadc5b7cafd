import type { Template } from '../fill';

/** Where a file is told. `$file` is the first, `$each` goes through all as `$entry`. */
export interface ResultPart {
	/** What stands there: an address, or the bytes as base64. */
	holds: 'address' | 'base64';
	part: Template;
	/** When there are several files and `part` tells only the first. */
	several?: Template;
}

const address = (part: Template, several?: Template): ResultPart => ({
	holds: 'address',
	part,
	several,
});
const base64 = (part: Template): ResultPart => ({ holds: 'base64', part });

/** Shapes that services use for any kind of media. */
const anyMedia: readonly ResultPart[] = [
	address({ url: '$file' }, { url: '$file', urls: { $each: '$entry' } }),
	address({ output_url: '$file' }, { output_urls: { $each: '$entry' } }),
	address({ output: '$file' }, { output: { $each: '$entry' } }),
	address({ output: { $each: '$entry' } }),
	address({ outputs: { $each: { url: '$entry', index: 0 } } }),
	address({ result: { url: '$file' } }, { result: { urls: { $each: '$entry' } } }),
	address({ data: { $each: { url: '$entry' } } }),
	address({ assets: { $each: { type: 'result', download_url: '$entry' } } }),
	address({ artifacts: { $each: { kind: 'final', uri: '$entry', size: 12 } } }),
	address({ result: { sample: '$file', seed: 7 } }, { result: { samples: { $each: '$entry' } } }),
	address({ generations: { $each: { id: 'g1', result: { src: '$entry' } } } }),
	address({ download_url: '$file' }, { download_urls: { $each: '$entry' } }),
	address({ payload: { link: '$file' } }, { payload: { links: { $each: '$entry' } } }),
	base64({ data: { $each: { b64_json: '$entry' } } }),
	base64({ artifacts: { $each: { base64: '$entry', finish_reason: 'SUCCESS' } } }),
	base64({ predictions: { $each: { bytesBase64Encoded: '$entry', mimeType: '$mime' } } }),
];

export const videoResults: readonly ResultPart[] = [
	...anyMedia,
	address({ video_url: '$file' }),
	address({ video_url: '$file' }),
	address({ video: { url: '$file', content_type: '$mime', width: 64, height: 64 } }),
	address({ videos: [{ url: '$file', duration: '5' }] }),
	address({ task_result: { videos: [{ id: 'v1', url: '$file', duration: '5.1' }] } }),
	address({ response: { generated_videos: [{ video: { uri: '$file' } }] } }),
	address({ generations_by_pk: { motionMP4URL: '$file' } }),
	address({ assets: { video: '$file' } }),
	address({ content: { video_url: '$file' } }),
];

export const imageResults: readonly ResultPart[] = [
	...anyMedia,
	address({ image_url: '$file' }, { image_urls: { $each: '$entry' } }),
	address({ imageUrl: '$file' }, { imageUrls: { $each: '$entry' } }),
	address({ images: { $each: { url: '$entry', width: 64, height: 64, content_type: '$mime' } } }),
	address({ images: { $each: '$entry' } }),
	address({ image: { url: '$file' } }, { images: { $each: { url: '$entry' } } }),
	address({ result: { images: { $each: { image: '$entry' } } } }),
	address({ results: { $each: { image: { url: '$entry' }, nsfw: false } } }),
	base64({ images: { $each: '$entry' } }),
	base64({ images: { $each: { image_base64: '$entry' } } }),
];

/** How the file is reached whose field the document calls a URL. */
export const urlForms = [
	'own',
	'elsewhere',
	'elsewhere',
	'signed elsewhere',
	'bare name elsewhere',
	'keyed',
	'keyed, then elsewhere',
	'data URI',
] as const;

/** Of any other field. */
export const fileForms = [
	...urlForms,
	'of the origin',
	'of the base URL',
	'protocol-relative',
] as const;

export type FileForm = (typeof fileForms)[number];

/** How a file stands in an answer itself. */
export const base64Forms = ['base64', 'data URI'] as const;

/** Pictures that are not the result. */
export const sideFiles: readonly Template[] = [
	{},
	{},
	{ thumbnail_url: '$side' },
	{ cover_image_url: '$side' },
	{ preview: { url: '$side' } },
	{ poster: '$side', thumbnails: ['$side'] },
];
