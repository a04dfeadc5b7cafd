import type { Template } from '../fill';

/** What an answer of one record, `$body`, is wrapped in. */
export const envelopes: readonly Template[] = [
	'$body',
	'$body',
	{ data: '$body' },
	{ code: 0, message: 'success', data: '$body' },
	{ status: 'success', data: '$body' },
	{ request_id: '$requestId', result: '$body' },
	{ response: '$body', meta: { trace_id: '$traceId', took_ms: 12 } },
	{ errors: [], messages: [], success: true, result: '$body' },
	['$body'],
	{ data: { type: 'resource', attributes: '$body' }, jsonapi: { version: '1.0' } },
];

/** The same for what lies in a job's answers, where services nest deeper. */
export const jobEnvelopes: readonly Template[] = [
	...envelopes,
	'$body',
	{ job: '$body' },
	{ request_id: '$requestId', task: '$body' },
	{ status: 'OK', data: { job: '$body' } },
	{ request_id: '$requestId', output: '$body', usage: { units: 1 } },
];
