import fc from 'fast-check';
import { readJob } from '../../../../nodes/MediaGeneration/wire/job';
import { pathsIn } from '../../../../nodes/MediaGeneration/wire/walk';
import { answers } from './answers';

const id = '3f0c8f52-1d3a-4a57-9b0e-6f2a1c9d7e41';
const url = 'https://media.example.com/1.png';

test('the synchronous result of the document', () => {
	expect(readJob({ job_id: id, status: 'completed', url, generation_time: 3.2, model: 'model-dev' }, 'image')).toMatchObject({
		job_id: id,
		status: 'completed',
		urls: [url],
		generation_time: 3.2,
		model: 'model-dev',
		extra: {},
	});
});

test('the acceptance of the document', () => {
	const accepted = {
		job_id: id,
		status: 'processing',
		status_url: 'https://api.example.com/api/v1/images/generation/jobs/1',
		webhook_url: 'https://hooks.example.com/1',
		created_at: '2026-01-02T03:04:05Z',
	};
	expect(readJob(accepted, 'image')).toMatchObject({ ...accepted, urls: [] });
});

test('the job status of the document', () => {
	const status = { job_id: id, status: 'completed', image_url: url, model: 'model-dev', created_at: 'a', completed_at: 'b', generation_time: 1 };
	expect(readJob(status, 'image')).toMatchObject({ job_id: id, status: 'completed', urls: [url], completed_at: 'b' });
});

test.each([
	['wrapped in data', { data: { job_id: id, status: 'completed', url } }],
	['wrapped in a list', { success: true, data: [{ id, state: 'SUCCEEDED', image: { url } }] }],
	['an OpenAI-style list of pictures', { id, status: 'done', data: [{ url }] }],
	['a bare list of URLs', { task_id: id, status: 'success', output: [url] }],
	['a result object', { requestId: id, status: 'ready', result: { images: [{ url, width: 8 }] } }],
	['no status at all', { jobId: id, image_urls: [url] }],
])('a finished job, %s', (_, body) => {
	expect(readJob(body, 'image')).toMatchObject({ job_id: id, status: 'completed', urls: [url] });
});

test.each([
	['its own ID below generations is the job', `https://api.example.com/v1/generations/${id}`, id, []],
	['another name there is a file', 'https://cdn.example.com/generations/9c1f', id, ['https://cdn.example.com/generations/9c1f']],
	['its own ID in another folder is a file', `https://cdn.example.com/outputs/${id}`, id, [`https://cdn.example.com/outputs/${id}`]],
	[
		'where there is no ID, so is what lies below generations',
		'https://cdn.example.com/generations/9c1f',
		undefined,
		['https://cdn.example.com/generations/9c1f'],
	],
	['so is generations itself', 'https://cdn.example.com/generations', undefined, ['https://cdn.example.com/generations']],
])('an address in an answer: %s', (_, address, job_id, urls) => {
	expect(readJob({ job_id, status: 'completed', url: address }, 'image').urls).toEqual(urls);
});

test('several pictures come in their order, whichever single one stands beside them', () => {
	const urls = ['https://m.example.com/1', 'https://m.example.com/2', 'https://m.example.com/3'];
	expect(readJob({ status: 'completed', url: urls[0], urls }, 'image').urls).toEqual(urls);
});

test('a video is not mistaken for the picture it began with', () => {
	const body = { status: 'completed', image_url: url, video_url: 'https://m.example.com/1.mp4' };
	expect(readJob(body, 'video').urls).toEqual(['https://m.example.com/1.mp4']);
});

test.each(['failed', 'error', 'Cancelled', 'canceled', 'EXPIRED', 'rejected', 'timed_out'])('%s has ended badly', (status) => {
	expect(readJob({ job_id: id, status, error: { message: 'no', code: 'c' } }, 'image')).toMatchObject({
		status: 'failed',
		error: { message: 'no', code: 'c' },
		urls: [],
	});
});

test.each(['queued', 'running', 'in_progress', 'starting', 'not_ready'])('%s is still running', (status) => {
	expect(readJob({ id, status, url }, 'image')).toMatchObject({ status: 'processing', reported_status: status, urls: [] });
});

