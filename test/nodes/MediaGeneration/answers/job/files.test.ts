import { readJob } from '../../../../../nodes/MediaGeneration/answers/job/job';

const at = (path: string) => `https://m.example.com/${path}`;

test.each<[object, string[]]>([
	[{ image: at('1'), video: at('2') }, [at('1')]],
	[{ output: [at('1'), at('2'), at('1')] }, [at('1'), at('2')]],
	[{ result_url: at('1'), images: [at('1'), at('2')] }, [at('1'), at('2')]],
	[{ result_url: at('3'), images: [at('1'), at('2')] }, [at('1'), at('2')]],
	[{ images: [{ url: at('1') }, { url: at('2') }], cover: at('3') }, [at('1'), at('2')]],
	[{ urls: ['https://x.example/1.m3u8', at('1'), at('2')] }, [at('1'), at('2')]],
	[{ image: 'data:image/png;base64,', url: at('1') }, [at('1')]],
	[{ image: 'data:image/png;base64,' }, []],
	[{ input_url: at('1') }, []],
	[{ log_url: at('1') }, []],
	[{ page: { url: at('1') } }, []],
	[{ type: 'self', url: at('1') }, []],
	[{ rel: 'input', href: at('1') }, []],
	[{ input: 'data:image/png,x' }, []],
	[{ status: 'completed', log: 'data:image/png,x' }, ['data:image/png,x']],
	[{ avatar: { x: 'data:image/png,x' } }, []],
	[{ url: at('jobs/j') }, []],
	[{ url: at('status') }, []],
	[{ url: at('tasks/x/status') }, []],
	[{ url: at('generations/job-1') }, []],
	[{ image: at('jobs/j') }, [at('jobs/j')]],
	[{ url: at('jobs/j.png') }, [at('jobs/j.png')]],
	[{ url: at('JOBS/j?x=1') }, []],
	[{ thing: at('1') }, [at('1')]],
	[{ thing: '/a.png' }, []],
	[{ small_image: at('1'), image: at('2') }, [at('2')]],
	[{ thumbnail_url: at('1') }, [at('1')]],
	[{ watermark_url: at('1'), url: at('2') }, [at('2')]],
	[{ no_watermark_url: at('1'), watermarked_url: at('2') }, [at('1')]],
	[{ medium_url: at('1'), url: at('2') }, [at('2')]],
	[{ url: at('1'), cdn_url: at('2') }, [at('1')]],
	[{ x: { url: at('1') }, previews: { url: at('2') } }, [at('1')]],
	[{ a: { b: { c: { d: { e: { images: [at('1')] } } } } }, url: at('2') }, [at('1')]],
	[{ images: { a: { b: { c: { d: { x: at('1') } } } } }, url: at('2') }, [at('1')]],
	[{ images: { a: { b: { c: { d: { e: { x: at('1') } } } } } }, url: at('2') }, [at('2')]],
	[{ video: { x: at('1') } }, []],
	// What was put in beside the result
	[{ original_image_url: at('1'), image_url: at('2') }, [at('2')]],
	[{ url: at('2'), original_url: at('1') }, [at('2')]],
	[{ original: { url: at('1') }, upscaled: { url: at('2') } }, [at('2')]],
	[
		{
			media: [
				{ kind: 'original', url: at('1') },
				{ kind: 'edited', url: at('2') },
			],
		},
		[at('2')],
	],
	[{ original: at('1'), medium: at('2'), small: at('3') }, [at('1')]],
	...['base', 'style', 'uploaded', 'face', 'blurred', 'progress'].map(
		(word): [object, string[]] => [
			{ [`${word}_image_url`]: at('1'), image_url: at('2') },
			[at('2')],
		],
	),
	[{ images: { min: { url: at('1') }, raw: { url: at('2') } } }, [at('2')]],
	[
		{
			assets: [
				{ type: 'image', role: 'source', url: at('1') },
				{ type: 'image', role: 'result', url: at('2') },
			],
		},
		[at('2')],
	],
	[
		{
			url: at('2'),
			data: { timeline: { tracks: [{ clips: [{ asset: { type: 'image', src: at('1') } }] }] } },
		},
		[at('2')],
	],
	[{ url: at('2'), modifications: { image_1: at('1') } }, [at('2')]],
	[{ image_urls: [at('1')], image_url: at('2') }, [at('2')]],
	[{ image_url: at('1'), image_urls: [at('1'), at('2')] }, [at('1'), at('2')]],
	[{ url: at('1'), urls: [at('2'), at('3')] }, [at('2'), at('3')]],
	[{ image_url: at('2'), image_urls: [] }, [at('2')]],
	[{ files: ['gs://bucket/1.png', at('1.png')] }, [at('1.png')]],
	[{ image: { uri: 's3://bucket/1.png', url: at('1.png') } }, [at('1.png')]],
	[{ payload: { prompt: 'x', image_urls: [at('1')] }, image_url: at('2') }, [at('2')]],
	[{ payload: { prompt: 'x', images: [{ url: at('1') }] } }, [at('1')]],
	[{ image_url: at('2'), scenes: [{ clips: [{ image_url: at('1') }] }] }, [at('2')]],
	[{ scenes: [{ image_url: at('1') }, { image_url: at('2') }] }, [at('1'), at('2')]],
	// The same file in several forms
	[{ image_url: at('1.png'), webp_url: at('1.webp') }, [at('1.png')]],
	[{ formats: { avif: { url: at('1.avif') }, jpeg: { url: at('1.jpg') } } }, [at('1.jpg')]],
	[{ images: [at('1.webp'), at('2.png')] }, [at('1.webp'), at('2.png')]],
	[
		{
			images: [
				{ url: at('1.webp'), type: 'image/webp' },
				{ url: at('2.png'), type: 'image/png' },
			],
		},
		[at('1.webp'), at('2.png')],
	],
	// A path beside the address
	[{ url: at('2'), output_path: 'outputs/1.png' }, [at('2')]],
	[{ image: { filename: 'outputs/1.png', url: at('2') } }, [at('2')]],
	[{ output_path: 'outputs/1.png' }, ['outputs/1.png']],
	// As addresses are written
	[{ url: ` ${at('1.png')}\n` }, [at('1.png')]],
	[{ message: `It is at ${at('1')}` }, []],
	[{ message: `![a film](${at('1.mp4')}) and its page ${at('1.html')}` }, []],
	[{ message: `As you asked: ${at('2.png')}`, image_url: at('1.png') }, [at('1.png')]],
	[{ revised_prompt: `Like ${at('1.png')}` }, []],
	[{ output: `[a fox](${at('1')})` }, []],
	// In an answer that is called after what it is about
	[{ StatusResponse: { Url: at('1') } }, [at('1')]],
	[{ status: { url: at('1') } }, []],
	// Addresses to ask at
	[{ fetch_url: at('1'), monitor_url: at('2'), retrieve_url: at('3'), query_url: at('4') }, []],
])('of what %j tells the images are %j', (fields, urls) => {
	expect(readJob({ job_id: 'job-1', status: 'completed', ...fields }, 'image').urls).toEqual(urls);
});

test.each<[object, string, string[]]>([
	[{ status: 'success', message: `Submitted. An example: ${at('1.png')}` }, 'processing', []],
	[{ message: `Submitted. An example: ${at('1.png')}` }, 'processing', []],
	[{ status: 'processing', output: `![so far](${at('1.png')})` }, 'processing', []],
	[{ success: false, message: `Try one like ${at('1.png')}` }, 'failed', []],
	[
		{ status: 'completed', message: `It looks like ${at('1.png')}`, response_url: '/v1/results/1' },
		'completed',
		[],
	],
])(
	'a text that names a file does not end a job, one that shows it does as others: %j',
	(fields, status, urls) => {
		expect(readJob({ job_id: 'job-1', ...fields }, 'image')).toMatchObject({ status, urls });
	},
);

test('lists within lists beside an address are no harm', () => {
	const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown;
	expect(
		readJob(
			{ job_id: 'job-1', status: 'completed', image_url: at('1'), image_urls: [deep] },
			'image',
		).urls,
	).toEqual([at('1')]);
});
