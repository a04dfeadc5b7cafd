import { findJobId } from '../../../../../nodes/MediaGeneration/answers/job/ids';
import {
	findState,
	verdictOf,
	type FoundState,
} from '../../../../../nodes/MediaGeneration/answers/job/state';
import { walk } from '../../../../../nodes/MediaGeneration/answers/core/walk';
import { wordsOf } from '../../../../../nodes/MediaGeneration/answers/words/words';

const all = (text: string) => text.split(/\s*\|\s*/);

test.each(
	all(
		'failed | FAILURE | errored | error | TASK_STATUS_FAILED | video.failed | cancelled | canceled | aborted | rejected | expired | timeout | timed_out | TimedOut | moderated | Content Moderated | Request Moderated | content_moderation | blocked | nsfw | NSFW_DETECTED | denied | refused | invalid | terminated | killed | dead | crashed | banned | forbidden | violation | policy_violation | insufficient_credits | incomplete | lost | unsuccessful | not_found | NotFound | Task not found | CONTENT_FILTERED | IMAGE_SAFETY | PROHIBITED_CONTENT | unavailable | unsupported | deleted | revoked | interrupted | preempted | dropped | declined | stopped | oom | exceeded_quota | not_successful | job_error | processing_failed | upload-error | input_missing | could not be completed | no longer available | failed after 3 retries | max retries exceeded | failed to be processed | cannot be completed | not saved: failed | refunded | never finished | never_completed | never started | NOK',
	),
)('"%s" has failed', (word) => {
	expect(verdictOf(word)).toBe('failed');
});

test.each(
	all(
		'completed | COMPLETE | succeeded | succeed | success | SUCCESSFUL | done | ready | finished | ok | generated | available | rendered | processed | delivered | saved | TASK_STATUS_SUCCEED | video.completed | job.succeeded | generation_complete | image-ready | is_done | exported | published | fulfilled | processing_completed | RunFinished | all_done | ready for download | ready_to_download | completed with no errors | no errors, completed | no policy violation, done | RUN_SUCCESS | process_success | video created successfully | finalised | completed, not refunded',
	),
)('"%s" has ended well', (word) => {
	expect(verdictOf(word)).toBe('completed');
});

test.each(
	all(
		'pending | queued | IN_QUEUE | in_progress | InProgress | processing | running | starting | started | submitted | accepted | created | waiting | not ready | NOT_READY | not_finished | not completed | almost done | uploading | rendering | saving | finishing | completing | cancelling | failing over | dreaming | scheduled | paused | retrying | TASK_STATUS_PROCESSING | moderation_pending | ready_to_start | ready for processing | warming_up | throttled | planned | enqueued | inprogress | not_yet_ready | not yet completed | yet_to_be_processed | to_be_processed | being_processed | being cancelled, waiting | waiting for completion | intermediate-complete | preview_ready | preprocessing_complete | moderation_passed | payment_completed | successfully queued | Submitted successfully | Submit success | Task created successfully | failed_retrying | retrying_after_error | retry after failure | cancellation_requested | not_generated | not_processed | refunding',
	),
)('"%s" still runs', (word) => {
	expect(verdictOf(word)).toBe('processing');
});

test.each(['completed_with_errors', 'partial success, 1 failed'])('"%s" is both', (word) => {
	expect(verdictOf(word)).toBe('mixed');
});

test.each([
	'no error occurred',
	'no policy violation',
	'no sensitive content',
	'',
	'zorp',
	'7',
	'phase two',
	'—',
	'✓',
])('"%s" tells nothing', (word) => {
	expect(verdictOf(word)).toBe('unknown');
});

test.each([
	['motionMP4URL', ['motion', 'mp4', 'url']],
	['TASK_STATUS_SUCCEED', ['task', 'status', 'succeed']],
	['video.completed', ['video', 'completed']],
	['Content Moderated', ['content', 'moderated']],
	['b64_json', ['b64', 'json']],
	['bytesBase64Encoded', ['byte', 'base64', 'encoded']],
	['imageURLs', ['image', 'url']],
	['JobIDs', ['job', 'id']],
	['HTTPStatus2', ['http', 'status', '2']],
	['taskid', ['task', 'id']],
	['x-request-id', ['x', 'request', 'id']],
	['处理完成', ['处理完成']],
])('%s has the words %j', (name, words) => {
	expect(wordsOf(name)).toEqual(words);
});

