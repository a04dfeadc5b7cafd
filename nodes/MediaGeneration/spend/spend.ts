import { endpoints, type EndpointName } from '../../../contract/endpoints';
import { asTold, tellStopped } from '../jobs/stopped';
import { reasonsOf, type AttemptEnd } from './ledger/attemptEnd';
import type { Earlier } from './ledger/entry';
import { preview } from '../support/data';
import { detailsOf, withDetails, type ErrorDetails, type NodeFailure } from '../failures/details';
import { apiError, asNodeFailure, nodeFailure, whoOf } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { asOwnWords, asRefusal, unclear, wasRefused } from '../failures/errors';
import { chargedBy, chargedRemedy, chargeOf } from '../failures/charged';
import { STOPPED_CODE } from '../failures/connection';
import { saysNothingMade } from '../failures/nothingMade';
import { remedyFor } from '../failures/remedies';
import type { ServiceError } from '../answers/failure/serviceError';
import { Tries, type Tried } from './tries';
import type { Note } from './notes';
import type { Run } from './run';
import { settled } from '../support/settled';

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
 * came to nothing and cost nothing); or no result, so that what it did is not known, and whether the answer tells that it was begun.
 */
export type Understood<T> =
	{ result: T; note?: Note; ending?: AttemptEnd } | { unclear: ServiceError; isBegun?: boolean };

type Unclear = Extract<Understood<never>, { unclear: ServiceError }>;

type Read<T> = (answer: unknown, isOurs: boolean, note?: Note) => Understood<T>;

/**
 * The only way out for what costs or cannot be undone. It is written down before it is sent, and whatever then happens
 * ends in one of three: it was surely not accepted, and may be sent anew; it was accepted, and its job or answer is
 * remembered; or it may have been, and is not sent again. What this execution has made before is given back.
 * @param read makes a result of an answer, also of one that is remembered, with its note; where the answer is in this
 * package's own words, it is told so
 * @throws NodeApiError or NodeOperationError, which tells in its details whether it may be paid for, or made
 */
export async function spend<T>(run: Run, intent: Intent, send: Send, read: Read<T>): Promise<T> {
	const { key, retryAmbiguous = false, entry } = intent;
	const before = run.notes.recall(key);
	const known = before && resultOf(before, read);
	if (known) {
		entry?.resume(before.attempt);
		return known.result;
	}
	if (before && !retryAmbiguous) throw stillUnclear(run, intent, before);
	const tries = new Tries(run, intent);
	const begun = await settled(tries.begin());
	if (begun.status === 'rejected')
		throw before ? notAgain(run, intent, begun.reason, whatIsOpen(before)) : begun.reason;
	if (begun.value) return takenUp(run, intent, begun.value, read);
	run.notes.remember(key, {
		unclear: 'the node was interrupted while the request was in progress',
		attempt: entry?.attempt,
	});
	let open = before;
	const again = async (failure: NodeFailure) => {
		open = noteOf(intent, failure);
		return await tries.again(failure);
	};
	const sent = await settled(send(again));
	if (tries.earlier) return takenUp(run, intent, tries.earlier, read);
	if (sent.status === 'rejected')
		throw noted(run, intent, tries, asNodeFailure(run, sent.reason), open);
	const understood = await settled(
		Promise.resolve(sent.value).then((answer) => read(answer, false)),
	);
	if (understood.status === 'rejected')
		throw noted(run, intent, tries, notUnderstood(run, intent, { unclear: {} }, sent.value));
	if ('unclear' in understood.value)
		throw noted(run, intent, tries, notUnderstood(run, intent, understood.value, sent.value));
	const { result, note, ending } = understood.value;
	if (ending) tries.end(ending);
	if (note)
		run.notes.remember(key, { ...note, attempt: entry?.attempt, price: tries.price?.toString() });
	else run.notes.forget(key);
	return result;
}

function resultOf<T>(note: Note, read: Read<T>): { result: T } | undefined {
	const { job_id, status_url, answer, read: known } = note;
	if (answer === undefined && known === undefined && !job_id && !status_url) return undefined;
	const understood = read(answer ?? { job_id, status_url }, answer === undefined, note);
	return 'result' in understood ? understood : undefined;
}

/** The job that the ledger has for the same key. What this request has left open, its lines there tell. */
function takenUp<T>(
	run: Run,
	{ key }: Intent,
	{ answer, job_id, status_url }: Earlier,
	read: Read<T>,
): T {
	run.notes.forget(key);
	const understood = read(answer ?? { job_id, status_url }, true);
	if ('result' in understood) return understood.result;
	throw nodeFailure(
		run,
		'The ledger has a job for this key, but neither its ID nor its result',
		'Nothing was sent. Look at its row in the ledger; if you set its state to failed, the key can be used again.',
	);
}

