import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { nodeFailure } from '../support/failure';

/** Failures that were told to a user who has stopped the workflow. */
const told = new WeakSet<object>();

/** Notes that a failure was told. */
export function asTold<E extends object>(failure: E): E {
	told.add(failure);
	return failure;
}

/** Whether a failure was told already. */
export function wasTold(failure: unknown): boolean {
	return typeof failure === 'object' && failure !== null && told.has(failure);
}

/** Tells a user who has stopped the workflow what n8n does not keep: in its log, and in the editor's console. */
export function tellStopped(context: IExecuteFunctions, message: string): void {
	context.logger.warn(message);
	if (context.getMode() === 'manual') context.sendMessageToUI(message);
}

/**
 * Tells of jobs that go on although the user has stopped the workflow.
 * @returns the error to stop with
 */
export function stopped(context: IExecuteFunctions, jobs: Array<{ job_id?: string; status_url?: string }>, itemIndex: number): NodeOperationError {
	const messages = jobs.map(({ job_id, status_url }) => `Stopped. Job ${job_id ?? status_url} keeps running and is still charged; Get Job fetches it.`);
	for (const message of messages) tellStopped(context, message);
	return asTold(nodeFailure(context.getNode(), messages.join(' ') || 'Stopped', undefined, itemIndex));
}
