import type { Job } from '../../../../nodes/MediaGeneration/answers/job/job';

/** An answer of the kind that a service gives, and what a reader must make of it. */
export interface AnswerRow {
	what: string;
	media?: 'image' | 'video';
	body: unknown;
	job: Partial<Omit<Job, 'extra'>>;
}

const uuid = '0b8d2c1e-58a4-4f0e-9a53-7f2f6f0a9c11';
const png = 'https://cdn.example.net/out/a1.png';
const png2 = 'https://cdn.example.net/out/a2.png';
const mp4 = 'https://cdn.example.net/out/clip.mp4';
const input = 'https://up.example.org/mine.png';
const png64 = `iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ${'A'.repeat(80)}`;
const mp464 = `AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDE${'A'.repeat(81)}`;

const running = (what: string, body: unknown, job_id?: string): AnswerRow => ({
	what,
	body,
	job: { status: 'processing', urls: [], ...(job_id && { job_id }) },
});
const done = (
	what: string,
	body: unknown,
	urls: string[],
	job_id?: string,
	media?: 'image' | 'video',
): AnswerRow => ({
	what,
	body,
	media,
	job: { status: 'completed', urls, ...(job_id && { job_id }) },
});
const failed = (what: string, body: unknown, error?: Job['error'], job_id?: string): AnswerRow => ({
	what,
	body,
	job: { status: 'failed', urls: [], ...(error && { error }), ...(job_id && { job_id }) },
});