const failed = { word: 'failed', verdict: 'failed' } as const;
const running = { word: 'running', verdict: 'processing' } as const;
const done = { word: 'done', verdict: 'completed' } as const;
const LONGEST = 'x'.repeat(100);

test.each<[string, object, Partial<FoundState>]>([
	['a word', { status: 'running' }, running],
	['a word that nobody knows', { status: 'zorp' }, { word: 'zorp' }],
	['a polite word', { status: 'OK' }, { word: 'OK', verdict: 'completed' }],
	['a long text', { status: LONGEST }, { word: LONGEST }],
	[
		'a text that is too long, and a word elsewhere',
		{ status: `${LONGEST}x`, phase: 'running' },
		running,
	],
	['an address', { status: 'https://a.example/failed' }, {}],
	['a path', { status: '/jobs/failed' }, {}],
	['a text with a slash', { status: 'failed/http' }, { word: 'failed/http', verdict: 'failed' }],
	['a number', { status: 7 }, {}],
	['a list', { status: ['failed'] }, failed],
	...['str', 'value', 'name', 'code', 'text', 'current', 'label'].map(
		(name): [string, object, Partial<FoundState>] => [
			`a ${name} within`,
			{ state: { [`x_${name}`]: 'failed' } },
			failed,
		],
	),
	['a tag within', { state: { name_tag: 'failed' } }, {}],
	['a name of something else', { house: { name: 'failed' } }, {}],
	['the status of HTTP', { http_status: 'failed' }, {}],
	['a stage that nobody knows', { stage: 'zorp 12' }, { word: 'zorp 12' }],
	['a reason of a word', { finish_reason: 'failed' }, failed],
	['a reason that nobody knows', { finish_reason: 'zorp' }, {}],
	['a reason with numbers', { finish_reason: 'failed 12' }, {}],
	['an ID in which a word happens to be', { finish_reason: '3bad' }, {}],
	['a numbered word', { finish_reason: 'failed-1' }, { word: 'failed-1', verdict: 'failed' }],
	['the deeper of two', { status: 'done', data: { status: 'running' } }, running],
	['the better name of two', { status: 'done', data: { phase: 'running' } }, done],
	['a polite word above another', { status: 'success', data: { phase: 'running' } }, running],
	['one of the payment', { stage: 'running', billing: { status: 'failed' } }, running],
	['one of an entry', { stage: 'running', list: [{ phase: 'failed' }, {}] }, running],
	['one of the only entry', { stage: 'running', list: [{ phase: 'failed' }] }, failed],
	[
		'the one beside the ID',
		{ job: { job_id: 'j-1', status: 'failed' }, other: { status: 'running' } },
		failed,
	],
	[
		'the one of several entries that runs',
		[
			{ job_id: 'j-1', status: 'failed' },
			{ job_id: 'j-2', status: 'running' },
		],
		running,
	],
	[
		'a mixed one beside a good one',
		{ a: { status: 'done' }, b: { status: 'done, 1 failed' } },
		{ word: 'done, 1 failed', verdict: 'mixed' },
	],
	[
		'a running one beside a mixed one',
		{ a: { status: 'done, 1 failed' }, b: { status: 'running' } },
		running,
	],
	[
		'a bad one beside one that nobody knows',
		{ a: { status: 'zorp' }, b: { status: 'failed' } },
		failed,
	],
	[
		'the first of two words that mean the same',
		{ a: { status: 'done' }, b: { status: 'finished' } },
		done,
	],
	['what was asked for', { input: { status: 'failed', done: true } }, {}],
	['an end', { done: true }, { flags: new Set(['done']) }],
	['an end of the job', { job_is_done: true }, { flags: new Set(['done']) }],
	['no end', { task_finished: false }, { flags: new Set(['not done']) }],
	['an end of the usage', { usage: { done: true } }, {}],
	['an end of an entry', { list: [{ done: true }, {}] }, {}],
	['a bad end', { was_cancelled: true }, { flags: new Set(['failed']) }],
	['no success', { success: false }, { flags: new Set(['no success']) }],
])('how a job stands: %s', (_, body, state) => {
	const opened = walk(body);
	const { place, ...found } = findState(opened, findJobId(opened));
	expect(found).toEqual({ verdict: 'unknown', flags: new Set(), ...state });
	expect(place?.value).toBe(found.word);
});
