import type { Row } from '../draw';
import type { Template } from '../fill';

/** A part of a job's answer. */
export interface Part extends Row {
	part: Template;
}

/** How an ID of a job is written, where the document does not say that it is a UUID. */
export interface IdForm extends Row {
	form: 'uuid' | 'prefixed' | 'hex' | 'digits' | 'number' | 'ulid';
	prefix?: string;
}

export const idForms: readonly IdForm[] = [
	{ name: 'UUID', form: 'uuid' },
	{ name: 'UUID', form: 'uuid' },
	{ name: 'task_…', form: 'prefixed', prefix: 'task_' },
	{ name: 'gen-…', form: 'prefixed', prefix: 'gen-' },
	{ name: 'hexadecimal', form: 'hex' },
	{ name: 'digits as text', form: 'digits' },
	{ name: 'a number', form: 'number' },
	{ name: 'ULID', form: 'ulid' },
	{ name: 'with a colon', form: 'prefixed', prefix: 'job:' },
];

/** Where the ID stands. */
const idParts: readonly Part[] = [
	{ name: 'job_id', part: { job_id: '$id' } },
	{ name: 'job_id', part: { job_id: '$id' } },
	{ name: 'id', part: { id: '$id' } },
	{ name: 'id beside object', part: { id: '$id', object: 'generation' } },
	{ name: 'task_id', part: { task_id: '$id' } },
	{ name: 'jobId', part: { jobId: '$id' } },
	{ name: 'taskId', part: { taskId: '$id' } },
	{ name: 'generation_id', part: { generation_id: '$id' } },
	{ name: 'request_id alone', part: { request_id: '$id' } },
	{ name: 'prediction_id', part: { prediction_id: '$id' } },
	{ name: 'uuid', part: { uuid: '$id' } },
	{ name: 'generationId', part: { generationId: '$id' } },
	{ name: 'taskUUID', part: { taskUUID: '$id' } },
	{
		name: 'job_id beside request_id and trace_id',
		part: { request_id: '$requestId', trace_id: '$traceId', job_id: '$id' },
	},
	{ name: 'id beside request_id', part: { request_id: '$requestId', id: '$id' } },
	{ name: 'task.id', part: { task: { id: '$id' } } },
	{ name: 'inference_id', part: { inference_id: '$id' } },
	{ name: 'render_id', part: { render_id: '$id' } },
];

export const videoIdParts: readonly Part[] = [
	...idParts,
	{ name: 'video_id', part: { video_id: '$id' } },
];
export const studioIdParts: readonly Part[] = [
	...idParts,
	{ name: 'edit_id', part: { edit_id: '$id' } },
];

/** Where the state stands. `$word` is the service's word, `$done` whether it has ended. */
export const stateParts: readonly Part[] = [
	{ name: 'status', part: { status: '$word' } },
	{ name: 'status', part: { status: '$word' } },
	{ name: 'state', part: { state: '$word' } },
	{ name: 'job_status', part: { job_status: '$word' } },
	{ name: 'task_status', part: { task_status: '$word' } },
	{ name: 'taskStatus', part: { taskStatus: '$word' } },
	{ name: 'status and progress', part: { status: '$word', progress: '$progress' } },
	{ name: 'phase', part: { phase: '$word' } },
	{ name: 'status.state', part: { status: { state: '$word', updated_at: '$now' } } },
	{ name: 'metadata.status', part: { metadata: { status: '$word' } } },
	{ name: 'done', part: { done: '$done' } },
	{ name: 'state and stage', part: { state: '$word', stage: 'render' } },
	{ name: 'generation_status', part: { generation_status: '$word' } },
	{ name: 'none at all', part: {} },
];

/** A service's words for how a job stands. */
export interface Words extends Row {
	queued: string | number;
	running: string | number;
	completed: string | number;
	failed: string | number;
}

const words = (queued: string, running: string, completed: string, failed: string): Words => ({
	name: `${queued} | ${running} | ${completed} | ${failed}`,
	queued,
	running,
	completed,
	failed,
});