/** What is remembered of a request that may have been accepted although it failed. */
function noteOf({ entry }: Intent, failure: NodeFailure): Note {
	const { partial_text, answer } = detailsOf(failure);
	return { unclear: failure.message, partial_text, said: answer, attempt: entry?.attempt };
}

/** Writes down how a request failed. @param open what an earlier try left open */
function noted(
	run: Run,
	intent: Intent,
	tries: Tries,
	failure: NodeFailure,
	open?: Note,
): NodeFailure {
	const { key, endpoint } = intent;
	const { job_id, code } = detailsOf(failure);
	const refused = code === STOPPED_CODE ? 'not_sent' : 'failed';
	tries.end({
		job_id,
		...reasonsOf(failure),
		...(wasRefused(failure)
			? { state: refused, cost: chargedBy(failure) }
			: { state: 'may_be_paid' }),
	});
	if (wasRefused(failure)) {
		if (open) run.notes.remember(key, open);
		else run.notes.forget(key);
		return open ? withDetails(failure, unclear(endpoints[endpoint])) : failure;
	}
	run.notes.remember(key, noteOf(intent, failure));
	if (run.stop?.aborted) {
		tellStopped(
			run,
			`Stopped while the request for item ${whoOf(run)} was in progress: it may still have been accepted${endpoints[endpoint].spends ? ' and paid for' : ''}.`,
		);
		asTold(failure);
	} else if (tries.refusal)
		return notAgain(run, intent, tries.refusal, {
			reason: failure.message,
			details: detailsOf(failure),
		});
	return withDetails(failure, unclear(endpoints[endpoint]));
}

/** The error of an answer without a result: a refusal where its own words say that nothing was made, whatever its status. */
function notUnderstood(
	run: Run,
	{ endpoint }: Intent,
	{ unclear: said, isBegun = false }: Unclear,
	answer: unknown,
): NodeFailure {
	if (!isBegun && saysNothingMade(said)) {
		const charge = chargeOf(answer);
		const remedy =
			chargedRemedy(charge) ??
			remedyFor(undefined, said) ??
			'Nothing was made and nothing was paid: change what the message names.';
		const why = said.message ?? `The service refused the request (${said.code ?? said.type})`;
		return asRefusal(withDetails(apiError(run, why, remedy), { ...said, ...charge, remedy }));
	}
	const message =
		said.message ??
		'The service accepted the request, but its answer contains neither a result nor a job';
	const { spends } = endpoints[endpoint];
	const remedy = `${outcomeWords(endpoint)}${spends ? ' The answer is in the details.' : ''}`;
	const details = { ...said, message, remedy, ...(spends && { answer: preview(answer) }) };
	const failure = withDetails(apiError(run, message, remedy), details);
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

const whatIsOpen = ({
	unclear: reason = 'its answer was not kept',
	partial_text,
	said,
}: Note): Open => ({ reason, details: { partial_text, answer: said } });

/** The error of a request that may have been accepted and was to be sent again, and why it could not be. */
function notAgain(
	run: Run,
	{ endpoint }: Intent,
	refusal: unknown,
	{ reason, details }: Open,
): NodeFailure {
	const { message, description } = asNodeFailure(run, refusal);
	const remedy =
		`${outcomeWords(endpoint)} ${detailsOf(refusal).remedy ?? description ?? ''}`.trim();
	const failure = nodeFailure(
		run,
		`${reason.replace(/\.$/, '')}. Not sent again. ${message}`,
		remedy,
	);
	return withDetails(failure, { ...details, ...unclear(endpoints[endpoint]), remedy });
}

function stillUnclear(run: Run, { endpoint }: Intent, before: Note): NodeFailure {
	const { spends } = endpoints[endpoint];
	const { reason, details } = whatIsOpen(before);
	const advice = 'To send it again anyway, run the workflow again';
	const failure = nodeFailure(
		run,
		`Not sent again, because it may have been ${spends ? 'paid for' : 'made'}: ${reason}`,
		spends
			? `Check Billing > Get Transactions. ${advice}, or for images, edits and videos turn on ${optionLabels.retryAmbiguous}.`
			: `Check API Key > Get Many. ${advice}.`,
	);
	return withDetails(failure, { ...details, ...unclear(endpoints[endpoint]) });
}
