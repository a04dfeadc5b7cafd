import { defineOperation } from '../../run/operation';
import { getJobOperation } from '../getJob';

/** Video > Get Job: polling of "Generate video" in the API document. */
export const getVideoJob = defineOperation({
	value: 'getJob',
	name: 'Get Job',
	action: 'Get video job',
	description: 'Check a video job, and fetch the result when it is done',
	forAgents:
		'Tells how the making of a video stands: status, the url once it is completed, and the error if it failed. Costs nothing. Give the job_id of an earlier answer.',
	...getJobOperation('video'),
});
