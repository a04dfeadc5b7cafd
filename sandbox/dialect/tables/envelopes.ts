import type { Row } from '../draw';
import type { Template } from '../fill';

/** What an answer is wrapped in, around `$body`. */
export interface Envelope extends Row {
	wraps: Template;
}

const bare: Envelope = { name: 'bare', wraps: '$body' };

/** Envelopes around one record. */
export const envelopes: readonly Envelope[] = [
	bare,
	bare,
	{ name: 'data', wraps: { data: '$body' } },
	{ name: 'code, message, data', wraps: { code: 0, message: 'success', data: '$body' } },
	{ name: 'success, data', wraps: { success: true, data: '$body', error: null } },
	{ name: 'status ok, data', wraps: { status: 'success', data: '$body' } },
	{ name: 'request_id, result', wraps: { request_id: '$requestId', result: '$body' } },
	{ name: 'response', wraps: { response: '$body', meta: { trace_id: '$traceId', took_ms: 12 } } },
	{
		name: 'errors empty, result',
		wraps: { errors: [], messages: [], success: true, result: '$body' },
	},
	{ name: 'payload', wraps: { ok: true, payload: '$body' } },
	{ name: 'a list of one', wraps: ['$body'] },
	{ name: 'data as a list of one', wraps: { data: ['$body'] } },
	{
		name: 'attributes',
		wraps: { data: { type: 'resource', attributes: '$body' }, jsonapi: { version: '1.0' } },
	},
];

/** The same for what lies in a job's answers, where services nest deeper. */
export const jobEnvelopes: readonly Envelope[] = [
	...envelopes,
	bare,
	{ name: 'job', wraps: { job: '$body' } },
	{ name: 'task beside request_id', wraps: { request_id: '$requestId', task: '$body' } },
	{ name: 'data.job', wraps: { status: 'OK', data: { job: '$body' } } },
	{ name: 'output', wraps: { request_id: '$requestId', output: '$body', usage: { units: 1 } } },
];
