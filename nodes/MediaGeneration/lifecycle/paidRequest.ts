import { endpoints, type EndpointName } from '../../../contract/endpoints';
import type { ServiceError } from '../answers/failure/serviceError';
import { chargedRemedy, chargeOf } from '../failures/charged';
import { STOPPED_CODE } from '../failures/connection';
import { detailsOf, withDetails, type ErrorDetails, type NodeFailure } from '../failures/details';
import { isMarked, marked, unclear } from '../failures/errors';
import { apiError, asNodeFailure, nodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { saysNothingMade } from '../failures/nothingMade';
import { remedyFor } from '../failures/remedies';
import { messageOf, preview } from '../support/data';
import { settled } from '../support/settled';
import { nextStep, type Accepted, type Attempt, type AttemptIn, type Reason } from './attempt';
import { noRoomFor } from './price';
import type { Answer, LifeEvent } from './events';
import { codesIn } from './jobReport';
import type { Request } from './journal';

/** What an answer means; or that it is unclear, and whether work has begun. */
export type Understanding<T> =
	{ value: T; as: Answer } | { unclear: ServiceError; hasBegun?: boolean };

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
	const opened = await settled(paid.openLedger?.() ?? nobodyElse);
	const next = nextStep(request.attempts, paid.payTwice === true);
	if (next === 'give_back' || next === 'follow') {
		request.entry?.resume(request.journal.rowOf(request.name));
		if (request.current?.state === 'lost') request.append({ type: 'reopened' });
		const value = request.accepted && paid.recall(request.accepted);
		if (value !== undefined) return { value, isNew: false };
	}
	// What was made before is given back, ledger or not.
	if (opened.status === 'rejected') throw keptFrom(request, paid, before, opened.reason);
	if (next !== 'send') {
		const found = await settled(request.entry?.find() ?? nobodyElse);
		if (found.status === 'rejected') throw keptFrom(request, paid, before, found.reason);
		if (!request.entry || !found.value) throw stillUnclear(request, paid, before);
		request.takeUp(request.entry.takeUp(found.value));
		return takenUp(request, paid);
	}
	const begun = await settled(beginAttempt(request, paid, false));
	if (begun.status === 'rejected') throw keptFrom(request, paid, before, begun.reason);
	if (request.reused) return takenUp(request, paid);
	let refusal: unknown;
	const again = async (failure: NodeFailure) => {
		request.append({ type: 'answered', as: unclearAnswer(failure) });
		const next = await settled(beginAttempt(request, paid, true));
		if (next.status === 'rejected') refusal = next.reason;
		return next.status === 'fulfilled' && !request.reused;
	};
	const sent = await settled(paid.send(again));
	if (request.reused) return takenUp(request, paid);
	if (sent.status === 'rejected')
		throw failed(request, paid, asNodeFailure(request.own, sent.reason), refusal);
	return { value: await understand(request, paid, sent.value), isNew: true };
}

/** Says that an attempt before may be paid for. */
const keptFrom = (
	request: Request,
	paid: AnyRequest,
	before: Attempt | undefined,
	reason: unknown,
): unknown =>
	before?.state === 'unclear'
		? notAgain(request, paid, reason, before.why, answerOf(before))
		: reason;

/** Unless somebody else's job is taken up. */
async function beginAttempt(
	request: Request,
	{ price, payTwice = false }: AnyRequest,
	isAgain: boolean,
): Promise<void> {
	const { own, journal, entry } = request;
	if (request.current?.state !== 'reserved') request.begin(await price?.());
	const claimed = await settled(entry?.claim(payTwice, isAgain) ?? nobodyElse);
	if (claimed.status === 'fulfilled' && claimed.value) {
		request.takeUp(claimed.value);
		return;
	}
	const why: unknown =
		claimed.status === 'rejected' ? claimed.reason : noRoomFor(journal, own, request.current);
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
		throw failed(request, paid, notUnderstood(request, paid, understood, answer));
	request.append({ type: 'answered', as: understood.as });
	return understood.value;
}

function notReadable({ own }: Request, reason: unknown) {
	const why = messageOf(reason);
	own.context.logger.error(`The answer to a request could not be read: ${why}`);
	const message = `The answer could not be read, by a fault of this package: ${why}`;
	return { unclear: { message }, hasBegun: true };
}

