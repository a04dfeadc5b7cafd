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
	running('a setting for errors', { job_id: 'j', status: 'running', error_handling: 'retry' }, 'j'),
	running(
		'how many errors are taken',
		{ job_id: 'j', status: 'running', error_threshold: 'high' },
		'j',
	),
	running('an open job beside its address', { job_id: 'j', status: 'on_hold', url: png }, 'j'),
	running('a job that is nearly done', { job_id: 'j', status: 'nearly_done' }, 'j'),
	done(
		'an error that is none',
		{ job_id: 'j', status: 'completed', image_url: png, error: 'undefined' },
		[png],
		'j',
	),
	done(
		'an error of an earlier try',
		{ job_id: 'j', status: 'completed', image_url: png, prior_error: 'timeout' },
		[png],
		'j',
	),
	done('a tiny form beside the file', { status: 'done', tiny: png2, url: png }, [png]),
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
		'an event with an ID of its own',
		{
			id: 'evt_01',
			type: 'prediction.updated',
			data: { object: { id: 'job_31', status: 'running' } },
		},
		'job_31',
	),
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
		'numbered fields',
		{ task_id: 'z2', status: 'ok', image_1: png, image_2: png2 },
		[png, png2],
		'z2',
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
	failed(
		'done, and a status message of failure',
		{ job: { inference_id: 'e13', done: true, task_status_msg: 'The generation failed' } },
		{ message: 'The generation failed' },
		'e13',
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
		'done, with a file that is to be asked for elsewhere',
		{ job_id: 'r1', status: 'done', file_retrieve_url: '/v1/files/1' },
		[],
		'r1',
	),
];
