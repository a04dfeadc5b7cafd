import type { IExecuteFunctions } from 'n8n-workflow';
import { asNodeFailure } from '../support/failure';
import { detailsOf, inputFailure, withDetails } from '../transport/errors';
import { recall, remember } from './memory';
import { tellStopped } from '../jobs/stopped';

/**
 * Sends what spends, unless it was sent before under this name and may have been paid for.
 * @throws what `send` throws, and remembers when that leaves open whether it was paid for
 */
export async function payOnce<T>(context: IExecuteFunctions, { key, retryAmbiguous = false }: { key: string; retryAmbiguous?: boolean }, itemIndex: number, send: () => Promise<T>): Promise<T> {
	const { ambiguous } = recall(context, key) ?? {};
	if (ambiguous && !retryAmbiguous) throw stillAmbiguous(context, ambiguous, itemIndex);
	const [outcome] = await Promise.allSettled([send()]);
	if (outcome.status === 'fulfilled') return outcome.value;
	const failure = asNodeFailure(context.getNode(), outcome.reason, itemIndex);
	if (detailsOf(failure).may_be_paid) {
		remember(context, key, { ambiguous: failure.message });
		if (context.getExecutionCancelSignal()?.aborted) {
			tellStopped(context, `Stopped while the request of item ${itemIndex} was on its way: it may have been accepted, and paid for, all the same. Look at your transactions.`);
		}
	}
	throw failure;
}

function stillAmbiguous(context: IExecuteFunctions, reason: string, itemIndex: number) {
	const failure = inputFailure(
		context.getNode(),
		`Not sent again, because it may have been paid for: ${reason}`,
		itemIndex,
		'Look at your transactions. To send it again all the same, run the workflow anew, or for pictures, edits and videos turn on Retry Ambiguous Failures (May Pay Twice).',
	);
	return withDetails(failure, { may_be_paid: true });
}
