import type { Row } from '../draw';
import type { Template } from '../fill';
import type { Part } from './jobs';

/** Where a file is told. `$file` is the first, `$each` goes through all as `$entry`. */
export interface ResultPart extends Row {
	/** What stands there: an address, or the bytes as base64. */
	holds: 'address' | 'base64';
	part: Template;
	/** When there are several files and `part` tells only the first. */
	several?: Template;
}

const address = (name: string, part: Template, several?: Template): ResultPart => ({
	name,
	holds: 'address',
	part,
	several,
});
const base64 = (name: string, part: Template): ResultPart => ({ name, holds: 'base64', part });

/** Shapes that services use for any kind of media. */
const anyMedia: readonly ResultPart[] = [
	address('url', { url: '$file' }, { url: '$file', urls: { $each: '$entry' } }),
	address('output_url', { output_url: '$file' }, { output_urls: { $each: '$entry' } }),
	address('output as text', { output: '$file' }, { output: { $each: '$entry' } }),
	address('output as a list of texts', { output: { $each: '$entry' } }),
	address('outputs[].url', { outputs: { $each: { url: '$entry', index: 0 } } }),
	address('result.url', { result: { url: '$file' } }, { result: { urls: { $each: '$entry' } } }),
	address('result_url', { result_url: '$file' }, { result_urls: { $each: '$entry' } }),
	address('data[].url', { data: { $each: { url: '$entry' } } }),
	address('assets[].download_url', {
		assets: { $each: { type: 'result', download_url: '$entry' } },
	}),
	address('files[].uri', { files: { $each: { mime_type: '$mime', uri: '$entry' } } }),
	address('artifacts[].uri', { artifacts: { $each: { kind: 'final', uri: '$entry', size: 12 } } }),
	address(
		'result.sample',
		{ result: { sample: '$file', seed: 7 } },
		{ result: { samples: { $each: '$entry' } } },
	),
	address('generations[].result.src', {
		generations: { $each: { id: 'g1', result: { src: '$entry' } } },
	}),
	address('download_url', { download_url: '$file' }, { download_urls: { $each: '$entry' } }),
	address('media[].location', { media: { $each: { location: '$entry' } } }),
	address(
		'payload.link',
		{ payload: { link: '$file' } },
		{ payload: { links: { $each: '$entry' } } },
	),
	base64('data[].b64_json', { data: { $each: { b64_json: '$entry' } } }),
	base64('artifacts[].base64', {
		artifacts: { $each: { base64: '$entry', finish_reason: 'SUCCESS' } },
	}),
	base64('predictions[].bytesBase64Encoded', {
		predictions: { $each: { bytesBase64Encoded: '$entry', mimeType: '$mime' } },
	}),
];

export const videoResults: readonly ResultPart[] = [
	...anyMedia,
	address('video_url', { video_url: '$file' }),
	address('video_url', { video_url: '$file' }),
	address('videoUrl', { videoUrl: '$file' }),
	address('video.url', { video: { url: '$file', content_type: '$mime', width: 64, height: 64 } }),
	address('videos[].url', { videos: [{ url: '$file', duration: '5' }] }),
	address('task_result.videos[].url', {
		task_result: { videos: [{ id: 'v1', url: '$file', duration: '5.1' }] },
	}),
	address('generated_videos[].video.uri', {
		response: { generated_videos: [{ video: { uri: '$file' } }] },
	}),
	address('motionMP4URL', { generations_by_pk: { motionMP4URL: '$file' } }),
	address('assets.video', { assets: { video: '$file' } }),
	address('content.video_url', { content: { video_url: '$file' } }),
	address('Video as text', { Video: '$file' }),
];

export const imageResults: readonly ResultPart[] = [
	...anyMedia,
	address('image_url', { image_url: '$file' }, { image_urls: { $each: '$entry' } }),
	address('imageUrl', { imageUrl: '$file' }, { imageUrls: { $each: '$entry' } }),
	address('images[].url', {
		images: { $each: { url: '$entry', width: 64, height: 64, content_type: '$mime' } },
	}),
	address('images as texts', { images: { $each: '$entry' } }),
	address('image.url', { image: { url: '$file' } }, { images: { $each: { url: '$entry' } } }),
	address('generated_images[].url', { generated_images: { $each: { id: 'i1', url: '$entry' } } }),
	address('imageURL', { imageURL: '$file' }, { imageURLs: { $each: '$entry' } }),
	address('result.images[].image', { result: { images: { $each: { image: '$entry' } } } }),
	address('sequence of results', { results: { $each: { image: { url: '$entry' }, nsfw: false } } }),
	base64('images as base64', { images: { $each: '$entry' } }),
	base64('image as base64', { images: { $each: { image_base64: '$entry' } } }),
];

/** How the file is reached. */
export interface FileForm extends Row {
	form:
		| 'own'
		| 'elsewhere'
		| 'signed elsewhere'
		| 'bare name elsewhere'
		| 'keyed'
		| 'keyed, then elsewhere'
		| 'data URI'
		| 'of the origin'
		| 'of the base URL'
		| 'protocol-relative';
}

/** Of a field that the document calls a URL. */
export const urlForms: readonly FileForm[] = [
	{ name: 'on the API’s host', form: 'own' },
	{ name: 'on another host', form: 'elsewhere' },
	{ name: 'on another host', form: 'elsewhere' },
	{ name: 'on another host, signed', form: 'signed elsewhere' },
	{ name: 'on another host, without extension and type', form: 'bare name elsewhere' },
	{ name: 'on the API’s host, for the key only', form: 'keyed' },
	{
		name: 'on the API’s host, for the key only, redirected to another host',
		form: 'keyed, then elsewhere',
	},
	{ name: 'data URI', form: 'data URI' },
];

/** Of any other field. */
export const fileForms: readonly FileForm[] = [
	...urlForms,
	{ name: 'relative to the origin', form: 'of the origin' },
	{ name: 'relative to the base URL', form: 'of the base URL' },
	{ name: 'protocol-relative', form: 'protocol-relative' },
];

/** What base64 looks like. */
export const base64Forms: readonly (Row & { dataUri: boolean })[] = [
	{ name: 'bare', dataUri: false },
	{ name: 'as a data URI', dataUri: true },
];

/** Pictures that are not the result. */
export const sideFiles: readonly Part[] = [
	{ name: 'none', part: {} },
	{ name: 'none', part: {} },
	{ name: 'thumbnail_url', part: { thumbnail_url: '$side' } },
	{ name: 'cover_image_url', part: { cover_image_url: '$side' } },
	{ name: 'preview', part: { preview: { url: '$side' } } },
	{ name: 'poster and thumbnails', part: { poster: '$side', thumbnails: ['$side'] } },
	{ name: 'previewUrl', part: { previewUrl: '$side' } },
];
