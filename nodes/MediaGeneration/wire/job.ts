import { readServiceError, type ServiceError } from './serviceError';

/** How a job stands, in the document's two words and one for every way of ending badly. */
export type JobState = 'processing' | 'completed' | 'failed';

/** A job as any of the service's answers tells of it, under one set of names. */
export interface Job {
	job_id?: string;
	status: JobState;
	/** The service's own word, where it is another one. */
	reported_status?: string;
	urls: string[];
	status_url?: string;
	webhook_url?: string;
	model?: string;
	generation_time?: number;
	created_at?: string;
	completed_at?: string;
	error?: ServiceError;
	/** Fields this package does not know, passed on as they came. */
	extra: Record<string, unknown>;
}

type Fields = Record<string, unknown>;

/** The names under which services tell these; the document's own first. */
const names = {
	job_id: ['job_id', 'jobId', 'task_id', 'taskId', 'generation_id', 'request_id', 'requestId'],
	any_id: ['id', 'uuid'],
	status: ['status', 'state', 'job_status', 'task_status'],
	status_url: ['status_url', 'statusUrl', 'polling_url', 'poll_url', 'status_uri'],
	webhook_url: ['webhook_url', 'webhookUrl', 'callback_url', 'callbackUrl'],
	model: ['model', 'model_id', 'modelId', 'model_name'],
	generation_time: ['generation_time', 'generationTime', 'elapsed'],
	created_at: ['created_at', 'createdAt', 'created'],
	completed_at: ['completed_at', 'completedAt', 'finished_at', 'ended_at'],
} as const;

const mediaNames = {
	any: ['url', 'urls', 'output_url', 'output_urls', 'output', 'outputs', 'result_url', 'media_url', 'download_url', 'file_url'],
	image: ['image_url', 'image_urls', 'images', 'image'],
	video: ['video_url', 'video_urls', 'videos', 'video'],
};
const wrappers = ['data', 'job', 'result', 'results', 'response', 'output', 'payload', 'task', 'generation'];
const done = /^(completed?|succeed(ed)?|success(ful)?|done|ready|finished|ok)$/i;
const ended = /^(fail(ed|ure)?|error(ed)?|cancell?ed|expired|rejected|timed?_?out|aborted|blocked|moderated)$/i;
const DEEPEST = 3;

/**
 * Reads a job out of any answer: the synchronous result, the acceptance, the job status, a delivery.
 * Finds the document's fields under other usual names, wrapped or not, and never fails because one is
 * missing. Follows "Image generation job" of the API document.
 */
export function readJob(body: unknown, media: 'image' | 'video'): Job {
	const layers = unwrap(body);
	const find = (keys: readonly string[]) => first(layers, keys);
	const urls = layers.map((layer) => mediaUrls(layer, media)).find((found) => found.length > 0) ?? [];
	const reported = statusIn(layers);
	const error = [find(['error']), find(['errors']), find(['failure', 'failure_reason', 'error_message'])].find((value) => !isEmpty(value));
	const status = stateOf(reported, urls, error);
	return {
		job_id: text(find(names.job_id)) ?? text(find(names.any_id)),
		status,
		reported_status: reported === status ? undefined : reported,
		urls: status === 'completed' ? urls : [],
		status_url: text(find(names.status_url)),
		webhook_url: text(find(names.webhook_url)),
		model: text(find(names.model)),
		generation_time: number(find(names.generation_time)),
		created_at: text(find(names.created_at)),
		completed_at: text(find(names.completed_at)),
		error: status === 'failed' ? readServiceError(error ?? body) : undefined,
		extra: unknownFields(layers),
	};
}

/**
 * The status of the job: where an answer wraps another that has a status too, the inner one, as the outer
 * tells of the request.
 */
function statusIn(layers: Fields[]): string | undefined {
	const told = layers.map((layer) => names.status.map((name) => layer[name]).find((value) => typeof value === 'string' && value !== ''));
	return told.filter((value): value is string => value !== undefined).at(-1);
}

function stateOf(reported: string | undefined, urls: string[], error: unknown): JobState {
	if (reported && done.test(reported)) return 'completed';
	if (reported && ended.test(reported)) return 'failed';
	if (reported) return 'processing';
	if (urls.length > 0) return 'completed';
	return error ? 'failed' : 'processing';
}

/** The answer itself and the objects it wraps its content in, outermost first. */
function unwrap(body: unknown, depth = 0): Fields[] {
	const fields = Array.isArray(body) ? body.find(isFields) : body;
	if (!isFields(fields)) return [];
	if (depth === DEEPEST) return [fields];
	return [fields, ...wrappers.flatMap((name) => unwrap(fields[name], depth + 1))];
}

function first(layers: Fields[], keys: readonly string[]): unknown {
	for (const layer of layers) {
		const key = keys.find((name) => layer[name] !== undefined && layer[name] !== null);
		if (key !== undefined) return layer[key];
	}
	return undefined;
}

function mediaUrls(layer: Fields, media: 'image' | 'video'): string[] {
	const keys = [...mediaNames.any, ...mediaNames[media]];
	for (const key of [...keys.filter((name) => name.endsWith('s')), ...keys]) {
		const found = urlsIn(layer[key], media);
		if (found.length > 0) return found;
	}
	return Array.isArray(layer.data) ? urlsIn(layer.data, media) : [];
}

function urlsIn(value: unknown, media: 'image' | 'video'): string[] {
	if (typeof value === 'string') return /^https?:\/\//i.test(value) ? [value] : [];
	if (Array.isArray(value)) return value.flatMap((entry) => urlsIn(entry, media));
	return isFields(value) ? mediaUrls(value, media) : [];
}

const consumed = new Set<string>(
	[...Object.values(names).flat(), ...Object.values(mediaNames).flat(), ...wrappers, 'error', 'errors'],
);

function unknownFields(layers: Fields[]): Fields {
	const entries = layers.flatMap((layer) => Object.entries(layer)).filter(([key]) => !consumed.has(key));
	return Object.fromEntries(entries.reverse());
}

function isEmpty(value: unknown): boolean {
	return !value || (typeof value === 'object' && Object.keys(value).length === 0);
}

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
	if (typeof value === 'string' && value !== '') return value;
	return typeof value === 'number' ? String(value) : undefined;
}

function number(value: unknown): number | undefined {
	const parsed = typeof value === 'string' && value !== '' ? Number(value) : value;
	return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : undefined;
}
