import { defineOperation } from '../../run/operation';
import { getJobOperation } from '../getJob';

/** Image > Get Job: "Get image job status" of the API document. */
export const getImageJob = defineOperation({
	value: 'getJob',
	name: 'Get Job',
	action: 'Get image job',
	description: 'Check an image or edit job, and fetch the result when it is done',
	forAgents:
		'Tells how the making of an image or an edit stands: status, the url once it is completed, and the error if it failed. Costs nothing. Give the job_id of an earlier answer.',
	...getJobOperation('image'),
});
