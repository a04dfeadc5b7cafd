import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

/**
 * Tells of jobs that go on although the user has stopped the workflow. n8n keeps neither output nor error of
 * a node that is stopped: the editor's console and n8n's log are what is left to tell.
 * @returns the error to stop with
 */
export function stopped(context: IExecuteFunctions, jobs: Array<{ job_id?: string; status_url?: string }>, itemIndex: number): NodeOperationError {
	const messages = jobs.map(({ job_id, status_url }) => `Stopped. Job ${job_id ?? status_url} goes on, and costs what it costs; Get Job picks it up.`);
	for (const message of messages) {
		context.logger.warn(message);
		if (context.getMode() === 'manual') context.sendMessageToUI(message);
	}
	return new NodeOperationError(context.getNode(), messages.join(' ') || 'Stopped', { itemIndex });
}