/** Shapes that services of the trade use, each written for this table. */
export const answers: AnswerRow[] = [
	done(
		'an ID of its own for each result',
		{
			task: { id: 'gen-7' },
			status: { state: 'done' },
			generations: [{ id: 'g1', result: { src: png } }],
		},
		[png],
		'gen-7',
	),
	done(
		'such IDs beside a job ID of an unknown name',
		{
			data: {
				edit_id: uuid,
				taskStatus: 'rendered',
				generations: [{ id: 'g1', result: { src: png } }],
			},
		},
		[png],
		uuid,
	),
	done(
		'the request’s ID in the job and a gateway’s beside it',
		{
			request_id: 'gen-8',
			gateway_request_id: uuid,
			status: 'OK',
			payload: { request_id: 'gen-8', task_status: 'COMPLETED', imageURL: png },
		},
		[png],
		'gen-8',
	),
	done(
		'no state, and an address in which a word of failure happens to be',
		{
			taskId: 'T-9',
			result_url: 'https://cdn.example.net/bd06e4a5-bad3-4501-90bf-d5de9bead54b.png',
		},
		['https://cdn.example.net/bd06e4a5-bad3-4501-90bf-d5de9bead54b.png'],
		'T-9',
	),
	// Accepted, or still at work
	running(
		'an acceptance in an envelope of success',
		{ code: 0, msg: 'success', data: { task_id: 'T-91' } },
		'T-91',
	),
	running(
		'an acceptance with success beside the ID',
		{ status: 'success', task_id: 'T-92' },
		'T-92',
	),
	running(
		'an acceptance whose envelope is ok',
		{ ok: true, result: { id: 'pred8842', state: 'starting' } },
		'pred8842',
	),
	running(
		'a request ID beside a task ID',
		{ request_id: uuid, output: { task_id: 'ds-7', task_status: 'PENDING' } },
		'ds-7',
	),
	running(
		'a request ID alone, with where to ask',
		{
			request_id: 'r-5',
			status: 'IN_QUEUE',
			queue_position: 3,
			status_url: 'https://q.example.net/requests/r-5/status',
		},
		'r-5',
	),
	running(
		'an operation that is not done',
		{
			name: 'projects/p/locations/l/operations/op-17',
			done: false,
			metadata: { progressPercent: 40 },
		},
		'op-17',
	),
	running('an ID of another name', { dreamId: 'dr_33', phase: 'dreaming' }, 'dr_33'),
	running(
		'an ARN',
		{ invocationArn: 'arn:aws:bedrock:us-east-1:1:async-invoke/ab12', status: 'InProgress' },
		'arn:aws:bedrock:us-east-1:1:async-invoke/ab12',
	),
	running(
		'an address of the job as url',
		{
			id: 'p77',
			url: 'https://api.example.net/v1/predictions/p77',
			urls: {
				get: 'https://api.example.net/v1/predictions/p77',
				cancel: 'https://api.example.net/v1/predictions/p77/cancel',
			},
			output: null,
		},
		'p77',
	),
	running(
		'progress of 100 without an end',
		{ id: 'x1', status: 'uploading_assets', progress: 100 },
		'x1',
	),
	running('a picture of how far it is', { id: 'x2', status: 'processing', preview_url: png }, 'x2'),
	running('not ready', { id: 'x3', status: 'NOT_READY' }, 'x3'),
	running('ready to start', { id: 'x4', status: 'ready_to_start' }, 'x4'),
	running('cancelling, which has not ended', { id: 'x5', status: 'cancelling' }, 'x5'),
	running(
		'a word in another alphabet',
		{ Response: { JobId: '88123', JobStatusMsg: '处理中', RequestId: uuid } },
		'88123',
	),
	running(
		'an echo of what was put in',
		{ job: { id: 'j-4', state: 'received' }, input: { image_url: input, prompt: 'x' } },
		'j-4',
	),
	running(
		'what was put in at the top',
		{ id: 'j-5', status: 'unheard-of', init_image_url: input, source_url: input },
		'j-5',
	),
	running(
		'an event with an ID of its own',
		{
			id: 'evt_01',
			type: 'prediction.updated',
			data: { object: { id: 'job_31', status: 'running' } },
		},
		'job_31',
	),
	running('joined words', { taskid: 'q9', taskstatus: 'waiting' }, 'q9'),
	running(
		'a step that is done',
		{
			id: 'w1',
			status: 'running',
			steps: [
				{ name: 'fetch', status: 'completed' },
				{ name: 'paint', status: 'running' },
			],
		},
		'w1',
	),
	running(
		'empty errors of every kind',
		{
			id: 'w2',
			error: '',
			errors: [],
			failure: null,
			failure_reason: 'none',
			error_code: 0,
			err_msg: 'success',
			exception: {},
		},
		'w2',
	),
	running(
		'an error object that says there is none',
		{ id: 'w3', status: 'queued', error: { code: 0, message: '', raw_message: '' } },
		'w3',
	),
	running(
		'a count of errors',
		{ id: 'w4', status: 'queued', error_count: 2, retry_on_error: true },
		'w4',
	),
	running(
		'links for people',
		{
			id: 'w5',
			links: { self: '/v1/jobs/w5', web: 'https://www.example.net/p/w5' },
			docs_url: 'https://docs.example.net/a',
		},
		'w5',
	),
	running('one of two that still runs', {
		data: [
			{ id: 'm1', status: 'completed' },
			{ id: 'm2', status: 'processing' },
		],
	}),
	running(
		'accepted in an answer within an answer',
		{
			code: 200,
			data: { taskId: 'k1', state: 'waiting', param: `{"input":{"image_urls":["${input}"]}}` },
		},
		'k1',
	),
	// Ended well
	done(
		'a list of addresses',
		{
			id: 'a',
			status: 'succeeded',
			output: [png, png2],
			input: { image: input },
			urls: { get: 'https://api.example.net/v1/predictions/a' },
			error: null,
			logs: '',
		},
		[png, png2],
		'a',
	),
	done(
		'one address for output',
		{ id: 'b', status: 'SUCCEEDED', output: mp4, failure: null },
		[mp4],
		'b',
		'video',
	),
	done(
		'assets by kind',
		{
			id: 'c',
			state: 'completed',
			assets: { video: mp4, image: png, progress_video: null },
			failure_reason: null,
			request: { keyframes: { frame0: { url: input } } },
		},
		[mp4],
		'c',
		'video',
	),
	done(
		'a result among Chinese fields',
		{
			code: 0,
			message: 'SUCCEED',
			request_id: uuid,
			data: {
				task_id: '99',
				task_status: 'succeed',
				task_status_msg: '',
				task_result: { videos: [{ id: 'v1', url: mp4, duration: '5' }] },
			},
		},
		[mp4],
		'99',
		'video',
	),
	done(
		'JSON within text',
		{
			code: 200,
			msg: 'success',
			data: {
				taskId: 'k2',
				state: 'success',
				param: '{"input":{}}',
				resultJson: JSON.stringify({ resultUrls: [png, png2] }),
				failCode: null,
				failMsg: null,
			},
		},
		[png, png2],
		'k2',
	),
	done(
		'Ready with a sample',
		{
			id: 'f',
			status: 'Ready',
			result: { sample: png, prompt: 'https://example.org/not-this.png', seed: 1 },
		},
		[png],
		'f',
	),
	done(
		'a word of the queue and no file',
		{
			status: 'COMPLETED',
			request_id: 'r9',
			response_url: 'https://q.example.net/requests/r9',
			logs: null,
		},
		[],
		'r9',
	),
	done(
		'a delivery that is OK',
		{
			request_id: 'r8',
			status: 'OK',
			payload: {
				images: [{ url: png, width: 1, content_type: 'image/png' }],
				has_nsfw_concepts: [false],
			},
		},
		[png],
		'r8',
	),
	done(
		'a COMPLETE record of a table',
		{
			generations_by_pk: {
				id: uuid,
				status: 'COMPLETE',
				generated_images: [
					{ id: 'i1', url: png, motionMP4URL: null },
					{ id: 'i2', url: png2 },
				],
			},
		},
		[png, png2],
		uuid,
	),
	done(
		'a film of a picture',
		{
			generations_by_pk: {
				id: uuid,
				status: 'COMPLETE',
				generated_images: [{ id: 'i1', url: png, motionMP4URL: mp4 }],
			},
		},
		[mp4],
		uuid,
		'video',
	),
	done(
		'an operation that is done',
		{
			name: 'models/veo/operations/o1',
			done: true,
			response: {
				generateVideoResponse: {
					generatedSamples: [
						{ video: { uri: 'https://files.example.net/v1/files/f1:download?alt=media' } },
					],
				},
			},
		},
		['https://files.example.net/v1/files/f1:download?alt=media'],
		'o1',
		'video',
	),
	done(
		'a prefix before the word',
		{
			task: { task_id: 'n1', status: 'TASK_STATUS_SUCCEED', reason: '', eta: 0 },
			images: [],
			videos: [{ video_url: mp4, video_url_ttl: '3600' }],
		},
		[mp4],
		'n1',
		'video',
	),
	done(
		'a dotted event',
		{
			event_type: 'video.completed',
			video: { id: 'vid_2', download_url: mp4, thumbnail_url: png },
		},
		[mp4],
		undefined,
		'video',
	),
	done(
		'a film beside its cover',
		{
			id: 'v',
			state: 'success',
			err_code: '',
			creations: [
				{ id: 'c1', url: mp4, cover_url: png, watermarked_url: 'https://cdn.example.net/w.mp4' },
			],
		},
		[mp4],
		'v',
		'video',
	),
	done(
		'a code of 100 that is good',
		{
			code: 100,
			message: 'Success',
			data: {
				video_id: 'h1',
				status: 'completed',
				video_url: mp4,
				thumbnail_url: png,
				gif_url: 'https://cdn.example.net/a.gif',
				caption_url: 'https://cdn.example.net/a.srt',
				error: null,
			},
		},
		[mp4],
		'h1',
		'video',
	),
	done(
		'result and source side by side',
		{
			id: 'd1',
			status: 'done',
			source_url: input,
			result_url: mp4,
			pending_url: 's3://bucket/pending',
			audio_url: 'https://cdn.example.net/a.wav',
		},
		[mp4],
		'd1',
		'video',
	),
	done(
		'a bare download',
		{
			id: 's1',
			status: 'complete',
			download: mp4,
			thumbnail: { image: png },
			captions: { vtt: 'https://cdn.example.net/a.vtt' },
		},
		[mp4],
		's1',
		'video',
	),
	done(
		'content of a finished task',
		{
			id: 'cgt-1',
			model: 'm',
			status: 'succeeded',
			content: { video_url: mp4, last_frame_url: png },
			usage: { completion_tokens: 5 },
		},
		[mp4],
		'cgt-1',
		'video',
	),
	done(
		'OpenAI pictures as base64',
		{ created: 1, data: [{ b64_json: png64, revised_prompt: 'x' }] },
		[`data:image/png;base64,${png64}`],
	),
	done(
		'a data address under url',
		{ job_id: uuid, status: 'completed', url: `data:image/png;base64,${png64}` },
		[`data:image/png;base64,${png64}`],
		uuid,
	),
	done(
		'an image call among other output',
		{
			id: 'resp_1',
			status: 'completed',
			output: [{ type: 'image_generation_call', id: 'ig_1', status: 'completed', result: png64 }],
			error: null,
			incomplete_details: null,
		},
		[`data:image/png;base64,${png64}`],
		'resp_1',
	),
	done(
		'inline data of a candidate',
		{
			candidates: [
				{
					content: {
						parts: [{ text: 'Here' }, { inlineData: { mimeType: 'image/png', data: png64 } }],
					},
					finishReason: 'STOP',
				},
			],
		},
		[`data:image/png;base64,${png64}`],
	),
	done(
		'encoded bytes of a prediction',
		{ predictions: [{ bytesBase64Encoded: png64, mimeType: 'image/png' }] },
		[`data:image/png;base64,${png64}`],
	),
	done(
		'a film as base64',
		{ video: mp464, finish_reason: 'SUCCESS', seed: 3 },
		[`data:video/mp4;base64,${mp464}`],
		undefined,
		'video',
	),
	done(
		'artifacts with a reason each',
		{ artifacts: [{ base64: png64, seed: 1, finishReason: 'SUCCESS' }] },
		[`data:image/png;base64,${png64}`],
	),
	done(
		'some of several failed',
		{
			output: {
				task_id: 'd2',
				task_status: 'SUCCEEDED',
				results: [{ url: png }, { code: 'InternalError', message: 'failed' }],
				task_metrics: { TOTAL: 2, SUCCEEDED: 1, FAILED: 1 },
			},
		},
		[png],
		'd2',
	),
	done(
		'a word nobody knows and a file',
		{ id: 'u1', status: 'wrapped-up', image: png },
		[png],
		'u1',
	),
	done(
		'no word and a relative address',
		{ job_id: 'u2', image_url: '/media/out/u2.png' },
		['/media/out/u2.png'],
		'u2',
	),
	done(
		'an address without its scheme',
		{ job_id: 'u3', image_url: '//cdn.example.net/u3.png' },
		['//cdn.example.net/u3.png'],
		'u3',
	),
	done(
		'outputs by node',
		{
			[uuid]: {
				outputs: { 9: { images: [{ url: png }] }, 12: { images: [{ url: png2 }] } },
				status: { status_str: 'success', completed: true, messages: [] },
			},
		},
		[png, png2],
	),
	done(
		'a list of one job',
		{ success: true, data: [{ uuid, progress: 100, state: 'FINISHED', image: { src: png } }] },
		[png],
		uuid,
	),
	done(
		'sizes of one picture',
		{
			id: 'z1',
			state: 'done',
			sizes: {
				small: 'https://cdn.example.net/s.png',
				medium: 'https://cdn.example.net/m.png',
				large: 'https://cdn.example.net/l.png',
			},
		},
		['https://cdn.example.net/l.png'],
		'z1',
	),
	done(
		'numbered fields',
		{ task_id: 'z2', status: 'ok', image_1: png, image_2: png2 },
		[png, png2],
		'z2',
	),
	done(
		'files with a role each',
		{
			id: 'z3',
			status: 'finished',
			files: [
				{ role: 'input', url: input },
				{ role: 'thumbnail', url: 'https://cdn.example.net/t.png' },
				{ role: 'output', url: png },
			],
		},
		[png],
		'z3',
	),
	done(
		'a code and words in Chinese',
		{
			Response: {
				JobStatusCode: '5',
				JobStatusMsg: '处理完成',
				JobErrorCode: '',
				JobErrorMsg: '',
				ResultImage: [png],
				RequestId: uuid,
			},
		},
		[png],
	),
	done(
		'a deep list of lists',
		{
			data: {
				task_id: 'bd1',
				task_progress: 1,
				task_status: 'SUCCESS',
				sub_task_result_list: [
					{
						sub_task_status: 'SUCCESS',
						final_image_list: [{ img_url: png, img_approve_conclusion: 'pass' }],
					},
				],
			},
		},
		[png],
		'bd1',
	),
	done(
		'a file that ends at the job',
		{
			id: 'vj',
			object: 'video',
			status: 'completed',
			url: 'https://api.example.net/v1/videos/vj/content',
		},
		['https://api.example.net/v1/videos/vj/content'],
		'vj',
		'video',
	),
	done(
		'completed at, and a polite word',
		{ status: 'success', task_id: 'mm', completed_at: '2026-01-01T00:00:00Z' },
		[],
		'mm',
	),
	running(
		'no end yet, and a polite word',
		{ status: 'success', task_id: 'mm', completed_at: null },
		'mm',
	),
	done(
		'completed at, with a polite word and a file’s ID',
		{ status: 'success', task_id: 'mm', file_id: '77', completed_at: '2026-01-01T00:00:00Z' },
		[],
		'mm',
	),
	done(
		'the picture of an answer in camel case',
		{ taskId: 'cc', jobStatus: 'Succeeded', resultImageUrl: png },
		[png],
		'cc',
	),
	done(
		'a link by its rel',
		{
			job_id: uuid,
			links: [
				{ rel: 'self', href: '/jobs/1' },
				{ rel: 'result', href: mp4 },
			],
		},
		[mp4],
		uuid,
		'video',
	),
	done(
		'a documented name, whatever the address looks like',
		{ job_id: uuid, status: 'completed', image_url: `https://api.example.net/files/jobs/${uuid}` },
		[`https://api.example.net/files/jobs/${uuid}`],
		uuid,
	),
	done(
		'a film beside its first picture, in an object of information',
		{
			taskId: 'vi',
			state: 'success',
			videoInfo: { videoUrl: mp4, firstFrameUrl: png },
		},
		[mp4],
		'vi',
		'video',
	),
	done(
		'a film in a bucket and at an address',
		{
			name: 'models/m/operations/op',
			done: true,
			response: { generatedVideos: [{ video: { uri: 'gs://bucket/clip.mp4', url: mp4 } }] },
		},
		[mp4],
		'op',
		'video',
	),
	done(
		'files that refer back to their job',
		{
			files: [
				{ id: 'f1', status: 'ready', job_id: 'fj', url: png },
				{ id: 'f2', status: 'ready', job_id: 'fj', url: png2 },
			],
		},
		[png, png2],
		'fj',
	),
	done(
		'formats of one film',
		{
			job_id: uuid,
			status: 'completed',
			video: { formats: { mp4: { url: mp4 }, gif: { url: 'https://cdn.example.net/a.gif' } } },
		},
		[mp4],
		uuid,
		'video',
	),
	done(
		'the file once under two names',
		{ job_id: 'tw', status: 'completed', url: png, image_url: png },
		[png],
		'tw',
	),
	// Ended badly
	failed(
		'Content Moderated',
		{ id: 'e1', status: 'Content Moderated', result: null },
		undefined,
		'e1',
	),
	failed(
		'an error under a word of success',
		{ id: 'e2', status: 'completed', error: { message: 'NSFW content', code: 'nsfw' } },
		{ message: 'NSFW content', code: 'nsfw' },
		'e2',
	),
	failed(
		'a reason and its code',
		{
			id: 'e3',
			status: 'FAILED',
			failure: 'The prompt was refused',
			failureCode: 'SAFETY.INPUT.TEXT',
		},
		{ message: 'The prompt was refused', code: 'SAFETY.INPUT.TEXT' },
		'e3',
	),
	failed(
		'failMsg and failCode',
		{
			code: 200,
			msg: 'success',
			data: {
				taskId: 'e4',
				state: 'fail',
				failCode: '501',
				failMsg: 'Upstream broke',
				resultJson: '',
			},
		},
		{ message: 'Upstream broke', code: '501' },
		'e4',
	),
	failed(
		'a status message',
		{ code: 0, data: { task_id: 'e5', task_status: 'failed', task_status_msg: 'Risk control' } },
		{ message: 'Risk control' },
		'e5',
	),
	failed(
		'a code of failure in a 200',
		{ code: 402, msg: 'Insufficient credits', data: null },
		{ message: 'Insufficient credits', code: '402' },
	),
	failed(
		'a name as the code of failure in a 200',
		{ code: 'DataInspectionFailed', message: 'The input is not appropriate', request_id: 'r-1' },
		{ message: 'The input is not appropriate', code: 'DataInspectionFailed' },
		'r-1',
	),
	failed(
		'success is false',
		{ success: false, message: 'The model is busy' },
		{ message: 'The model is busy' },
	),
	failed(
		'a problem of RFC 9457',
		{
			type: 'https://example.net/probs/no-credit',
			title: 'Out of credit',
			status: 403,
			detail: 'Your balance is 3',
		},
		{ message: 'Your balance is 3' },
	),
	failed(
		'an operation that is done, with an error',
		{
			name: 'operations/o2',
			done: true,
			error: { code: 3, message: 'Blocked by policy', status: 'INVALID_ARGUMENT' },
		},
		{ message: 'Blocked by policy', code: '3' },
	),
	failed(
		'a word nobody knows and a reason',
		{ id: 'e6', status: 'phase-9', failure_reason: 'The GPU is gone' },
		{ message: 'The GPU is gone' },
		'e6',
	),
	failed('expired', { id: 'e7', state: 'TASK_STATUS_EXPIRED' }, undefined, 'e7'),
	failed('not found', { id: 'e8', status: 'Task not found', result: null }, undefined, 'e8'),
	failed('timed out', { id: 'e9', job_status: 'TimedOut' }, undefined, 'e9'),
	failed('a blocked prompt', { promptFeedback: { blockReason: 'SAFETY' } }, undefined),
	failed(
		'a filtered artifact',
		{ artifacts: [{ finishReason: 'CONTENT_FILTERED', seed: 1 }] },
		undefined,
	),
	...['withheld', 'filtered', 'blocked', 'Rejected', 'content_moderated'].map((word) =>
		failed(
			`results of which each is ${word}`,
			{ id: 'wh', status: 'completed', results: [{ status: word, reason: 'It shows a face' }] },
			{ message: 'It shows a face', code: word },
			'wh',
		),
	),
	failed('unsuccessful', { id: 'e10', result: { status: 'unsuccessful' } }, undefined, 'e10'),
	failed('a flag', { id: 'e11', cancelled: true }, undefined, 'e11'),
	failed(
		'done, and a status message of failure',
		{ job: { inference_id: 'e13', done: true, task_status_msg: 'The generation failed' } },
		{ message: 'The generation failed' },
		'e13',
	),
	failed(
		'errors of GraphQL',
		{ data: null, errors: [{ message: 'No such model', extensions: { code: 'BAD_USER_INPUT' } }] },
		{ message: 'No such model', code: 'BAD_USER_INPUT' },
	),
	failed(
		'an envelope of success',
		{
			success: true,
			message: 'ok',
			data: { id: 'e12', status: 'error', error_message: 'No face found' },
		},
		{ message: 'No face found' },
		'e12',
	),
	done(
		'two files beside a list of what failed',
		{ images: [{ url: png }, { url: png2 }], errors: [{ message: 'third refused', index: 2 }] },
		[png, png2],
	),
	done(
		'a part of what was asked for',
		{ id: 'p1', status: 'partial', output: [png], failed: ['one was refused'] },
		[png],
		'p1',
	),
	done(
		'completed with errors',
		{ task_id: 'p2', state: 'COMPLETED_WITH_ERRORS', results: [{ url: png }], errors: ['x'] },
		[png],
		'p2',
	),
	running(
		'the documented ID beside a UUID that lies deeper',
		{ job_id: 'J-1', status: 'processing', data: [{ taskUUID: uuid, taskType: 'imageInference' }] },
		'J-1',
	),
	done(
		'done, with a file that is to be asked for elsewhere',
		{ job_id: 'r1', status: 'done', file_retrieve_url: '/v1/files/1' },
		[],
		'r1',
	),
	done(
		'done, with the place of its result',
		{ id: 'r2', state: 'SUCCEEDED', result_endpoint: '/v1/jobs/r2/output' },
		[],
		'r2',
	),
];
