import { verdictOf } from '../../../../nodes/MediaGeneration/wire/state';
import { wordsOf } from '../../../../nodes/MediaGeneration/wire/words/split';

const all = (text: string) => text.split(/\s*\|\s*/);

test.each(
	all(
		'failed | FAILURE | errored | error | TASK_STATUS_FAILED | video.failed | cancelled | canceled | aborted | rejected | expired | timeout | timed_out | TimedOut | moderated | Content Moderated | Request Moderated | content_moderation | blocked | nsfw | NSFW_DETECTED | denied | refused | invalid | terminated | killed | dead | crashed | banned | forbidden | violation | policy_violation | insufficient_credits | incomplete | lost | unsuccessful | not_found | NotFound | Task not found | CONTENT_FILTERED | IMAGE_SAFETY | PROHIBITED_CONTENT | unavailable | unsupported | deleted | revoked | interrupted | preempted | dropped | declined | stopped | oom | exceeded_quota | 失败 | not_successful | job_error | processing_failed | upload-error',
	),
)('"%s" has failed', (word) => {
	expect(verdictOf(word)).toBe('failed');
});

test.each(
	all(
		'completed | COMPLETE | succeeded | succeed | success | SUCCESSFUL | done | ready | finished | ok | generated | available | rendered | processed | delivered | uploaded | saved | TASK_STATUS_SUCCEED | video.completed | job.succeeded | generation_complete | image-ready | is_done | exported | published | fulfilled | 成功 | processing_completed | RunFinished | all_done',
	),
)('"%s" has ended well', (word) => {
	expect(verdictOf(word)).toBe('completed');
});

test.each(
	all(
		'pending | queued | IN_QUEUE | in_progress | InProgress | processing | running | starting | started | submitted | accepted | created | waiting | not ready | NOT_READY | not_finished | not completed | almost done | uploading | rendering | saving | finishing | completing | cancelling | failing over | dreaming | scheduled | paused | retrying | TASK_STATUS_PROCESSING | moderation_pending | ready_to_start | ready for processing | warming_up | 处理中 | throttled',
	),
)('"%s" still runs', (word) => {
	expect(verdictOf(word)).toBe('processing');
});

test.each(['completed_with_errors', 'partial success, 1 failed'])('"%s" is both', (word) => {
	expect(verdictOf(word)).toBe('mixed');
});

test.each(['', 'zorp', '7', 'phase two', '—', '✓'])('"%s" tells nothing', (word) => {
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
