import { asText } from '../support/data';
import { STOPPED_CODE } from '../failures/connection';
import {
	isRetryable,
	isAmbiguous,
	wasNeverSent,
	type ApiAnswer,
	type Outcome,
} from '../failures/outcome';
import { readServiceError } from '../answers/failure/serviceError';
import { awaitTurn, slowDown, type Pace } from './pace';
import { saysOutOfMoney } from '../failures/nothingMade';
import { isRateLimited } from '../support/httpStatus';
import { settled } from '../support/settled';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** A limit that holds longer, in milliseconds, is no passing one. */
export const LONGEST_LIMIT_MS = 15 * 60_000;
/** How long the sender of a callback, a timer or the editor is kept waiting by tries that nobody can stop, in milliseconds. */
const LONGEST_UNSTOPPED_MS = 10_000;
const TRIES = 4;
/** What took too long is asked once more only. */
export const TRIES_AFTER_TIMEOUT = 2;

/**
 * How long after the first try another may begin, in milliseconds.
 * @param timeout for which whoever waits for a single try is ready to wait
 */
export const patienceOf = ({ stop }: { stop?: AbortSignal }, timeout = Infinity): number =>
	stop ? LONGEST_LIMIT_MS : Math.min(LONGEST_UNSTOPPED_MS, timeout);

/** How a request is sent again. */
export interface Retries {
	/** Ends all waits; nothing is sent once it is set. */
	stop?: AbortSignal;
	/** How long after the first try another may begin, in milliseconds: {@link patienceOf}. */
	patience: number;
	/**
	 * Whether the request may be sent again although it may have been accepted, asked just before that; when absent, it
	 * may not.
	 */
	again?: (last: Outcome) => Promise<boolean>;
	/** How long all tries and the waits between them may take together, in milliseconds, beside those for a limit. */
	longest?: number;
}

/**
 * Sends a request, and sends it again where that can help and cannot pay twice: what was surely not
 * accepted always, anything that passes only if `again` allows it. Too many requests hold the whole batch up.
 * Each wait is as long as the service asks for, and never shorter than the exponential backoff.
 * @param send sends it, and takes no longer than so many milliseconds
 */
export async function sendWithRetries(
	pace: Pace,
	{ stop, patience, again, longest = LONGEST_LIMIT_MS }: Retries,
	send: (left: number) => Promise<Outcome>,
): Promise<Outcome> {
	const endsAt = Date.now() + patience;
	let last = NOT_SENT;
	let notBefore = 0;
	let isOpen = false;
	let refusals = 0;
	let left = longest;
	for (let tries = 1; ; tries++) {
		if (!(await hasElapsed(awaitTurn(pace, notBefore, stop)))) return last;
		if (isOpen && !(await again?.(last))) return last;
		if (last !== NOT_SENT) pace.retries++;
		const sentAt = Date.now();
		last = await send(left);
		const answeredAt = Date.now();
		isOpen = isAmbiguous(last);
		const isLimited = isPassingLimit(last);
		if (isLimited) {
			if (last.answer && retryAfterMs(last.answer) === undefined) refusals++;
			tries--;
		} else if (!canBeSentAgain(last, tries, again !== undefined && isOpen)) {
			if (last.answer) pace.refusals = 0;
			return last;
		}
		const delay = delayMs(last.answer, isLimited ? refusals : tries);
		if (isLimited) slowDown(pace, delayMs(last.answer, pace.refusals + 1), sentAt);
		else left -= answeredAt - sentAt + delay;
		notBefore = answeredAt + delay;
		if (left <= 0 || Math.max(notBefore, pace.resumeAt) > endsAt) return last;
	}
}

/** Whether another try can give anything else and cannot pay twice. */
function canBeSentAgain(last: Outcome, tries: number, isRepeatable: boolean): boolean {
	const most = isTimeout(last) ? TRIES_AFTER_TIMEOUT : TRIES;
	return tries < most && isRetryable(last) && (wasNeverSent(last) || isRepeatable);
}

/** Too many requests, unless that means that the account has no money, and nothing says when that will have changed. */
function isPassingLimit({ answer }: Outcome): boolean {
	return (
		answer !== undefined &&
		isRateLimited(answer.status) &&
		(retryAfterMs(answer) !== undefined || !saysOutOfMoney(readServiceError(answer.body)))
	);
}

function isTimeout({ failure }: Outcome): boolean {
	return /^(ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT)$/.test(failure?.code ?? '');
}

/** What has become of a request that Stop kept from being sent. */
const NOT_SENT: Outcome = {
	failure: { code: STOPPED_CODE, connecting: true, message: 'Stopped', host: '' },
};

/** Whether a wait has come to its end, rather than been ended by Stop. */
export async function hasElapsed(wait: Promise<void>): Promise<boolean> {
	const outcome = await settled(wait);
	return outcome.status === 'fulfilled';
}

/**
 * What Retry-After asks for, in milliseconds, never more than the longest limit that is waited for; nothing where it is
 * neither seconds nor a date of HTTP, or no time to come.
 */
export function retryAfterMs(
	{ headers }: Pick<ApiAnswer, 'headers'>,
	now = Date.now(),
): number | undefined {
	const given = asText(headers['retry-after']).trim();
	const asked = /^[a-z]{3}, /i.test(given) ? Date.parse(given) - now : Number(given) * 1000;
	return asked > 0 ? Math.min(asked, LONGEST_LIMIT_MS) : undefined;
}

/**
 * How long to wait before the next try, in milliseconds: as long as an answer asks for, but never shorter than
 * exponential backoff with full jitter.
 * @param tries how many have failed
 */
export function delayMs(answer: Pick<ApiAnswer, 'headers'> | undefined, tries: number): number {
	const backoff = Math.random() * Math.min(FIRST_DELAY_MS * 2 ** tries, LONGEST_DELAY_MS);
	return Math.max((answer && retryAfterMs(answer)) ?? 0, backoff);
}
