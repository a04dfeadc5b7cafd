import {
	mayBeLookupError,
	readJob,
	type Job,
	type JobHints,
} from '../../../../../nodes/MediaGeneration/answers/job/job';
import { pathsIn } from '../../../../../nodes/MediaGeneration/answers/core/walk';
import { answers } from '../answers';

const id = '3f0c8f52-1d3a-4a57-9b0e-6f2a1c9d7e41';
const url = 'https://media.example.com/1.png';

const told = { job_id: id, created_at: '2026-01-02T03:04:05Z' };
test.each<[string, object, object]>([
	[
		'the synchronous result',
		{ job_id: id, status: 'completed', url, generation_time: 3.2, model: 'model-dev' },
		{ status: 'completed', urls: [url], generation_time: 3.2, model: 'model-dev', extra: {} },
	],
	[
		'the acceptance',
		{ ...told, status: 'processing', status_url: '/s', webhook_url: '/w' },
		{ ...told, status: 'processing', status_url: '/s', webhook_url: '/w', urls: [] },
	],
	[
		'the job status',
		{ ...told, status: 'completed', image_url: url, completed_at: 'b' },
		{ ...told, status: 'completed', urls: [url], completed_at: 'b' },
	],
])('%s of the document', (_, body, job) => {
	expect(readJob(body, 'image')).toMatchObject({ job_id: id, ...job });
});

test.each(answers)('$job.status: $what', ({ body, media = 'image', job }) => {
	expect(readJob(body, media)).toMatchObject(job);
});

test.each<[string, object, object]>([
	[
		'a time in numbers',
		{ id, created: 1767225600, finishedAt: '2026-01-01T00:00:00Z' },
		{ created_at: '1767225600', completed_at: '2026-01-01T00:00:00Z' },
	],
])('a job tells %s', (_, body, job) => {
	expect(readJob(body, 'image')).toMatchObject(job);
});

test.each<[object, Partial<Job>]>([
	...['text_to_video', 'image2video', 't2v', 'v2v-480p', 'upscale'].map(
		(task): [object, Partial<Job>] => [
			{ task, request_id: 'r-1', status: 'processing' },
			{ job_id: 'r-1', status: 'processing' },
		],
	),
	...[
		{ webhook_error: 'x' },
		{ upload_error: 'x' },
		{ storage: { status: 'failed', error: 'x' } },
		{ review_status: 'pending' },
		{ failed_at: 'x' },
	].map((beside): [object, Partial<Job>] => [
		{ ...beside, job_id: 'j-1', status: 'completed', url: url },
		{ job_id: 'j-1', status: 'completed', urls: [url] },
	]),
	...[
		{ review: { status: 'approved' } },
		{ thumbnail_error: 'x' },
		{ preview_status: 'failed' },
		{ failed_at: 'x' },
	].map((beside): [object, Partial<Job>] => [
		{ ...beside, job_id: 'j-1', status: 'running' },
		{ job_id: 'j-1', status: 'processing' },
	]),
	[{ job_id: 'j-1', failed_at: '2026-01-02T03:04:05Z' }, { status: 'failed' }],
	[
		{ id: 'j-1', done: true, response: { videos: [{ uri: url }], raiMediaFilteredReasons: ['x'] } },
		{ status: 'completed', urls: [url] },
	],
	[
		{ id: 'j-1', done: true, response: { raiMediaFilteredReasons: ['x'] } },
		{ status: 'failed', error: { message: 'x' } },
	],
])('what stands beside a job does not tell how it stands: %j', (body, job) => {
	expect(readJob(body, 'image')).toMatchObject(job);
});

test('an address that was put in is no result, whatever it is called', () => {
	const body = { id, image: 'https://up.example.com/in.png', picture: url };
	expect(
		readJob(body, 'image', { exclude: new Set(['https://up.example.com/in.png']) }).urls,
	).toEqual([url]);
});

test('a path that the user gave counts before what is found', () => {
	const body = {
		run: { key: 'r-7', how: 'fini', made: [{ at: 'https://m.example.com/x' }] },
		id: 'other',
		status: 'queued',
	};
	expect(
		readJob(body, 'image', {
			paths: { job_id: 'run.key', status: 'run.how', file: 'run.made.0.at' },
		}),
	).toMatchObject({
		job_id: 'r-7',
		status: 'completed',
		reported_status: 'fini',
		urls: ['https://m.example.com/x'],
	});
	expect(pathsIn(body)).toEqual(['id', 'status', 'run.key', 'run.how', 'run.made.0.at']);
});

