import { endpoints, type EndpointName } from '../../../contract/endpoints';
import type { ServiceError } from '../answers/failure/serviceError';
import { chargedBy, chargedRemedy, chargeOf } from '../failures/charged';
import { STOPPED_CODE } from '../failures/connection';
import { detailsOf, withDetails, type ErrorDetails, type NodeFailure } from '../failures/details';
import { asOwnWords, asRefusal, isInOwnWords, unclear, wasRefused } from '../failures/errors';
import { apiError, asNodeFailure, nodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { saysNothingMade } from '../failures/nothingMade';
import { remedyFor } from '../failures/remedies';
import { messageOf, preview } from '../support/data';
import { settled } from '../support/settled';
import { nextStep, type Accepted, type Attempt, type AttemptIn, type Reason } from './attempt';
import { noRoomFor } from './budget';
import type { Answer } from './events';
import { codesIn } from './jobReport';
import type { Request } from './request';

/** What an accepted request's answer was understood as: what it brought and means; or nothing, and whether it tells that work has begun. */
export type Understanding<T> =
	{ value: T; as: Answer } | { unclear: ServiceError; hasBegun?: boolean };

/** A request that costs money, or makes what stays. */
export interface PaidRequest<T> {
	endpoint: EndpointName;
	/** Whether the user would rather pay twice than not at all. */
	payTwice?: boolean;
	/** The most that one attempt can cost, in nanos; nothing where nobody can tell. @throws where a budget needs to know */
	price?: () => Promise<bigint | undefined>;
	/** Sends it and gives its answer; where it may be sent again although it may have been accepted, `again` is to be asked each time. */
	send(again: (failure: NodeFailure) => Promise<boolean>): Promise<unknown>;
	read(answer: unknown): Understanding<T> | Promise<Understanding<T>>;
	/** What an attempt brought that was accepted before; nothing where that is not known any more. */
	recall(attempt: Accepted): T | undefined;
}

/** What a request has brought, and whether that was now. */
export interface Brought<T> {
	value: T;
	isNew: boolean;
}

/**
 * The only way out for what costs or cannot be undone. It is written down before it is sent, and whatever then happens is
 * appended to its journal. What was made before, in this execution or for the same key, is given back.
 * @throws NodeApiError or NodeOperationError, which tells in its details whether it may be paid for, or made
 */
export async function sendPaid<T>(request: Request, paid: PaidRequest<T>): Promise<Brought<T>> {
	const { payTwice = false } = paid;
	const before = request.standing;
	const next = nextStep(request.attempts, payTwice);
	if (next === 'give_back' || next === 'follow') {
		request.entry?.resume(request.row);
		if (request.current?.state === 'lost') request.append({ type: 'reopened' });
		const value = request.accepted && paid.recall(request.accepted);
		if (value !== undefined) return { value, isNew: false };
	}
	if (next !== 'send') {
		const found = await request.entry?.find();
		if (!request.entry || !found) throw stillUnclear(request, paid, before);
		request.takeUp(request.entry.takeUp(found));
		return { value: takenUp(request, paid), isNew: false };
	}
	const begun = await settled(beginAttempt(request, paid, false));
	if (begun.status === 'rejected')
		throw before?.state === 'unclear'
			? notAgain(request, paid, begun.reason, before)
			: begun.reason;
	if (request.reused) return { value: takenUp(request, paid), isNew: false };
	let refusal: unknown;
	const again = async (failure: NodeFailure) => {
		request.append({ type: 'answered', as: unclearAnswer(failure) });
		const next = await settled(beginAttempt(request, paid, true));
		if (next.status === 'rejected') refusal = next.reason;
		return next.status === 'fulfilled' && !request.reused;
	};
	const sent = await settled(paid.send(again));
	if (request.reused) return { value: takenUp(request, paid), isNew: false };
	if (sent.status === 'rejected')
		throw failed(request, paid, asNodeFailure(request.own, sent.reason), refusal);
	return { value: await understand(request, paid, sent.value), isNew: true };
}

/** Prices an attempt, keeps its room in the budgets and writes it down, so that it can leave; unless somebody else's job is taken up. */
async function beginAttempt<T>(
	request: Request,
	paid: PaidRequest<T>,
	isAgain: boolean,
): Promise<void> {
	const { own, journal, entry } = request;
	if (request.current?.state !== 'reserved') request.begin(await paid.price?.());
	const claimed = await settled(entry?.claim(paid.payTwice ?? false, isAgain) ?? nobodyElse);
	if (claimed.status === 'rejected') throw withheld(request, claimed.reason);
	if (claimed.value) {
		request.takeUp(claimed.value);
		return;
	}
	const noRoom = noRoomFor(journal, own, request.current);
	if (noRoom) throw withheld(request, noRoom);
	if (request.current?.state === 'planned') request.append({ type: 'reserved' });
	request.append({ type: 'sent' });
}

const nobodyElse = Promise.resolve(undefined);

function withheld(request: Request, failure: unknown): unknown {
	request.withhold(messageOf(failure));
	return failure;
}

/** What somebody else's job for the same key brought. */
function takenUp<T>(request: Request, { recall }: PaidRequest<T>): T {
	const value = request.accepted && recall(request.accepted);
	if (value !== undefined) return value;
	throw nodeFailure(
		request.own,
		'The ledger has a job for this key, but neither its ID nor its result',
		'Nothing was sent. Look at its row in the ledger; if you set its state to failed, the key can be used again.',
	);
}

async function understand<T>(request: Request, paid: PaidRequest<T>, answer: unknown): Promise<T> {
	const read = async () => await paid.read(answer);
	const understood = await settled(read());
	if (understood.status === 'rejected') {
		const why = messageOf(understood.reason);
		request.own.context.logger.error(`The answer to a request could not be read: ${why}`);
		const said = { message: `The answer could not be read, by a fault of this package: ${why}` };
		throw failed(
			request,
			paid,
			notUnderstood(request, paid, { unclear: said, hasBegun: true }, answer),
		);
	}
	if ('unclear' in understood.value)
		throw failed(request, paid, notUnderstood(request, paid, understood.value, answer));
	request.append({ type: 'answered', as: understood.value.as });
	return understood.value.value;
}

/** Takes down how the attempt failed that is under way. @param refusal why it could not be sent again */
function failed<T>(
	request: Request,
	{ endpoint }: PaidRequest<T>,
	failure: NodeFailure,
	refusal?: unknown,
): NodeFailure {
	const isOpen = () => request.standing?.state === 'unclear';
	const isStopped = request.own.stop?.aborted === true;
	if (request.current?.state === 'sending') {
		if (!wasRefused(failure)) {
			const as = { ...unclearAnswer(failure), ...(isStopped && { why: STOPPED }) };
			request.append({ type: 'answered', as });
		} else if (detailsOf(failure).code === STOPPED_CODE)
			request.append({ type: 'broke', why: reasonOf(failure) });
		else {
			const as = { state: 'refused', why: reasonOf(failure), charged: chargedBy(failure) } as const;
			request.append({ type: 'answered', as });
		}
	}
	if (refusal !== undefined && !isStopped) {
		const { message } = failure;
		return notAgain(request, { endpoint }, refusal, { why: { message } }, detailsOf(failure));
	}
	return isOpen() ? withDetails(failure, unclear(endpoints[endpoint])) : failure;
}

const STOPPED: Reason = {
	message: 'the workflow was stopped while the request was in progress',
};

function unclearAnswer(failure: NodeFailure) {
	const { partial_text, answer, cost_nanos } = detailsOf(failure);
	const charged = cost_nanos === undefined ? undefined : BigInt(cost_nanos);
	return { state: 'unclear' as const, why: reasonOf(failure), partial_text, answer, charged };
}

/** Why a request failed, with the service's codes where the words are its own. */
function reasonOf(failure: NodeFailure): Reason {
	const said = detailsOf(failure);
	const isOwn =
		isInOwnWords(failure) ||
		[said.message, said.type, said.code].every((part) => part === undefined);
	return { message: failure.message, ...(!isOwn && { own: codesIn(said) }) };
}

/** The error of an answer without a result: a refusal where its own words say that nothing was made, whatever its status. */
function notUnderstood<T>(
	{ own }: Request,
	{ endpoint }: PaidRequest<T>,
	{ unclear: said, hasBegun = false }: { unclear: ServiceError; hasBegun?: boolean },
	answer: unknown,
): NodeFailure {
	if (!hasBegun && saysNothingMade(said)) {
		const charge = chargeOf(answer);
		const remedy =
			chargedRemedy(charge) ??
			remedyFor(undefined, said) ??
			'Nothing was made and nothing was paid: change what the message names.';
		const why = said.message ?? `The service refused the request (${said.code ?? said.type})`;
		return asRefusal(withDetails(apiError(own, why, remedy), { ...said, ...charge, remedy }));
	}
	const message =
		said.message ??
		'The service accepted the request, but its answer contains neither a result nor a job';
	const { spends } = endpoints[endpoint];
	const remedy = `${outcomeWords(endpoint)}${spends ? ' The answer is in the details.' : ''}`;
	const details = {
		...said,
		...chargeOf(answer),
		message,
		remedy,
		...(spends && { answer: preview(answer) }),
	};
	const failure = withDetails(apiError(own, message, remedy), details);
	return said.message === undefined ? asOwnWords(failure) : failure;
}

function outcomeWords(endpoint: EndpointName): string {
	return endpoints[endpoint].spends
		? 'It may have been paid for: check Billing > Get Transactions before sending it again.'
		: 'It may have been made: check API Key > Get Many before sending it again.';
}

/** The error of a request that may have been accepted and was to be sent again, and why it could not be. */
function notAgain(
	{ own }: Request,
	{ endpoint }: { endpoint: EndpointName },
	refusal: unknown,
	left: Pick<AttemptIn<'unclear'>, 'why'> & Partial<AttemptIn<'unclear'>>,
	details: ErrorDetails = detailsIn(left),
): NodeFailure {
	const { message, description } = asNodeFailure(own, refusal);
	const remedy =
		`${outcomeWords(endpoint)} ${detailsOf(refusal).remedy ?? description ?? ''}`.trim();
	const reason = left.why.message.replace(/\.$/, '');
	const failure = nodeFailure(own, `${reason}. Not sent again. ${message}`, remedy);
	return withDetails(failure, { ...details, ...unclear(endpoints[endpoint]), remedy });
}

/** The error of a request that may have been accepted before, and so is not sent. */
function stillUnclear<T>(
	{ own }: Request,
	{ endpoint }: PaidRequest<T>,
	before: Attempt | undefined,
): NodeFailure {
	const { spends } = endpoints[endpoint];
	const left = before?.state === 'unclear' ? before : undefined;
	const advice = 'To send it again anyway, run the workflow again';
	const failure = nodeFailure(
		own,
		`Not sent again, because it may have been ${spends ? 'paid for' : 'made'}: ${left?.why.message ?? 'its answer was not kept'}`,
		spends
			? `Check Billing > Get Transactions. ${advice}, or for images, edits and videos turn on ${optionLabels.retryAmbiguous}.`
			: `Check API Key > Get Many. ${advice}.`,
	);
	return withDetails(failure, {
		...(left && { ...detailsIn(left), ...left.job }),
		...unclear(endpoints[endpoint]),
	});
}

const detailsIn = ({ partial_text, answer }: Partial<AttemptIn<'unclear'>>): ErrorDetails => ({
	partial_text,
	answer,
});
