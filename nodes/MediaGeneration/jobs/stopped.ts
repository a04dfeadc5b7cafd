import type { NodeOperationError } from 'n8n-workflow';
import { nodeFailure } from '../failures/failure';
import { jobName, type NamedJob } from './jobName';
import { marks } from '../support/marks';
import type { ExecutionClient } from '../http/client';

/** Failures that were told to a user who has stopped the workflow. */
const told = marks();

/** Notes that a failure was told. */
export const asTold = told.put;

/** Whether a failure was told already. */
export const wasTold = told.isOn;

/** Tells a user who has stopped the workflow what n8n does not keep: in its log, and in the editor's console. */
export function tellStopped(client: ExecutionClient, message: string): void {
	client.context.logger.warn(message);
	if (client.context.getMode() === 'manual') client.context.sendMessageToUI(message);
}

/**
 * Tells of jobs that go on although the user has stopped the workflow.
 * @returns the error to stop with
 */
export function stopped(client: ExecutionClient, jobs: NamedJob[]): NodeOperationError {
	const messages = jobs.map(
		(job) => `Stopped. Job ${jobName(job)} keeps running and is still charged; Get Job fetches it.`,
	);
	for (const message of messages) tellStopped(client, message);
	return asTold(nodeFailure(client, messages.join(' ') || 'Stopped', undefined));
}