function failed(
	request: Request,
	paid: AnyRequest,
	failure: NodeFailure,
	refusal?: unknown,
): NodeFailure {
	const isStopped = request.own.stop?.aborted === true;
	if (request.current?.state === 'sending') request.append(endOf(failure, isStopped));
	if (refusal !== undefined && !isStopped)
		return notAgain(request, paid, refusal, failure, detailsOf(failure));
	const isOpen = request.standing?.state === 'unclear';
	return isOpen ? withDetails(failure, unclear(endpoints[paid.endpoint])) : failure;
}

function endOf(failure: NodeFailure, isStopped: boolean): LifeEvent {
	if (!isMarked(failure, 'refused')) {
		const message = 'the workflow was stopped while the request was in progress';
		const as = { ...unclearAnswer(failure), ...(isStopped && { why: { message } }) };
		return { type: 'answered', as };
	}
	const why = reasonOf(failure);
	const { code, cost_nanos } = detailsOf(failure);
	if (code === STOPPED_CODE) return { type: 'withheld', why };
	return { type: 'answered', as: { state: 'refused', why, charged: BigInt(cost_nanos ?? 0) } };
}

function unclearAnswer(failure: NodeFailure) {
	const { partial_text, answer, cost_nanos } = detailsOf(failure);
	const charged = cost_nanos === undefined ? undefined : BigInt(cost_nanos);
	return { state: 'unclear' as const, why: reasonOf(failure), partial_text, answer, charged };
}

/** With codes in place of the service's sentences. */
function reasonOf(failure: NodeFailure): Reason {
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
	const charge = chargeOf(answer);
	if (!hasBegun && saysNothingMade(said)) {
		const remedy =
			chargedRemedy(charge) ??
			remedyFor(undefined, said) ??
			'Nothing was made and nothing was paid: change what the message names.';
		const why = said.message ?? `The service refused the request (${said.code ?? said.type})`;
		const refusal = withDetails(apiError(own, why, remedy), { ...said, ...charge, remedy });
		return marked(refusal, 'refused');
	}
	const message =
		said.message ??
		'The service accepted the request, but its answer contains neither a result nor a job';
	const { spends } = endpoints[endpoint];
	const remedy = `${mayBe(endpoint)}${spends ? ' The answer is in the details.' : ''}`;
	const shown = spends && { answer: preview(answer) };
	const details = { ...said, ...charge, message, remedy, ...shown };
	const failure = withDetails(apiError(own, message, remedy), details);
	return said.message === undefined ? marked(failure, 'in own words') : failure;
}

const TRANSACTIONS = 'Billing > Get Transactions';
const KEYS = 'API Key > Get Many';
const mayBe = (endpoint: EndpointName): string =>
	endpoints[endpoint].spends
		? `It may have been paid for: check ${TRANSACTIONS} before sending it again.`
		: `It may have been made: check ${KEYS} before sending it again.`;

function notAgain(
	{ own }: Request,
	{ endpoint }: AnyRequest,
	refusal: unknown,
	{ message: reason }: { message: string },
	known: ErrorDetails,
): NodeFailure {
	const { message, description } = asNodeFailure(own, refusal);
	const remedy = `${mayBe(endpoint)} ${detailsOf(refusal).remedy ?? description ?? ''}`.trim();
	const words = `${reason.replace(/\.$/, '')}. Not sent again. ${message}`;
	const details = { ...known, ...unclear(endpoints[endpoint]), remedy };
	return withDetails(nodeFailure(own, words, remedy), details);
}

function stillUnclear(
	{ own }: Request,
	{ endpoint }: AnyRequest,
	before: Attempt | undefined,
): NodeFailure {
	const { spends } = endpoints[endpoint];
	const left = before?.state === 'unclear' ? before : undefined;
	const why = left?.why.message ?? 'its answer was not kept';
	const option = spends
		? `, or for images, edits and videos turn on ${optionLabels.retryAmbiguous}`
		: '';
	const failure = nodeFailure(
		own,
		`Not sent again, because it may have been ${spends ? 'paid for' : 'made'}: ${why}`,
		`Check ${spends ? TRANSACTIONS : KEYS}. To send it again anyway, run the workflow again${option}.`,
	);
	const known = left && { ...answerOf(left), ...left.job };
	return withDetails(failure, { ...known, ...unclear(endpoints[endpoint]) });
}

const answerOf = ({ partial_text, answer }: AttemptIn<'unclear'>) => ({ partial_text, answer });
