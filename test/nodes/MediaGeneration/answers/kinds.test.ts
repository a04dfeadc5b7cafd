import fc from 'fast-check';
import { readServiceError } from '../../../../nodes/MediaGeneration/answers/failure/serviceError';
import { readJob } from '../../../../nodes/MediaGeneration/answers/job/job';
import { keyChoice } from '../../../../nodes/MediaGeneration/answers/list/record';
import { readScopes } from '../../../../nodes/MediaGeneration/answers/list/scopes';

/** Kinds of answers that servers gave which nobody had planned for: each holds for all of its kind, and not for an example. */

const file = (at: number) => `https://cdn.example.com/${at}.png`;
const anyOf = <T>(...values: T[]) => fc.constantFrom(...values);
/** An answer, bare or wrapped. */
const wrapped = (body: object) =>
	anyOf<object>(body, { data: body }, { result: body, code: 0 }, { response: body });

test('files that are there come out, whatever failed beside them, and it is told', () => {
	const errors = fc.array(
		anyOf<unknown>(
			'refused',
			{ message: 'refused' },
			{ code: 'nsfw', message: 'refused', index: 2 },
		),
		{ minLength: 1, maxLength: 3 },
	);
	const files = anyOf<object>(
		{ images: [{ url: file(1) }, { url: file(2) }] },
		{ data: [{ url: file(1) }, { url: file(2) }] },
		{ output: [file(1), file(2)] },
	);
	const states = anyOf<object>(
		{},
		{ status: 'partial' },
		{ state: 'PARTIAL_SUCCESS' },
		{ status: 'completed_with_errors' },
	);
	fc.assert(
		fc.property(files, errors, anyOf('errors', 'failed'), states, (made, failed, name, state) => {
			const job = readJob({ ...made, ...state, [name]: failed }, 'image');
			expect(job).toMatchObject({
				status: 'completed',
				urls: [file(1), file(2)],
				missing: expect.stringContaining('refused'),
			});
		}),
	);
});

test('the ID that the document names is the job’s, whatever stands deeper', () => {
	const names = anyOf(
		...'task_id taskUUID job_id generationId prediction_id id jobUuid'.split(' '),
	);
	fc.assert(
		fc.property(
			names,
			fc.uuid(),
			anyOf<(inner: object) => object>(
				(inner) => ({ data: [inner] }),
				(inner) => ({ data: inner }),
				(inner) => ({ output: { job: inner } }),
			),
			(name, id, around) => {
				expect(
					readJob(
						{ job_id: 'J-1', status: 'processing', ...around({ [name]: id, status: 'queued' }) },
						'image',
					).job_id,
				).toBe('J-1');
			},
		),
	);
});

test('of a job that was asked about, the ID of the request is none', () => {
	const names = anyOf('RequestId', 'request_id', 'requestId', 'trace_id', 'logId', 'eventId');
	const answers = wrapped({ status: 'SUCCEEDED', output: { url: file(1) } });
	fc.assert(
		fc.property(names, fc.uuid(), answers, (name, id, answer) => {
			expect(readJob({ [name]: id, ...answer }, 'image', { jobId: 'J-1' })).toMatchObject({
				job_id: undefined,
				status: 'completed',
				urls: [file(1)],
			});
		}),
	);
});

test('an answer about one job that tells a bad end ends that job, whatever its word', () => {
	const words = anyOf(
		...'FAIL FAILURE Fail error ERROR failed TASK_FAILED cancelled EXPIRED rejected'.split(' '),
	);
	fc.assert(
		fc.property(
			words,
			anyOf('status', 'state', 'task_status', 'jobStatus'),
			anyOf<object>({}, { reason: 'nsfw' }, { progress: 40 }),
			(word, name, more) => {
				expect(readJob({ [name]: word, ...more }, 'image', { jobId: 'J-1' })).toMatchObject({
					status: 'failed',
					failureEvidence: 'state',
				});
			},
		),
	);
});

test.each([
	'rate limit exceeded',
	'Too many requests',
	'invalid api key',
	'job not found',
	'please try again later',
])('what was wrong with the question says nothing of the job: %s', (message) => {
	expect(readJob({ status: 'error', message }, 'image', { jobId: 'J-1' })).toMatchObject({
		status: 'failed',
		failureEvidence: 'nothing',
	});
});

test('a job that is done and holds no file names where to ask for it', () => {
	const names = anyOf('response_url', 'resultUrl', 'content_url', 'download_link', 'asset_uri');
	fc.assert(
		fc.property(names, anyOf('done', 'completed', 'SUCCEEDED'), (name, status) => {
			const address = 'https://api.example.com/api/v1/jobs/1/content';
			const { urls, answer_url } = readJob({ status, [name]: address }, 'image');
			expect([...urls, answer_url]).toContain(address);
		}),
	);
});

test('a lesser form, or a link that does something else, is not the result where another address gives that', () => {
	const beside = anyOf<object>(
		{ thumbnail_url: file(1) },
		{ preview: { url: file(1) } },
		{ _links: { cancel: { href: 'https://api.example.com/cancel/1' } } },
		{ poster: file(1), thumbnails: [file(1)] },
	);
	fc.assert(
		fc.property(anyOf('response_url', 'responseEndpoint'), beside, (name, more) => {
			const address = 'https://api.example.com/api/v1/content/1';
			expect(
				readJob({ result: { status: 'done', ...more, [name]: address } }, 'image'),
			).toMatchObject({ urls: [], answer_url: address });
		}),
	);
});

test('the ID of a model or a user is not that of the job that was asked about', () => {
	for (const holder of ['model', 'user', 'project', 'account'])
		expect(
			readJob({ [holder]: { id: 'x-1' }, status: 'done' }, 'image', { jobId: 'J-1' }).job_id,
		).toBeUndefined();
});

test('names in any letters, and in an object beside', () => {
	expect(readScopes({ Scopes: [{ Scope: 'image:gen', Access: 'pictures' }] })).toEqual([
		{ scope: 'image:gen', access: 'pictures' },
	]);
	expect(keyChoice({ Id: 'k1', Name: 'Mine', Status: 'active' })).toEqual({
		id: 'k1',
		name: 'Mine',
		status: 'active',
	});
	expect(keyChoice({ id: 'k1', meta: { name: 'Mine' }, status: 'active' })).toEqual({
		id: 'k1',
		name: 'Mine',
		status: 'active',
	});
});

test('a reason that is only in the detail beside a message that says nothing is told', () => {
	const generic = anyOf(
		'Bad Request',
		'Validation error',
		'An error occurred',
		'Unprocessable Entity',
		'Invalid request',
	);
	const names = anyOf('detail', 'description', 'reason', 'cause');
	fc.assert(
		fc.property(generic, names, fc.boolean(), (message, name, isInner) => {
			const error = { message, [name]: 'image_width must be below 2048' };
			expect(readServiceError(isInner ? { error } : error).message).toBe(
				'image_width must be below 2048',
			);
		}),
	);
	expect(readServiceError({ error: { message: 'seed is wrong', detail: 'more' } }).message).toBe(
		'seed is wrong',
	);
});