/** A job that an answer tells of, all of it. */
const whole = (job: Partial<Job>) => ({ urls: [], extra: {}, ...job });

const completed: Partial<Job> = { status: 'completed', urls: [url] };
const processing = { status: 'processing' } as const;
const failed = { status: 'failed', failureEvidence: 'error', error: {} } as const;
const unsure = { ...failed, failureEvidence: 'nothing' } as const;
const ended = { ...failed, failureEvidence: 'state' } as const;

test.each<[object, Partial<Job>]>([
	// A file
	[{ image: url }, completed],
	[
		{ status: 'running', image: url },
		{ ...processing, reported_status: 'running', extra: { image: url } },
	],
	[
		{ status: 'ok', image: url },
		{ ...completed, reported_status: 'ok' },
	],
	// An address that ends with the job's ID
	[
		{ job_id: 'j-1', results: [{ image: { url: 'https://h.example.com/raw/j-1' } }] },
		{ ...completed, job_id: 'j-1', urls: ['https://h.example.com/raw/j-1'] },
	],
	[
		{ job_id: 'j-1', status: 'done', results: [{ url: 'https://h.example.com/raw/j-1' }] },
		{
			...completed,
			job_id: 'j-1',
			reported_status: 'done',
			urls: ['https://h.example.com/raw/j-1'],
			answer_url: 'https://h.example.com/raw/j-1',
		},
	],
	[
		{
			output: {
				job_id: 'j-1',
				status: 'completed',
				media: [{ location: '/media/1.png' }],
				_links: { cancel: { href: 'https://h.example.com/cancel/j-1' } },
			},
		},
		{
			...completed,
			job_id: 'j-1',
			urls: ['/media/1.png'],
			extra: { _links: { cancel: { href: 'https://h.example.com/cancel/j-1' } } },
		},
	],
	// Errors
	[
		{ image: url, error: 'x' },
		{ ...unsure, error: { message: 'x' }, extra: { image: url } },
	],
	[
		{ status: 'completed', error: 'x' },
		{ ...failed, reported_status: 'completed', error: { message: 'x' } },
	],
	[
		{ status: 'running', error: 'x' },
		{ ...unsure, reported_status: 'running', error: { message: 'x' } },
	],
	[
		{ job_id: id, error: 'x' },
		{ ...failed, job_id: id, error: { message: 'x' } },
	],
	[
		{ error: { status: 'failed', message: 'x' } },
		{
			...unsure,
			error: { message: 'x' },
			extra: { other_fields: { error: { status: 'failed' } } },
		},
	],
	[
		{ job_id: id, status: 'failed', error: { status: '400 Bad Request', message: 'x' } },
		{
			...ended,
			job_id: id,
			error: { message: 'x' },
			extra: { other_fields: { error: { status: '400 Bad Request' } } },
		},
	],
	// Results that were withheld
	[
		{ status: 'completed', output: [], filtered: [{ reason: 'It shows a face' }] },
		{
			...failed,
			reported_status: 'completed',
			error: { message: 'It shows a face' },
			extra: { output: [] },
		},
	],
	[
		{ status: 'completed', images: [{ blocked: true, reason: 'It shows a face' }] },
		{
			...failed,
			reported_status: 'completed',
			error: { message: 'It shows a face' },
			extra: { images: [{ blocked: true }] },
		},
	],
	[
		{ status: 'completed', image: url, errors: ['x'] },
		{ ...completed, missing: 'x', extra: { errors: ['x'] } },
	],
	[
		{ status: 'done, 1 failed', image: url, errors: ['x'] },
		{ ...completed, missing: 'x', reported_status: 'done, 1 failed', extra: { errors: ['x'] } },
	],
	[
		{ images: [{ url }, { error: 'x' }] },
		{ ...completed, missing: 'x', extra: { images: [{ error: 'x' }] } },
	],
	// Checks that were passed, settings
	[
		{
			job_id: 'j-1',
			status: 'completed',
			image: url,
			moderation_message: 'No issues found',
			moderation_details: { label: 'safe' },
			fail_fast: true,
		},
		{
			...completed,
			job_id: 'j-1',
			extra: {
				moderation_message: 'No issues found',
				moderation_details: { label: 'safe' },
				fail_fast: true,
			},
		},
	],
	[
		{ status: 'failed', moderation_reason: 'violence' },
		{ ...ended, error: { message: 'violence' }, extra: { moderation_reason: 'violence' } },
	],
	[
		{ err_code: 0, err_msg: 'accepted', data: { task_id: 'T1' } },
		{ ...processing, job_id: 'T1', extra: { err_code: 0, err_msg: 'accepted' } },
	],
	// Words for both
	[{ status: 'done, 1 failed' }, { ...ended, reported_status: 'done, 1 failed' }],
	[
		{ status: 'done, 1 failed', image: url },
		{ ...completed, reported_status: 'done, 1 failed' },
	],
	// Flags
	[
		{ failed: true, image: url },
		{ ...unsure, extra: { failed: true, image: url } },
	],
	[{ success: false }, { ...unsure, extra: { success: false } }],
	[
		{ job_id: id, failed: true, status: 'running' },
		{ ...unsure, job_id: id, reported_status: 'running', extra: { failed: true } },
	],
	[
		{ success: false, status: 'running' },
		{ ...processing, reported_status: 'running', extra: { success: false } },
	],
	[
		{ success: false, status: 'done' },
		{ ...failed, reported_status: 'done', extra: { success: false } },
	],
	[
		{ success: false, image: url },
		{ ...completed, extra: { success: false } },
	],
	[
		{ done: true, status: 'running' },
		{ ...completed, urls: [], reported_status: 'running', extra: { done: true } },
	],
	[
		{ done: false, image: url },
		{ ...processing, extra: { done: false, image: url } },
	],
	// Codes
	[{ error_code: 5 }, { ...unsure, error: { code: '5' } }],
	[
		{ error_code: 5, status: 'running' },
		{ ...processing, reported_status: 'running', extra: { error_code: 5 } },
	],
	[
		{ status: 'zorp', code: 500, msg: 'x' },
		{
			...unsure,
			reported_status: 'zorp',
			error: { message: 'x', code: '500' },
			extra: { code: 500, msg: 'x' },
		},
	],
	[
		{ status: 'ok', code: 500, msg: 'x' },
		{ ...processing, reported_status: 'ok', extra: { code: 500, msg: 'x' } },
	],
	// Words that may be those of the request
	[
		{ status: 'error', message: 'x' },
		{ ...unsure, reported_status: 'error', error: { message: 'x' }, extra: { message: 'x' } },
	],
	[
		{ id: 'j-1', status: 'error' },
		{ ...ended, job_id: 'j-1', reported_status: 'error' },
	],
	[
		{ request_id: 'j-1', status: 'error' },
		{ ...unsure, job_id: 'j-1', reported_status: 'error' },
	],
])('how a job stands: %j', (body, job) => {
	expect(readJob(body, 'image')).toEqual(whole(job));
});

