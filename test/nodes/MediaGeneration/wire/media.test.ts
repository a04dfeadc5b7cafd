import { readJob } from '../../../../nodes/MediaGeneration/wire/job';

const done = (fields: object) => readJob({ job_id: 'job-1', status: 'completed', ...fields }, 'image').urls;
const png = Buffer.from('\x89PNG\r\n\x1a\n0123456789012345678901234567890123456789', 'latin1').toString('base64');
const odd = Buffer.from('0123456789012345678901234567890123456789').toString('base64');

test.each([
	['at an address', { url: 'https://media.example.com/1.png' }, ['https://media.example.com/1.png']],
	['at an address without a scheme', { url: '//media.example.com/1.png' }, ['//media.example.com/1.png']],
	['at a path', { url: '/files/1.png' }, ['/files/1.png']],
	['in a bucket', { url: 'gs://bucket/1.png' }, ['gs://bucket/1.png']],
	['as base64 that is an image by its bytes', { b64_json: png }, [`data:image/png;base64,${png}`]],
	['as base64 that is one by what stands beside it', { image: { base64: odd, mime_type: 'image/webp' } }, [`data:image/webp;base64,${odd}`]],
	['as base64 that nothing tells of', { notes: odd }, []],
	['where no file can be', { url: 'mailto:somebody@example.com' }, []],
	['in a sentence', { url: 'see the /files/1.png of yours' }, []],
])('a file %s', (_, fields, urls) => {
	expect(done(fields)).toEqual(urls);
});
