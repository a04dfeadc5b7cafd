import { endpoints, type EndpointName } from '../../../contract/endpoints';
import type { ServiceError } from '../answers/failure/serviceError';
import { remedyIfCharged, chargeInRefusal } from '../failures/charged';
import { STOPPED_CODE } from '../failures/connection';
import { detailsOf, withDetails, type ErrorDetails, type NodeFailure } from '../failures/details';
import { isMarked, marked, unclear, unclearRemedy } from '../failures/errors';
import { apiError, asNodeFailure, nodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { saysNothingMade } from '../failures/nothingMade';
import { remedyFor } from '../failures/remedies';
import { messageOf, preview } from '../support/data';
import { settled } from '../support/settled';
import { nextStep, type Accepted, type Attempt, type Next, type Reason } from './attempt';
import { noRoomFor } from './price';
import type { LifeEvent, Understanding } from './events';
import { codesIn } from './jobReport';
import type { Request } from './journal';

/** A request that costs money, or makes what stays. */
export interface PaidRequest<T> {
	endpoint: EndpointName;
	openLedger?: () => Promise<unknown>;
	/** Whether the user would rather pay twice than not at all. */
	payTwice?: boolean;
	/** Of one attempt at most, in nanos; nothing where nobody can tell. @throws where a budget needs to know */
	price?: () => Promise<bigint | undefined>;
	/** Asks `again` before it sends once more what may have been accepted. */
	send(again: (failure: NodeFailure) => Promise<boolean>): Promise<unknown>;
	read(answer: unknown): Understanding<T> | Promise<Understanding<T>>;
	/** What an earlier attempt brought, if that is known. */
	recall(attempt: Accepted): T | undefined;
}

type AnyRequest = PaidRequest<unknown>;

/** What a request has brought, and whether that was now. */
export interface Brought<T> {
	value: T;
	isNew: boolean;
}

/**
 * The only way out for what costs or cannot be undone: written down before it is sent, with whatever then happens.
 * What was made before, in this execution or for the same key, is given back.
 * @throws NodeApiError or NodeOperationError, whose details tell whether it may be paid for, or made
 */
export async function sendPaid<T>(request: Request, paid: PaidRequest<T>): Promise<Brought<T>> {
	const before = request.standing;
	const next = nextStep(request.attempts, paid.payTwice === true);
	const begun = await settled(takeUpOrBegin(request, paid, next));
	if (begun.status === 'rejected') {
		const left = leftBy(before, next);
		throw left ? notAgain(request, paid, begun.reason, left) : begun.reason;
	}
	if (begun.value) return begun.value;
	let refusal: unknown;
	const noteAndBeginAgain = async (failure: NodeFailure) => {
		request.append({ type: 'answered', as: unclearAnswer(failure) });
		const next = await settled(beginOrTakeUp(request, paid, true));
		if (next.status === 'rejected') refusal = next.reason;
		return next.status === 'fulfilled' && !request.reused;
	};
	const sent = await settled(paid.send(noteAndBeginAgain));
	if (request.reused) return takenUp(request, paid);
	if (sent.status === 'rejected')
		throw failureOf(request, paid, asNodeFailure(request.own, sent.reason), refusal);
	return { value: await understand(request, paid, sent.value), isNew: true };
}

/** Gives back what there is; nothing once an attempt has begun. */
async function takeUpOrBegin<T>(
	request: Request,
	paid: PaidRequest<T>,
	next: Next,
): Promise<Brought<T> | undefined> {
	const opened = await settled(paid.openLedger?.() ?? nobodyElse);
	if (next === 'give_back' || next === 'follow') {
		request.entry?.resume(request.journal.attemptIdOf(request.name));
		if (request.current?.state === 'lost') request.append({ type: 'reopened' });
		const value = request.accepted && paid.recall(request.accepted);
		if (value !== undefined) return { value, isNew: false };
	}
	// What was made before is given back, ledger or not.
	if (opened.status === 'rejected') throw opened.reason;
	// Nothing of this execution; the ledger may still have another's job for the key.
	if (next === 'send') {
		await beginOrTakeUp(request, paid, false);
		return request.reused && takenUp(request, paid);
	}
	const found = await request.entry?.find();
	if (found) {
		request.takeUp(found);
		return takenUp(request, paid);
	}
	const option = endpoints[paid.endpoint].spends
		? `, or for images, edits and videos turn on ${optionLabels.retryAmbiguous}`
		: '';
	// Only what to do: the caller has the words.
	throw nodeFailure(request.own, '', `To send it anyway, run the workflow again${option}.`);
}

/** What an earlier attempt may have been paid for, or made. */
function leftBy(before: Attempt | undefined, next: Next): Left | undefined {
	if (before?.state !== 'unclear')
		return next === 'send' ? undefined : { message: 'Its answer was not kept', details: {} };
	const { why, job, partial_text, answer } = before;
	return { message: why.message, details: { partial_text, answer, ...job } };
}

interface Left {
	message: string;
	details: ErrorDetails;
}

/** Begins an attempt, unless the key has a job of somebody else, which is taken up. */
async function beginOrTakeUp(
	request: Request,
	{ price, payTwice = false }: AnyRequest,
	isAgain: boolean,
): Promise<void> {
	const { entry } = request;
	if (request.current?.state !== 'reserved') request.begin(await price?.());
	const claimed = await settled(entry?.claim(payTwice, isAgain) ?? nobodyElse);
	if (claimed.status === 'fulfilled' && claimed.value) {
		request.takeUp(claimed.value);
		return;
	}
	const why: unknown = claimed.status === 'rejected' ? claimed.reason : noRoomFor(request);
	if (why !== undefined) {
		request.withhold(messageOf(why));
		throw why;
	}
	if (request.current?.state === 'planned') request.append({ type: 'reserved' });
	request.append({ type: 'sent' });
}

const nobodyElse = Promise.resolve(undefined);

function takenUp<T>({ own, accepted }: Request, { recall }: PaidRequest<T>): Brought<T> {
	const value = accepted && recall(accepted);
	if (value !== undefined) return { value, isNew: false };
	throw nodeFailure(
		own,
		'The ledger has a job for this key, but neither its ID nor its result',
		'Nothing was sent. Look at its row in the ledger; if you set its state to failed, the key can be used again.',
	);
}

async function understand<T>(request: Request, paid: PaidRequest<T>, answer: unknown): Promise<T> {
	const outcome = await settled((async () => await paid.read(answer))());
	const isRead = outcome.status === 'fulfilled';
	const understood = isRead ? outcome.value : notReadable(request, outcome.reason);
	if ('unclear' in understood)
		throw failureOf(request, paid, notUnderstood(request, paid, understood, answer));
	request.append({ type: 'answered', as: understood.as });
	return understood.value;
}

function notReadable({ own }: Request, reason: unknown) {
	const why = messageOf(reason);
	own.context.logger.error(`The answer to a request could not be read: ${why}`);
	const message = `The answer could not be read, by a fault of this package: ${why}`;
	return { unclear: { message }, hasBegun: true };
}

function failureOf(
	request: Request,
	paid: AnyRequest,
	failure: NodeFailure,
	refusal?: unknown,
): NodeFailure {
	const isStopped = request.own.stop?.aborted === true;
	if (request.current?.state === 'sending') request.append(endOf(failure, isStopped));
	const { message } = failure;
	if (refusal !== undefined && !isStopped)
		return notAgain(request, paid, refusal, { message, details: detailsOf(failure) });
	const isOpen = request.standing?.state === 'unclear';
	return isOpen ? withDetails(failure, unclear(endpoints[paid.endpoint])) : failure;
}

function endOf(failure: NodeFailure, isStopped: boolean): LifeEvent {
	if (!isMarked(failure, 'refused')) {
		const message = 'the workflow was stopped while the request was in progress';
		const as = { ...unclearAnswer(failure), ...(isStopped && { why: { message } }) };
		return { type: 'answered', as };
	}
	const why = storedReason(failure);
	const { code, cost_nanos } = detailsOf(failure);
	if (code === STOPPED_CODE) return { type: 'withheld', why };
	return { type: 'answered', as: { state: 'refused', why, charged: BigInt(cost_nanos ?? 0) } };
}

function unclearAnswer(failure: NodeFailure) {
	const { partial_text, answer, cost_nanos } = detailsOf(failure);
	const charged = cost_nanos === undefined ? undefined : BigInt(cost_nanos);
	return { state: 'unclear' as const, why: storedReason(failure), partial_text, answer, charged };
}

/** With codes in place of the service's sentences. */
function storedReason(failure: NodeFailure): Reason {
	const said = detailsOf(failure);
	const isOwn =
		isMarked(failure, 'in own words') ||
		[said.message, said.type, said.code].every((part) => part === undefined);
	return { message: failure.message, ...(!isOwn && { own: codesIn(said) }) };
}

/** A refusal where the answer's own words say that nothing was made. */
function notUnderstood(
	{ own }: Request,
	{ endpoint }: AnyRequest,
	{ unclear: said, hasBegun = false }: { unclear: ServiceError; hasBegun?: boolean },
	answer: unknown,
): NodeFailure {
	const charge = chargeInRefusal(answer);
	const refuses = !hasBegun && saysNothingMade(said);
	const row = endpoints[endpoint];
	const remedy = refuses
		? (remedyIfCharged(charge) ??
			remedyFor(undefined, said) ??
			'Nothing was made and nothing was paid: change what the message names.')
		: `${unclearRemedy(unclear(row))}${row.spends ? ' The answer is in the details.' : ''}`;
	const message =
		said.message ??
		(refuses
			? `The service refused the request (${said.code ?? said.type})`
			: 'The service accepted the request, but its answer contains neither a result nor a job');
	const shown = !refuses && row.spends && { answer: preview(answer) };
	const details = { ...said, ...charge, message, remedy, ...shown };
	const failure = withDetails(apiError(own, message, remedy), details);
	if (refuses) return marked(failure, 'refused');
	return said.message === undefined ? marked(failure, 'in own words') : failure;
}

/** The error of what may have been paid for, or made, and is not sent once more. @param refusal why not */
function notAgain(
	{ own }: Request,
	{ endpoint }: AnyRequest,
	refusal: unknown,
	left: Left,
): NodeFailure {
	const { message, description } = asNodeFailure(own, refusal);
	const open = unclear(endpoints[endpoint]);
	const then = detailsOf(refusal).remedy ?? description ?? '';
	const remedy = `${unclearRemedy(open)} ${then}`.trim();
	const words = [left.message.replace(/\.$/, ''), 'Not sent again', message]
		.filter(Boolean)
		.join('. ');
	return withDetails(nodeFailure(own, words, remedy), { ...left.details, ...open, remedy });
}