test.each<[object, 'failed' | 'processing' | 'completed']>([
	[{ status: 'OK', data: null, message: 'No capacity left for this model' }, 'failed'],
	[{ job_id: id, status: 'completed', output: [], reason: 'It was cleared by an admin' }, 'failed'],
	[{ code: 0, status: 'success', result: {}, msg: 'Come back later' }, 'failed'],
	[{ status: 'ok', data: null, message: 'success' }, 'processing'],
	[{ status: 'ok', data: null, message: 'Task submitted' }, 'processing'],
	[{ status: 'ok', data: { job_id: id }, message: 'Thank you' }, 'processing'],
	[{ status: 'completed', output: null }, 'completed'],
	[{ status: 'completed', output: null, message: 'It is here', response_url: '/r' }, 'completed'],
])('a success without anything, %j: %s', (body, status) => {
	const job = readJob(body, 'image');
	expect(job.status).toBe(status);
	expect(mayBeLookupError(job)).toBe(status === 'failed');
	if (status === 'failed') expect(job.error?.message).toMatch(/ /);
});

test.each<[string, object, boolean]>([
	['a polite word', {}, false],
	['a time at its end', { completed_at: 't' }, true],
	['a file’s ID', { id: 'j', file_id: '77' }, true],
	['a file’s ID, which may be the job’s', { image_id: 'x1' }, false],
	['no result', { result: null, output: [] }, false],
	['all of it', { progress: 100 }, true],
	['all of it, as a part of one', { progress: 1 }, true],
	['steps of thousands', { progress: 1000 }, false],
	['all of one step', { steps: { progress: 1 } }, false],
	...['result', 'output', 'video', 'image', 'creation', 'file'].map(
		(name): [string, object, boolean] => [
			`a ${name} that holds the job’s ID alone`,
			{ [name]: { task_id: 'T9' } },
			false,
		],
	),
	[
		'a result that holds the job’s ID and a file’s',
		{ result: { task_id: 'T9', file_id: '77' } },
		true,
	],
	['the job’s ID again', { task_id: 'T9', video_id: 'T9' }, false],
	[
		'the ID of what was put in',
		{ task_id: 'T9', source_video_id: 'v1', input_image_id: 'i1' },
		false,
	],
	...['estimated', 'expected', 'projected'].map((guess): [string, object, boolean] => [
		`an ${guess} end`,
		{ [`${guess}_completion_time`]: 't' },
		false,
	]),
	[
		'forms of what is to come',
		{ id: 'j', output_format: 'png', output_type: 'video', generate_video: true, image: true },
		false,
	],
	['a result that still runs', { id: 'j', result: 'queued', output: 'in progress' }, false],
])('of a job under a word of success, %s tells whether it has ended', (_, fields, ended) => {
	expect(readJob({ status: 'ok', ...fields }, 'image').status).toBe(
		ended ? 'completed' : 'processing',
	);
});