test('unknown fields are passed on, known ones are not repeated', () => {
	expect(readJob({ job_id: id, status: 'completed', url, cost_nanos: 5, data: { nsfw: false } }, 'image').extra).toEqual({
		cost_nanos: 5,
		nsfw: false,
	});
});

test('no answer, however odd, makes it throw', () => {
	fc.assert(
		fc.property(fc.anything(), fc.constantFrom('image' as const, 'video' as const), (body, media) => {
			const job = readJob(body, media);
			return ['processing', 'completed', 'failed'].includes(job.status);
		}),
	);
});

test.each([
	['a wrapped job that still runs', { status: 'success', data: { job_id: id, status: 'processing' } }, 'processing', id],
	['a wrapped job that failed', { status: 'ok', data: { job_id: id, status: 'failed' } }, 'failed', id],
	['a number for the request', { status: 200, data: { job_id: id, status: 'completed', url } }, 'completed', id],
	['an event with an ID of its own', { id: 'evt_1', data: { job_id: id, status: 'completed', url } }, 'completed', id],
	['an empty error', { job_id: id, errors: [], error: {} }, 'processing', id],
	['another word for done', { job_id: id, status: 'succeed', url }, 'completed', id],
])('%s', (_, body, status, job_id) => {
	expect(readJob(body, 'image')).toMatchObject({ status, job_id });
});

test.each(answers)('$job.status: $what', ({ body, media = 'image', job }) => {
	expect(readJob(body, media)).toMatchObject(job);
});

test.each<[string, object, object]>([
	[
		'what to ask, by its name',
		{ id, urls: { get: 'https://api.example.com/v1/p/1', cancel: 'https://api.example.com/v1/p/1/cancel' } },
		{ status_url: 'https://api.example.com/v1/p/1' },
	],
	['what to ask, by its address', { id, url: `https://api.example.com/v1/jobs/${id}` }, { status_url: `https://api.example.com/v1/jobs/${id}`, urls: [] }],
	['what to ask, relative', { id, statusUrl: `/v1/jobs/${id}` }, { status_url: `/v1/jobs/${id}` }],
	['what to ask, with its ID in the query', { id, href: `/v1/status?job=${id}` }, { status_url: `/v1/status?job=${id}` }],
	['where it tracks', { id, tracking: { url: 'https://api.example.com/t/1' } }, { status_url: 'https://api.example.com/t/1' }],
	['where the answer is', { id, status: 'COMPLETED', response_url: 'https://api.example.com/r/1' }, { answer_url: 'https://api.example.com/r/1', urls: [] }],
	['what is called', { id, webhook: { url: 'https://hooks.example.com/1' } }, { webhook_url: 'https://hooks.example.com/1' }],
	['the model as an object', { id, model: { id: 'm', name: 'M' } }, { model: 'm' }],
	['milliseconds', { id, metrics: { inference_time_ms: 1500 } }, { generation_time: 1.5 }],
	['seconds within text', { id, metrics: { predict_time: '2.5' } }, { generation_time: 2.5 }],
	['a time in numbers', { id, created: 1767225600, finishedAt: '2026-01-01T00:00:00Z' }, { created_at: '1767225600', completed_at: '2026-01-01T00:00:00Z' }],
])('a job tells %s', (_, body, job) => {
	expect(readJob(body, 'image')).toMatchObject(job);
});

test('an address that was put in is no result, whatever it is called', () => {
	const body = { id, image: 'https://up.example.com/in.png', picture: url };
	expect(readJob(body, 'image', { exclude: new Set(['https://up.example.com/in.png']) }).urls).toEqual([url]);
});

test('a path that the user gave counts before what is found', () => {
	const body = { run: { key: 'r-7', how: 'fini', made: [{ at: 'https://m.example.com/x' }] }, id: 'other', status: 'queued' };
	expect(readJob(body, 'image', { paths: { job_id: 'run.key', status: 'run.how', file: 'run.made.0.at' } })).toMatchObject({
		job_id: 'r-7',
		status: 'completed',
		reported_status: 'fini',
		urls: ['https://m.example.com/x'],
	});
	expect(pathsIn(body)).toEqual(['id', 'status', 'run.key', 'run.how', 'run.made.0.at']);
});
