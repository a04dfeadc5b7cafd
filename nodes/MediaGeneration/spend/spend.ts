import type { IExecuteFunctions } from 'n8n-workflow';
import { endpoints, type EndpointName } from '../../../contract/endpoints';
import { asTold, tellStopped } from '../jobs/stopped';
import type { Ending, Entry } from '../ledger/entry';
import { preview } from '../support/data';
import { detailsOf, withDetails, type ErrorDetails, type NodeFailure } from '../support/details';
import { apiError, asNodeFailure, nodeFailure } from '../support/failure';
import { unclear, wasRefused } from '../transport/errors';
import type { ServiceError } from '../wire/serviceError';
import { forget, recall, remember, type Note } from './memory';

/** A request that costs money, or makes what stays. */
export interface Intent {
	endpoint: EndpointName;
	/** The name under which it is remembered. */
	key: string;
	itemIndex: number;
	/** Whether the user would rather pay twice than not at all. */
	retryAmbiguous?: boolean;
	/** Its part in the ledger, where one is kept. */
	entry?: Entry;
}

/**
 * What an accepted request's answer was understood to be: a result, with what is to be remembered of it (nothing, if it
 * came to nothing and cost nothing); or no result, so that what it did is not known.
 */
export type Understood<T> = { result: T; note?: Note; ending?: Ending } | { unclear: ServiceError };

type Read<T> = (answer: unknown, isOurs: boolean) => Understood<T>;

/**
 * The only way out for what costs or cannot be undone. It is written down before it is sent, and whatever then happens
 * ends in one of three: it was surely not accepted, and may be sent anew; it was accepted, and its job or answer is
 * remembered; or it may have been, and is not sent again. What this execution has made before is given back.
 * @param send sends the request and gives its answer
 * @param read makes a result of an answer, also of one that is remembered; of a note of this package's own, it is told so
 * @throws NodeApiError or NodeOperationError, which tells in its details whether it may be paid for, or made
 */
export async function spend<T>(context: IExecuteFunctions, intent: Intent, send: () => Promise<unknown>, read: Read<T>): Promise<T> {
	const { key, retryAmbiguous = false, entry } = intent;
	const before = recall(context, key);
	const known = before && resultOf(before, read);
	if (known) {
		entry?.resume(before.attempt);
		return known.result;
	}
	if (before && !retryAmbiguous) throw stillUnclear(context, intent, before);
	const earlier = await entry?.begin(retryAmbiguous);
	if (earlier) return takenUp(context, intent, read(earlier.answer ?? { job_id: earlier.job_id, status_url: earlier.status_url }, true));
	const { attempt } = entry ?? {};
	remember(context, key, { unclear: 'the node was interrupted while the request was on its way', attempt });
	const [sent] = await Promise.allSettled([send()]);
	if (sent.status === 'rejected') throw settled(context, intent, asNodeFailure(context.getNode(), sent.reason, intent.itemIndex), before);
	const [understood] = await Promise.allSettled([Promise.resolve(sent.value).then((answer) => read(answer, false))]);
	if (understood.status === 'rejected') throw settled(context, intent, notUnderstood(context, intent, {}, sent.value));
	if ('unclear' in understood.value) throw settled(context, intent, notUnderstood(context, intent, understood.value.unclear, sent.value));
	const { result, note, ending } = understood.value;
	if (ending) entry?.end(ending);
	if (note) remember(context, key, { ...note, attempt });
	else forget(context, key);
	return result;
}

/** Whether a request with this note goes out: it was not made before, and what is unclear is to be risked. */
export function willBeSent(before: Note | undefined, retryAmbiguous: boolean): boolean {
	if (!before) return true;
	return before.answer === undefined && !before.job_id && !before.status_url && retryAmbiguous;
}

function resultOf<T>({ job_id, status_url, answer }: Note, read: Read<T>): { result: T } | undefined {
	if (answer === undefined && !job_id && !status_url) return undefined;
	const understood = read(answer ?? { job_id, status_url }, answer === undefined);
	return 'result' in understood ? understood : undefined;
}

/** The job that the ledger has for the same key. */
function takenUp<T>(context: IExecuteFunctions, { itemIndex }: Intent, understood: Understood<T>): T {
	if ('result' in understood) return understood.result;
	throw nodeFailure(
		context.getNode(),
		'The ledger has a job for this key, but neither its ID nor its result',
		'Nothing was sent. Look at its row in the ledger; setting its state to failed frees the key.',
		itemIndex,
	);
}

/** Writes down how a request failed. */
function settled(context: IExecuteFunctions, { key, endpoint, itemIndex, entry }: Intent, failure: NodeFailure, before?: Note): NodeFailure {
	const { job_id, partial_text, answer } = detailsOf(failure);
	entry?.end({ state: wasRefused(failure) ? 'failed' : 'may_be_paid', reason: failure.message, job_id });
	if (wasRefused(failure)) {
		// What an earlier try left open stays open.
		if (before) remember(context, key, before);
		else forget(context, key);
		return before ? withDetails(failure, unclear(endpoints[endpoint])) : failure;
	}
	remember(context, key, { unclear: failure.message, partial_text, said: answer, attempt: entry?.attempt });
	if (context.getExecutionCancelSignal()?.aborted) {
		tellStopped(
			context,
			`Stopped while the request of item ${itemIndex + 1} was on its way: it may have been accepted${endpoints[endpoint].spends ? ', and paid for,' : ''} all the same.`,
		);
		asTold(failure);
	}
	return withDetails(failure, unclear(endpoints[endpoint]));
}

function notUnderstood(context: IExecuteFunctions, { itemIndex, endpoint }: Intent, said: ServiceError, answer: unknown): NodeFailure {
	const message = said.message ?? 'The service accepted the request, but its answer contains neither a result nor a job';
	const { spends } = endpoints[endpoint];
	const remedy = `${outcomeWords(endpoint)}${spends ? ' The answer is in the details.' : ''}`;
	const details = { ...said, message, remedy, ...(spends && { answer: preview(answer) }) };
	return withDetails(apiError(context.getNode(), message, remedy, itemIndex), details);
}

function outcomeWords(endpoint: EndpointName): string {
	return endpoints[endpoint].spends
		? 'It may have been paid for: check Billing > Get Transactions before sending it again.'
		: 'It may have been made: check API Key > Get Many before sending it again.';
}

function stillUnclear(
	context: IExecuteFunctions,
	{ endpoint, itemIndex }: Intent,
	{ unclear: reason = 'its answer was not kept', partial_text, said }: Note,
): NodeFailure {
	const { spends } = endpoints[endpoint];
	const details: ErrorDetails = { ...unclear(endpoints[endpoint]), partial_text, answer: said };
	const advice = 'To send it again all the same, run the workflow again';
	const failure = nodeFailure(
		context.getNode(),
		`Not sent again, because it may have been ${spends ? 'paid for' : 'made'}: ${reason}`,
		spends
			? `Check Billing > Get Transactions. ${advice}, or for images, edits and videos turn on Retry Unclear Failures (May Pay Twice).`
			: `Check API Key > Get Many. ${advice}.`,
		itemIndex,
	);
	return withDetails(failure, details);
}