test.each<[object, string, boolean]>([
	[{ status: 'error', ref: 'j-1' }, 'j-1', true],
	[{ status: 'error', refs: ['x', 'j-1'] }, 'j-1', true],
	[{ status: 'error', id: 'j-2' }, 'j-1', false],
	[{ status: 'error', id: id.toUpperCase() }, id, true],
	[{ status: 'error', id: 'J-1' }, 'j-1', false],
	[{ status: 'failed', id: 'j-2' }, 'j-1', true],
	[{ error: 'x' }, 'j-1', false],
])('whether %j is said of the job %s', (body, jobId, isSaid) => {
	const job = readJob(body, 'image', { jobId });
	expect({ status: job.status, isSaid: !mayBeLookupError(job) }).toEqual({
		status: 'failed',
		isSaid,
	});
});

test.each<[object, Partial<Job>]>([
	[
		{ job_id: ' j-1 ', task_id: 'j-1', name: 'j-1' },
		{ job_id: 'j-1', extra: { task_id: 'j-1', name: 'j-1' } },
	],
	[
		{ task_id: 'j-2', job_id: 'j-1', name: 'j-1' },
		{ job_id: 'j-1', extra: { task_id: 'j-2', name: 'j-1' } },
	],
	// Addresses
	[
		{ status_url: '/s', response_url: '/r' },
		{ status_url: '/s', answer_url: '/r' },
	],
	[{ response_url: '/r' }, { status_url: '/r' }],
	[
		{ status: 'completed', response_url: '/r' },
		{ status: 'completed', answer_url: '/r' },
	],
	[{ status_url: `/${'x'.repeat(9_000)} ` }, { status_url: `/${'x'.repeat(9_000)} ` }],
	[{ status_url: 7 }, { extra: { other_fields: { status_url: 7 } } }],
	[{ status_url: 'see /below' }, { extra: { other_fields: { status_url: 'see /below' } } }],
	[{ links: { status: '/s' } }, { status_url: '/s' }],
	[{ status: { url: '/s' } }, { status_url: '/s' }],
	[{ status_check: { href: '/s' } }, { extra: { status_check: { href: '/s' } } }],
	[
		{ urls: { get: '/s', cancel: '/c' } },
		{ status_url: '/s', extra: { other_fields: { urls: { cancel: '/c' } } } },
	],
	[
		{ id: 'j', a: '/v1/generations/j', status_url: '/s' },
		{ job_id: 'j', status_url: '/s', extra: { a: '/v1/generations/j' } },
	],
	[
		{ id: 'j', web_url: '/view/j', share: { url: '/s/j' }, thing: '/t/j' },
		{ job_id: 'j', extra: { web_url: '/view/j', share: { url: '/s/j' }, thing: '/t/j' } },
	],
	[
		{ id: 'j', url: 'https://a.example.com/v1/videos/j.png' },
		{ job_id: 'j', status: 'completed', urls: ['https://a.example.com/v1/videos/j.png'] },
	],
	// Model
	[{ model: true }, { extra: { other_fields: { model: true } } }],
	[
		{ model_name: 'n', model: 'm' },
		{ model: 'n', extra: { other_fields: { model: 'm' } } },
	],
	[{ base_model: 'b' }, { model: 'b' }],
	[
		{ engine: 'e', model: 'm' },
		{ model: 'm', extra: { engine: 'e' } },
	],
	[
		{ model: { provider: 'p', name: 'n', slug: 's' } },
		{ model: 'n', extra: { other_fields: { model: { provider: 'p', slug: 's' } } } },
	],
	[
		{ job_id: 'j', my_model: { id: 'm' } },
		{ job_id: 'j', extra: { my_model: { id: 'm' } } },
	],
	[{ input: { model: 'm' } }, { extra: { input: { model: 'm' } } }],
	[
		{ steps: { model: 'm', created_at: 't' } },
		{ extra: { steps: { model: 'm', created_at: 't' } } },
	],
	// Times
	[{ created_at: { a: 1 } }, { extra: { other_fields: { created_at: { a: 1 } } } }],
	[{ created_by: 'x' }, { extra: { created_by: 'x' } }],
	[{ created_at_our_side: 't' }, { extra: { created_at_our_side: 't' } }],
	[
		{ predict_time: 2, generation_time: 3 },
		{ generation_time: 3, extra: { predict_time: 2 } },
	],
	[{ generation_time: 'soon' }, { extra: { other_fields: { generation_time: 'soon' } } }],
	[{ inference_time_ms: 2500 }, { extra: { inference_time_ms: 2500 } }],
	[{ estimated_completion_time: 't' }, { extra: { estimated_completion_time: 't' } }],
	// Errors
	[
		{ status: 'failed', error: { message: ' It broke', code: 7, hint: 'h' } },
		{
			...ended,
			error: { message: 'It broke', code: '7' },
			extra: { other_fields: { error: { hint: 'h' } } },
		},
	],
	[
		{ status: 'failed', error: 'It broke', code: 'E7', seed: 7 },
		{ ...ended, error: { message: 'It broke', code: 'E7' }, extra: { seed: 7 } },
	],
])('the fields of a job: %j', (body, job) => {
	expect(readJob(body, 'image')).toEqual(whole({ status: 'processing', ...job }));
});

