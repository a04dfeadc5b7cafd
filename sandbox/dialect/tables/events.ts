import type { Row } from '../draw';
import type { Template } from '../fill';

/** A delivery around `$job`, which is told as the dialect tells jobs. `$id` is the job's ID, `$event` a name for what happened. */
export interface EventShape extends Row {
	body: Template;
}

export const eventShapes: readonly EventShape[] = [
	{ name: 'the job', body: '$job' },
	{ name: 'the job', body: '$job' },
	{ name: 'event, data', body: { event: '$event', data: '$job' } },
	{
		name: 'id, type, data.object',
		body: {
			id: 'evt_1Mqq',
			object: 'event',
			type: '$event',
			created: 1_700_000_000,
			data: { object: '$job' },
		},
	},
	{
		name: 'event_id, event_type, payload',
		body: {
			event_id: '0d3f1c1e-5a0e-4a6e-9d1f-3f3d7c1e2b4a',
			event_type: '$event',
			payload: '$job',
		},
	},
	{
		name: 'CloudEvents',
		body: {
			specversion: '1.0',
			id: '5f0c7a52-9f55-4c4b-8a68-0f7a9d3b7c11',
			source: '/media',
			type: '$event',
			time: '$now',
			data: '$job',
		},
	},
	{ name: 'job', body: { type: '$event', job: '$job' } },
	{ name: 'only an ID', body: { event: '$event', job_id: '$id' } },
	{
		name: 'only a task ID',
		body: { type: '$event', task_id: '$id', trace_id: 'b6f1c0aa-1111-4222-8333-444455556666' },
	},
	{
		name: 'request_id and gateway_request_id',
		body: {
			request_id: '$id',
			gateway_request_id: '5f0c7a52-9f55-4c4b-8a68-0f7a9d3b7c11',
			status: 'OK',
			payload: '$job',
		},
	},
	{ name: 'status success, data', body: { status: 'success', message: 'ok', data: '$job' } },
	{ name: 'a list of one', body: ['$job'] },
	{ name: 'resource', body: { notification: { id: 'ntf_77', attempt: 1 }, resource: '$job' } },
	{
		name: 'webhook id and job.id',
		body: { webhook_id: 'wh_123', delivery_id: 'dl_456', job: { id: '$id', kind: 'media' } },
	},
	{ name: 'code, data', body: { code: 200, msg: 'callback', data: '$job' } },
];
