import type { IExecuteFunctions } from 'n8n-workflow';
import { endpoints, type EndpointName } from '../../../contract/endpoints';
import { asTold, tellStopped } from '../jobs/stopped';
import { reasonsOf, type AttemptEnd } from './ledger/attemptEnd';
import type { Earlier } from './ledger/entry';
import { preview } from '../support/data';
import { detailsOf, withDetails, type ErrorDetails, type NodeFailure } from '../failures/details';
import { apiError, asNodeFailure, nodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { asOwnWords, asRefusal, unclear, wasRefused } from '../failures/errors';
import { STOPPED_CODE } from '../failures/connection';
import { saysNothingMade } from '../failures/nothingMade';
import { remedyFor } from '../failures/remedies';
import type { ServiceError } from '../answers/failure/serviceError';
import { forget, recall, remember, type Note } from './memory';
import { Tries, type Tried } from './tries';

/** A request that costs money, or makes what stays. */
export interface Intent extends Tried {
	endpoint: EndpointName;
	/** The name under which it is remembered. */
	key: string;
}

/** Sends a request and gives its answer; where it may be sent again although it may have been accepted, `again` is to be asked each time. */
type Send = (again: (failure: NodeFailure) => Promise<boolean>) => Promise<unknown>;

/**
 * What an accepted request's answer was understood to be: a result, with what is to be remembered of it (nothing, if it
 * came to nothing and cost nothing); or no result, so that what it did is not known.
 */
export type Understood<T> = { result: T; note?: Note; ending?: AttemptEnd } | { unclear: ServiceError };

type Read<T> = (answer: unknown, isOurs: boolean, note?: Note) => Understood<T>;

/**
 * The only way out for what costs or cannot be undone. It is written down before it is sent, and whatever then happens
 * ends in one of three: it was surely not accepted, and may be sent anew; it was accepted, and its job or answer is
 * remembered; or it may have been, and is not sent again. What this execution has made before is given back.
 * @param read makes a result of an answer, also of one that is remembered, with its note; where the answer is in this
 * package's own words, it is told so
 * @throws NodeApiError or NodeOperationError, which tells in its details whether it may be paid for, or made
 */
export async function spend<T>(context: IExecuteFunctions, intent: Intent, send: Send, read: Read<T>): Promise<T> {
	const { key, retryAmbiguous = false, entry } = intent;
	const before = recall(context, key);
	const known = before && resultOf(before, read);
	if (known) {
		entry?.resume(before.attempt);
		return known.result;
	}
	if (before && !retryAmbiguous) throw stillUnclear(context, intent, before);
	const tries = new Tries(context, intent);
	const [begun] = await Promise.allSettled([tries.begin()]);
	if (begun.status === 'rejected') throw before ? notAgain(context, intent, begun.reason, whatIsOpen(before)) : begun.reason;
	if (begun.value) return takenUp(context, intent, begun.value, read);
	remember(context, key, { unclear: 'the node was interrupted while the request was in progress', attempt: entry?.attempt });
	let open = before;
	const again = async (failure: NodeFailure) => {
		open = noteOf(intent, failure);
		return await tries.again(failure);
	};
	const [sent] = await Promise.allSettled([send(again)]);
	if (tries.earlier) return takenUp(context, intent, tries.earlier, read);
	if (sent.status === 'rejected') throw settled(context, intent, tries, asNodeFailure(context.getNode(), sent.reason, intent.itemIndex), open);
	const [understood] = await Promise.allSettled([Promise.resolve(sent.value).then((answer) => read(answer, false))]);
	if (understood.status === 'rejected') throw settled(context, intent, tries, notUnderstood(context, intent, {}, sent.value));
	if ('unclear' in understood.value) throw settled(context, intent, tries, notUnderstood(context, intent, understood.value.unclear, sent.value));
	const { result, note, ending } = understood.value;
	if (ending) tries.end(ending);
	if (note) remember(context, key, { ...note, attempt: entry?.attempt, price: tries.price?.toString() });
	else forget(context, key);
	return result;
}

function resultOf<T>(note: Note, read: Read<T>): { result: T } | undefined {
	const { job_id, status_url, answer, read: known } = note;
	if (answer === undefined && known === undefined && !job_id && !status_url) return undefined;
	const understood = read(answer ?? { job_id, status_url }, answer === undefined, note);
	return 'result' in understood ? understood : undefined;
}

/** The job that the ledger has for the same key. What this request has left open, its lines there tell. */
function takenUp<T>(context: IExecuteFunctions, { key, itemIndex }: Intent, { answer, job_id, status_url }: Earlier, read: Read<T>): T {
	forget(context, key);
	const understood = read(answer ?? { job_id, status_url }, true);
	if ('result' in understood) return understood.result;
	throw nodeFailure(
		context.getNode(),
		'The ledger has a job for this key, but neither its ID nor its result',
		'Nothing was sent. Look at its row in the ledger; if you set its state to failed, the key can be used again.',
		itemIndex,
	);
}

/** What is remembered of a request that may have been accepted although it failed. */
function noteOf({ entry }: Intent, failure: NodeFailure): Note {
	const { partial_text, answer } = detailsOf(failure);
	return { unclear: failure.message, partial_text, said: answer, attempt: entry?.attempt };
}

/** Writes down how a request failed. @param open what an earlier try left open */
function settled(context: IExecuteFunctions, intent: Intent, tries: Tries, failure: NodeFailure, open?: Note): NodeFailure {
	const { key, endpoint, itemIndex } = intent;
	const { job_id, code } = detailsOf(failure);
	const refused = code === STOPPED_CODE ? 'not_sent' : 'failed';
	tries.end({ job_id, ...reasonsOf(failure), ...(wasRefused(failure) ? { state: refused, cost: 0n } : { state: 'may_be_paid' }) });
	if (wasRefused(failure)) {
		if (open) remember(context, key, open);
		else forget(context, key);
		return open ? withDetails(failure, unclear(endpoints[endpoint])) : failure;
	}
	remember(context, key, noteOf(intent, failure));
	if (context.getExecutionCancelSignal()?.aborted) {
		tellStopped(
			context,
			`Stopped while the request for item ${itemIndex + 1} was in progress: it may still have been accepted${endpoints[endpoint].spends ? ' and paid for' : ''}.`,
		);
		asTold(failure);
	} else if (tries.refusal) return notAgain(context, intent, tries.refusal, { reason: failure.message, details: detailsOf(failure) });
	return withDetails(failure, unclear(endpoints[endpoint]));
}

/** The error of an answer without a result: a refusal where its own words say that nothing was made, whatever its status. */
function notUnderstood(context: IExecuteFunctions, { itemIndex, endpoint }: Intent, said: ServiceError, answer: unknown): NodeFailure {
	if (saysNothingMade(said)) {
		const remedy = remedyFor(undefined, said) ?? 'Nothing was made and nothing was paid: change what the message names.';
		const why = said.message ?? `The service refused the request (${said.code ?? said.type})`;
		return asRefusal(withDetails(apiError(context.getNode(), why, remedy, itemIndex), { ...said, remedy }));
	}
	const message = said.message ?? 'The service accepted the request, but its answer contains neither a result nor a job';
	const { spends } = endpoints[endpoint];
	const remedy = `${outcomeWords(endpoint)}${spends ? ' The answer is in the details.' : ''}`;
	const details = { ...said, message, remedy, ...(spends && { answer: preview(answer) }) };
	const failure = withDetails(apiError(context.getNode(), message, remedy, itemIndex), details);
	return said.message === undefined ? asOwnWords(failure) : failure;
}

function outcomeWords(endpoint: EndpointName): string {
	return endpoints[endpoint].spends
		? 'It may have been paid for: check Billing > Get Transactions before sending it again.'
		: 'It may have been made: check API Key > Get Many before sending it again.';
}

/** Why nobody knows whether a request was accepted. */
interface Open {
	reason: string;
	details: ErrorDetails;
}

const whatIsOpen = ({ unclear: reason = 'its answer was not kept', partial_text, said }: Note): Open => ({ reason, details: { partial_text, answer: said } });

/** The error of a request that may have been accepted and was to be sent again, and why it could not be. */
function notAgain(context: IExecuteFunctions, { endpoint, itemIndex }: Intent, refusal: unknown, { reason, details }: Open): NodeFailure {
	const { message, description } = asNodeFailure(context.getNode(), refusal, itemIndex);
	const remedy = `${outcomeWords(endpoint)} ${detailsOf(refusal).remedy ?? description ?? ''}`.trim();
	const failure = nodeFailure(context.getNode(), `${reason.replace(/\.$/, '')}. Not sent again. ${message}`, remedy, itemIndex);
	return withDetails(failure, { ...details, ...unclear(endpoints[endpoint]), remedy });
}

function stillUnclear(context: IExecuteFunctions, { endpoint, itemIndex }: Intent, before: Note): NodeFailure {
	const { spends } = endpoints[endpoint];
	const { reason, details } = whatIsOpen(before);
	const advice = 'To send it again anyway, run the workflow again';
	const failure = nodeFailure(
		context.getNode(),
		`Not sent again, because it may have been ${spends ? 'paid for' : 'made'}: ${reason}`,
		spends
			? `Check Billing > Get Transactions. ${advice}, or for images, edits and videos turn on ${optionLabels.retryAmbiguous}.`
			: `Check API Key > Get Many. ${advice}.`,
		itemIndex,
	);
	return withDetails(failure, { ...details, ...unclear(endpoints[endpoint]) });
}