test.each(
	'job_id status reported_status url urls status_url webhook_url answer_url model generation_time created_at completed_at error raw other_fields'.split(
		' ',
	),
)('a field named %s that tells something else does not take the place of the job’s', (name) => {
	expect(
		readJob({ id: 'j-1', state: 'completed', picture: url, [name]: { note: 1 } }, 'image'),
	).toEqual({
		...whole(completed),
		job_id: 'j-1',
		extra: { other_fields: { [name]: { note: 1 } } },
	});
});

const paths = { job_id: 'key', status: 'how', file: 'made' };

test.each<[string, object, JobHints['paths'], Partial<Job>]>([
	[
		'where an answer was fetched',
		{ answer: { key: 'k', how: 'done', made: '/x' } },
		paths,
		{ job_id: 'k', status: 'completed', reported_status: 'done', urls: ['/x'] },
	],
	[
		'where only its job was looked at',
		{ status: { key: 'k', how: 'done', made: '/x' } },
		paths,
		{ job_id: 'k', status: 'completed', reported_status: 'done', urls: ['/x'] },
	],
	[
		'at the top first',
		{ key: 'k', answer: { key: 'x' } },
		{ job_id: 'key' },
		{ job_id: 'k', extra: { answer: { key: 'x' } } },
	],
	[
		'in the answer before the look',
		{ answer: { key: 'k' }, status: { key: 'x' } },
		{ job_id: 'key' },
		{ job_id: 'k', extra: { other_fields: { status: { key: 'x' } } } },
	],
	[
		'where no ID stands',
		{ key: {}, id: 'j' },
		{ job_id: 'key' },
		{ job_id: 'j', extra: { key: {} } },
	],
	[
		'where no state stands',
		{ how: '', status: 'done' },
		{ status: 'how' },
		{ extra: { how: '', other_fields: { status: 'done' } } },
	],
	[
		'where a list of files stands',
		{ made: [{ at: 'a.png', n: 1 }, { at: '' }, { at: 'a.png' }], image: url },
		{ file: 'made' },
		{ status: 'completed', urls: ['a.png'], extra: { made: [{ n: 1 }, { at: '' }], image: url } },
	],
	[
		'where no file stands yet',
		{ made: [], image: url, id: 'j' },
		{ file: 'made' },
		{ job_id: 'j', extra: { made: [], image: url } },
	],
])('paths that the user gave: %s', (_, body, given, job) => {
	expect(readJob(body, 'image', { paths: given })).toEqual(whole({ status: 'processing', ...job }));
});
