import type { Template } from '../fill';

/** How an ID of a job is written, where the document does not say that it is a UUID; some only begin in a certain way. */
export type IdForm = 'uuid' | 'hex' | 'digits' | 'number' | 'ulid' | `${string}…`;

export const idForms: readonly IdForm[] = [
	'uuid',
	'uuid',
	'task_…',
	'gen-…',
	'hex',
	'digits',
	'number',
	'ulid',
	'job:…',
];

/** Where the ID stands. */
const idParts: readonly Template[] = [
	{ job_id: '$id' },
	{ job_id: '$id' },
	{ id: '$id' },
	{ id: '$id', object: 'generation' },
	{ task_id: '$id' },
	{ jobId: '$id' },
	{ taskId: '$id' },
	{ generation_id: '$id' },
	{ request_id: '$id' },
	{ prediction_id: '$id' },
	{ uuid: '$id' },
	{ generationId: '$id' },
	{ taskUUID: '$id' },
	{ request_id: '$requestId', trace_id: '$traceId', job_id: '$id' },
	{ request_id: '$requestId', id: '$id' },
	{ task: { id: '$id' } },
	{ render_id: '$id' },
];

export const videoIdParts: readonly Template[] = [...idParts, { video_id: '$id' }];
export const studioIdParts: readonly Template[] = [...idParts, { edit_id: '$id' }];

/** Where the state stands. `$word` is the service's word, `$done` whether it has ended. */
export const stateParts: readonly Template[] = [
	{ status: '$word' },
	{ status: '$word' },
	{ state: '$word' },
	{ job_status: '$word' },
	{ task_status: '$word' },
	{ status: '$word', progress: '$progress' },
	{ phase: '$word' },
	{ status: { state: '$word', updated_at: '$now' } },
	{ metadata: { status: '$word' } },
	{ done: '$done' },
	{ state: '$word', stage: 'render' },
	{},
];

/** A service's words for how a job stands. */
type Words = readonly [
	queued: string | number,
	running: string | number,
	completed: string | number,
	failed: string | number,
];

export const wordSets: readonly Words[] = [
	['processing', 'processing', 'completed', 'failed'],
	['queued', 'in_progress', 'completed', 'failed'],
	['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED', 'FAILED'],
	['submitted', 'processing', 'succeed', 'failed'],
	['TASK_STATUS_QUEUED', 'TASK_STATUS_PROCESSING', 'TASK_STATUS_SUCCEED', 'TASK_STATUS_FAILED'],
	['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED'],
	['Preparing', 'Processing', 'Success', 'Fail'],
	['Pending', 'Pending', 'Ready', 'Error'],
	['Pending', 'Pending', 'Ready', 'Content Moderated'],
	['video.queued', 'video.in_progress', 'video.completed', 'video.failed'],
	['NOT_STARTED', 'IN_PROGRESS', 'DONE', 'ERROR'],
	['new', 'rendering', 'rendered', 'crashed'],
	['accepted', 'working', 'generated', 'rejected'],
	['pending', 'pending', 'done', 'canceled'],
	['queue', 'process', 'ok', 'nok'],
	['waiting', 'converting', 'published', 'blocked'],
	['INITIALIZED', 'EXECUTING', 'SUCCESSFUL', 'UNSUCCESSFUL'],
	['WAITING', 'PROCESSING', 'PROCESSED', 'NSFW_CONTENT_DETECTED'],
	['submitted', 'in-progress', 'processing-complete', 'processing-failed'],
	[0, 1, 2, 3],
];

/** What an answer about a job has in the place of its ID, where it does not tell that again; nothing where it does. */
export const repeatedIds: readonly { instead?: Template }[] = [
	{},
	{},
	{ instead: {} },
	{ instead: { RequestId: '$requestId' } },
	{ instead: { log_id: '$traceId', message: 'ok' } },
];

/** How a job tells that one of its files was not made: `$reason` is why, `$word` the state beside it, where it has one of its own. */
export const partialForms: readonly { part: Template; word?: string }[] = [
	{ part: { errors: [{ message: '$reason' }] } },
	{ part: { errors: ['$reason'] } },
	{ part: { failed: [{ index: 2, reason: '$reason' }] } },
	{ part: { errors: [{ code: 'nsfw', message: '$reason' }] }, word: 'partial' },
	{ part: { failed: [{ error: '$reason' }] }, word: 'PARTIAL_SUCCESS' },
	{ part: { errors: [{ detail: '$reason', index: 2 }] }, word: 'completed_with_errors' },
];

/** Words for a failed image job: the document names the others. */
export const failureWords = [
	'failed',
	'error',
	'FAILED',
	'canceled',
	'Content Moderated',
	'rejected',
	'timed_out',
	'expired',
	'aborted',
	'unsuccessful',
	'nsfw',
];

/** How a failed job tells why. `$reason` is the sentence, `$code` a code. */
export const errorParts: readonly Template[] = [
	{ error: { message: '$reason', code: '$code', type: 'server_error', param: null } },
	{ error: '$reason' },
	{ error_message: '$reason', error_code: '$code' },
	{ failure_reason: '$reason' },
	{ failure: { reason: '$reason', code: '$code' } },
	{ task_status_msg: '$reason' },
	{ failed_reason: '$reason', failure_code: '$code' },
	{ errors: [{ message: '$reason', code: '$code' }] },
	{ error: { detail: '$reason', title: 'Generation failed', status: 500 } },
	{ err_msg: '$reason', err_code: 50012 },
];

/** The model, as answers of jobs name it. */
export const modelParts: readonly Template[] = [
	{ model: '$model' },
	{ model: '$model' },
	{ model_id: '$model' },
	{ modelName: '$model' },
	{ model: { id: '$model', version: '1' } },
	{},
];

/** When a job began and ended. */
export const timeParts: readonly Template[] = [
	{ created_at: '$created', completed_at: '$completed' },
	{ createdAt: '$created', finishedAt: '$completed' },
	{ created: '$createdUnix', ended: '$completedUnix' },
	{ metrics: { predict_time: '$seconds' } },
	{ timings: { inference: '$seconds' }, create_time: '$created' },
	{},
];

/** What a finished job cost. */
export const costParts: readonly Template[] = [
	{ cost_nanos: '$nanos' },
	{ cost_usd: '$usd' },
	{ cost_usd: '$usdText' },
	{ cost: { amount: '$usdText', currency: 'USD' } },
	{ usage: { cost_usd: '$usd' } },
	{ billing: { charged_nanos: '$nanos' } },
	{},
];

/** What stands beside all that and must not be taken for it. */
export const decoyParts: readonly Template[] = [
	{},
	{},
	{ input: { prompt: '$prompt', image_url: '$inputUrl', seed: 7 } },
	{ request: { prompt: '$prompt', image_urls: ['$inputUrl'], callback_url: '$callback' } },
	{ web_url: '$webPage', share_url: '$webPage' },
	{ cancel_url: '$cancelUrl' },
	{ error: null, warnings: [], logs: '', message: null },
	{ message: 'success', msg: 'ok' },
	{ queue_position: 0, retries: 0, priority: 'normal', region: 'eu-west-1' },
	{ user_id: 'user_8f1c', project: { id: 'proj_1', name: 'Demo' } },
];

/** The same beside a `job_id` that is documented: IDs of something else, deeper. */
export const imageDecoyParts: readonly Template[] = [
	...decoyParts,
	{ data: [{ taskUUID: '$requestId', taskType: 'imageInference' }] },
	{ output: { task: { task_id: '$requestId' } } },
	{ generation: { id: '$requestId', generation_id: '$traceId' } },
];
