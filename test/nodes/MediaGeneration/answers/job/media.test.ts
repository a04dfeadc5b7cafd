import { readJob } from '../../../../../nodes/MediaGeneration/answers/job/job';

const done = (fields: object) =>
	readJob({ job_id: 'job-1', status: 'completed', ...fields }, 'image').urls;
const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64');
const png64 = base64('\x89PNG\r\n\x1a\n0123456789012345678901234567890123456789');
const bmp64 = base64('BM0123456789012345678901234567890123456789');
const odd64 = base64('0123456789012345678901234567890123456789');
const at = (path: string) => `https://m.example.com/${path}`;

test.each([
	[
		'as base64 that is an image by its bytes',
		{ b64_json: png64 },
		[`data:image/png;base64,${png64}`],
	],
	['as base64 that nothing tells of', { notes: odd64 }, []],
	['where no file can be', { url: 'mailto:somebody@example.com' }, []],
	['in a sentence', { url: 'see the /files/1.png of yours' }, []],
])('a file %s', (_, fields, urls) => {
	expect(done(fields)).toEqual(urls);
});

test.each<[object, string[]]>([
	[{ url: 'data:,x' }, ['data:,x']],
	[{ url: 'DATA:image/png;base64,AA' }, ['DATA:image/png;base64,AA']],
	[{ url: 'data:image/png' }, []],
	[{ url: 'data:video/mp4,x' }, []],
	[{ url: 'data:application/octet-stream,x' }, ['data:application/octet-stream,x']],
	[{ b64: png64.slice(0, 28) }, []],
	[{ b64: `${png64.slice(0, -4)}!!!!` }, []],
	[{ b64: `${png64}\n` }, [`data:image/png;base64,${png64}\n`]],
	[{ image: bmp64 }, []],
	[{ base64: odd64, mime_type: 'video/mp4' }, []],
	[{ url: 's3://bucket/1.png' }, ['s3://bucket/1.png']],
	[{ url: 'gs://bucket/1' }, []],
	[{ url: 'ftp://x/1.png' }, []],
	[{ url: './1.png' }, ['./1.png']],
	[{ url: 'a/1.png' }, ['a/1.png']],
	[{ url: '1.png' }, []],
	[{ url: 'a/1' }, []],
	[{ url: '/a b.png' }, []],
	[{ url: at('1'), content_type: 'video/mp4' }, []],
	[{ url: at('1'), content_type: 'application/octet-stream' }, [at('1')]],
	[{ url: at('1'), type: 'IMAGE/PNG' }, [at('1')]],
	[{ url: at('1.png'), type: 'video/mp4' }, [at('1.png')]],
	[{ url: at('1.PNG') }, [at('1.PNG')]],
	[{ url: at('1.mp3') }, []],
	[{ url: at('1.mp4?a=1.png') }, []],
	[{ url: at('v.mp4/1') }, [at('v.mp4/1')]],
	[{ url: at('1.mp4toolong') }, [at('1.mp4toolong')]],
	[{ url: 'https://example.zip/' }, ['https://example.zip/']],
	[{ url: at('.mp4') }, []],
	[{ url: `${at('1.png?')}${'x'.repeat(16_384)}` }, []],
])('the image in %j', (fields, urls) => {
	expect(done(fields)).toEqual(urls);
});
