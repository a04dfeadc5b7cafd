import type { NodeOperationError } from 'n8n-workflow';
import { withDetails } from '../failures/details';
import { nodeFailure, type FailurePlace } from '../failures/failure';
import type { ExecutionClient } from '../http/client';
import type { JobRef } from './attempt';
import { jobName } from './jobName';

/** The error of what Stop has ended; with the job, where one goes on. */
export function stoppedFailure(
	place: FailurePlace,
	{ job_id, status_url, other_job_ids }: JobRef = {},
): NodeOperationError {
	const name = jobName({ job_id, status_url });
	const words =
		name === ''
			? 'Stopped.'
			: `Stopped. Job ${name} keeps running and is still charged; Get Job fetches it.`;
	return withDetails(nodeFailure(place, words), { job_id, status_url, other_job_ids });
}

/** Tells a user who has stopped the workflow what n8n does not keep. */
export function tellStopped({ context }: ExecutionClient, message: string): void {
	context.logger.warn(message);
	if (context.getMode() === 'manual') context.sendMessageToUI(message);
}