export const wordSets: readonly Words[] = [
	words('processing', 'processing', 'completed', 'failed'),
	words('starting', 'processing', 'succeeded', 'failed'),
	words('queued', 'in_progress', 'completed', 'failed'),
	words('IN_QUEUE', 'IN_PROGRESS', 'COMPLETED', 'FAILED'),
	words('submitted', 'processing', 'succeed', 'failed'),
	words(
		'TASK_STATUS_QUEUED',
		'TASK_STATUS_PROCESSING',
		'TASK_STATUS_SUCCEED',
		'TASK_STATUS_FAILED',
	),
	words('PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED'),
	words('Preparing', 'Processing', 'Success', 'Fail'),
	words('Pending', 'Pending', 'Ready', 'Error'),
	words('Pending', 'Pending', 'Ready', 'Content Moderated'),
	words('video.queued', 'video.in_progress', 'video.completed', 'video.failed'),
	words('queued', 'dreaming', 'completed', 'failed'),
	words('NOT_STARTED', 'IN_PROGRESS', 'DONE', 'ERROR'),
	words('waiting', 'generating', 'success', 'fail'),
	words('created', 'started', 'finished', 'errored'),
	words('new', 'rendering', 'rendered', 'crashed'),
	words('scheduled', 'active', 'complete', 'dead'),
	words('accepted', 'working', 'generated', 'rejected'),
	words('pending', 'pending', 'done', 'canceled'),
	words('Queued', 'Running', 'Finished', 'Cancelled'),
	words('JOB_QUEUED', 'JOB_RUNNING', 'JOB_COMPLETE', 'JOB_ABORTED'),
	words('queue', 'process', 'ok', 'nok'),
	words('backlogged', 'inferring', 'available', 'unavailable'),
	words('waiting', 'converting', 'published', 'blocked'),
	words('INITIALIZED', 'EXECUTING', 'SUCCESSFUL', 'UNSUCCESSFUL'),
	words('WAITING', 'PROCESSING', 'PROCESSED', 'NSFW_CONTENT_DETECTED'),
	words('submitted', 'in-progress', 'processing-complete', 'processing-failed'),
	words('SUBMITTED', 'ONGOING', 'SUCCESS', 'FAILURE'),
	words('waiting', 'running', 'success', 'error'),
	{ name: 'numbers', queued: 0, running: 1, completed: 2, failed: 3 },
];

/** What an answer about a job has in the place of its ID, where it does not tell that again; `undefined` where it does. */
export const repeatedIds: readonly (Row & { instead: Template | undefined })[] = [
	{ name: 'yes', instead: undefined },
	{ name: 'yes', instead: undefined },
	{ name: 'no', instead: {} },
	{ name: 'no, but a RequestId', instead: { RequestId: '$requestId' } },
	{ name: 'no, but a log_id', instead: { log_id: '$traceId', message: 'ok' } },
];

/** How a job tells that one of its files was not made: `$reason` is why, `$word` the state beside it, where it has one of its own. */
export const partialForms: readonly (Part & { word?: string })[] = [
	{ name: 'errors', part: { errors: [{ message: '$reason' }] } },
	{ name: 'errors as texts', part: { errors: ['$reason'] } },
	{ name: 'failed', part: { failed: [{ index: 2, reason: '$reason' }] } },
	{
		name: 'partial, errors',
		part: { errors: [{ code: 'nsfw', message: '$reason' }] },
		word: 'partial',
	},
	{
		name: 'PARTIAL_SUCCESS, failed',
		part: { failed: [{ error: '$reason' }] },
		word: 'PARTIAL_SUCCESS',
	},
	{
		name: 'completed_with_errors',
		part: { errors: [{ detail: '$reason', index: 2 }] },
		word: 'completed_with_errors',
	},
];

/** Words for a failed image job: the document names the others. */
export const failureWords: readonly (Row & { word: string })[] = [
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
].map((word) => ({ name: word, word }));

