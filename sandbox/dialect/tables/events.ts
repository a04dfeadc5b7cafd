import type { Template } from '../fill';

/** A delivery around `$job`, which is told as the dialect tells jobs. `$id` is the job's ID, `$event` a name for what happened. */
export const eventShapes: readonly Template[] = [
	'$job',
	'$job',
	{ event: '$event', data: '$job' },
	{ event_id: '0d3f1c1e-5a0e-4a6e-9d1f-3f3d7c1e2b4a', event_type: '$event', payload: '$job' },
	{
		specversion: '1.0',
		id: '5f0c7a52-9f55-4c4b-8a68-0f7a9d3b7c11',
		source: '/media',
		type: '$event',
		time: '$now',
		data: '$job',
	},
	{ event: '$event', job_id: '$id' },
	{
		request_id: '$id',
		gateway_request_id: '5f0c7a52-9f55-4c4b-8a68-0f7a9d3b7c11',
		status: 'OK',
		payload: '$job',
	},
	{ status: 'success', message: 'ok', data: '$job' },
	['$job'],
	{ notification: { id: 'ntf_77', attempt: 1 }, resource: '$job' },
	{ webhook_id: 'wh_123', delivery_id: 'dl_456', job: { id: '$id', kind: 'media' } },
];
