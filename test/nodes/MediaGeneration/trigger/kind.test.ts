import { statusKindOf, modelKindOf, mediaIn } from '../../../../nodes/MediaGeneration/trigger/kind';

const png = 'https://h.example.com/1.png';
const mp4 = 'https://h.example.com/1.mp4';
const dataVideo = 'data:video/mp4;base64,AAAA';

test.each<
	[what: string, body: object, made: 'image' | 'video', kinds: [asImage: string, asVideo: string]]
>([
	['nothing', { job_id: 'a' }, 'image', ['image', 'video']],
	['an image by its name', { image_url: png }, 'image', ['image', 'image']],
	['a video by its name', { video_url: mp4 }, 'video', ['video', 'video']],
	['a video by its ending alone', { url: mp4 }, 'video', ['video', 'video']],
	['a file that can be either', { url: 'https://h.example.com/1' }, 'image', ['image', 'video']],
	['a video beside its cover', { image_url: png, video_url: mp4 }, 'video', ['video', 'video']],
	[
		'a video beside its cover, as content',
		{ image_url: png, video_url: dataVideo },
		'video',
		['video', 'video'],
	],
	[
		'a video as content, in capitals',
		{ image_url: png, video_url: dataVideo.toUpperCase() },
		'video',
		['video', 'video'],
	],
	[
		'a video without an ending, beside its cover',
		{ image_url: png, video_url: 'https://h.example.com/1' },
		'image',
		['image', 'video'],
	],
	['a listed model of images', { model: 'model-dev' }, 'image', ['image', 'image']],
	[
		'a listed model of edits',
		{ model: 'group-edit', image_url: png },
		'image',
		['studio', 'studio'],
	],
	['a listed model of videos', { model: 't2v-turbo' }, 'video', ['video', 'video']],
	[
		'a listed model of videos, beside an image',
		{ model: 't2v-turbo', image_url: png },
		'video',
		['video', 'video'],
	],
	['a model that is listed nowhere', { model: 'my-model' }, 'image', ['image', 'video']],
	[
		'a listed model of images, and a video',
		{ model: 'model-dev', video_url: mp4 },
		'video',
		['video', 'video'],
	],
	[
		'a video by its name alone',
		{ video_url: 'https://h.example.com/1' },
		'video',
		['video', 'video'],
	],
	['what was asked for', { input: { type: 'video' } }, 'image', ['image', 'video']],
])('what a delivery says of its job: %s', (_, body, made, [asImage, asVideo]) => {
	expect([mediaIn(body), modelKindOf(body, 'image'), modelKindOf(body, 'video')]).toEqual([
		made,
		asImage,
		asVideo,
	]);
});

test('jobs are asked about as those of the first product area of their kind', () => {
	expect([statusKindOf('image'), statusKindOf('video')]).toEqual(['image', 'video']);
});