/** How a failed job tells why. `$reason` is the sentence, `$code` a code. */
export const errorParts: readonly Part[] = [
	{
		name: 'error as an object',
		part: { error: { message: '$reason', code: '$code', type: 'server_error', param: null } },
	},
	{ name: 'error as text', part: { error: '$reason' } },
	{ name: 'error_message', part: { error_message: '$reason', error_code: '$code' } },
	{ name: 'failure_reason', part: { failure_reason: '$reason' } },
	{ name: 'failure', part: { failure: { reason: '$reason', code: '$code' } } },
	{ name: 'fail_reason', part: { fail_reason: '$reason' } },
	{ name: 'task_status_msg', part: { task_status_msg: '$reason' } },
	{ name: 'failed_reason', part: { failed_reason: '$reason', failure_code: '$code' } },
	{ name: 'errors', part: { errors: [{ message: '$reason', code: '$code' }] } },
	{ name: 'failureMessage', part: { failureMessage: '$reason', failureCode: '$code' } },
	{
		name: 'error.detail',
		part: { error: { detail: '$reason', title: 'Generation failed', status: 500 } },
	},
	{ name: 'err_msg', part: { err_msg: '$reason', err_code: 50012 } },
];

/** The model, as answers of jobs name it. */
export const modelParts: readonly Part[] = [
	{ name: 'model', part: { model: '$model' } },
	{ name: 'model', part: { model: '$model' } },
	{ name: 'model_id', part: { model_id: '$model' } },
	{ name: 'modelName', part: { modelName: '$model' } },
	{ name: 'model.id', part: { model: { id: '$model', version: '1' } } },
	{ name: 'none', part: {} },
];

/** When a job began and ended. */
export const timeParts: readonly Part[] = [
	{ name: 'created_at', part: { created_at: '$created', completed_at: '$completed' } },
	{ name: 'createdAt', part: { createdAt: '$created', finishedAt: '$completed' } },
	{ name: 'Unix seconds', part: { created: '$createdUnix', ended: '$completedUnix' } },
	{ name: 'metrics', part: { metrics: { predict_time: '$seconds' } } },
	{ name: 'timings', part: { timings: { inference: '$seconds' }, create_time: '$created' } },
	{ name: 'none', part: {} },
];

/** What a finished job cost. */
export const costParts: readonly Part[] = [
	{ name: 'cost_nanos', part: { cost_nanos: '$nanos' } },
	{ name: 'cost_usd', part: { cost_usd: '$usd' } },
	{ name: 'cost_usd as text', part: { cost_usd: '$usdText' } },
	{ name: 'cost.amount', part: { cost: { amount: '$usdText', currency: 'USD' } } },
	{ name: 'usage.cost_usd', part: { usage: { cost_usd: '$usd' } } },
	{ name: 'billing.charged_nanos', part: { billing: { charged_nanos: '$nanos' } } },
	{ name: 'none', part: {} },
];

/** What stands beside all that and must not be taken for it. */
export const decoyParts: readonly Part[] = [
	{ name: 'nothing', part: {} },
	{ name: 'nothing', part: {} },
	{ name: 'input echo', part: { input: { prompt: '$prompt', image_url: '$inputUrl', seed: 7 } } },
	{
		name: 'request echo',
		part: { request: { prompt: '$prompt', image_urls: ['$inputUrl'], callback_url: '$callback' } },
	},
	{ name: 'a web page', part: { web_url: '$webPage', share_url: '$webPage' } },
	{ name: 'cancel address', part: { cancel_url: '$cancelUrl' } },
	{ name: 'nulls', part: { error: null, warnings: [], logs: '', message: null } },
	{ name: 'success message', part: { message: 'success', msg: 'ok' } },
	{
		name: 'a queue',
		part: { queue_position: 0, retries: 0, priority: 'normal', region: 'eu-west-1' },
	},
	{ name: 'owner', part: { user_id: 'user_8f1c', project: { id: 'proj_1', name: 'Demo' } } },
];

/** The same beside a `job_id` that is documented: IDs of something else, deeper. */
export const imageDecoyParts: readonly Part[] = [
	...decoyParts,
	{
		name: 'a taskUUID in data',
		part: { data: [{ taskUUID: '$requestId', taskType: 'imageInference' }] },
	},
	{ name: 'a task within', part: { output: { task: { task_id: '$requestId' } } } },
	{
		name: 'a generation beside',
		part: { generation: { id: '$requestId', generation_id: '$traceId' } },
	},
];
