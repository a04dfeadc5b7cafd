import { hasElapsed } from '../n8n/wait';
import { asText } from '../support/data';
import { isRetryableCode, STOPPED_CODE } from '../failures/connection';
import { isAmbiguous, wasNeverSent, type ApiAnswer, type SendResult } from '../failures/outcome';
import { readServiceError } from '../answers/failure/serviceError';
import { awaitTurn, holdRequests, type Pace } from './pace';
import { saysOutOfMoney } from '../failures/nothingMade';
import { isRateLimited } from '../support/httpStatus';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** The longest rate limit that is waited for, in milliseconds. */
const LONGEST_LIMIT_MS = 15 * 60_000;
/** The longest time for retries that nobody can stop (callbacks, timers, the editor), in milliseconds. */
const LONGEST_UNSTOPPED_MS = 10_000;
const TRIES = 4;
/** A request that timed out is tried once more only. */
export const TRIES_AFTER_TIMEOUT = 2;

/**
 * How long after the first try another may begin, in milliseconds.
 * @param timeout of a single try
 */
export const patienceOf = ({ stop }: { stop?: AbortSignal }, timeout = Infinity): number =>
	stop ? LONGEST_LIMIT_MS : Math.min(LONGEST_UNSTOPPED_MS, timeout);

export interface Retries {
	/** Ends all waits; nothing is sent once it is set. */
	stop?: AbortSignal;
	/** How long after the first try another may begin, in milliseconds: {@link patienceOf}. */
	patience: number;
	/** Asked before a request is sent again that may have been accepted; when absent, it is not. */
	again?: (last: SendResult) => Promise<boolean>;
	/** The longest time for all tries and waits together, in milliseconds, without waits for a rate limit. */
	longest?: number;
}

/**
 * Sends a request, and again where that cannot pay twice: it was surely not accepted, or `again` allows it. A rate limit holds
 * the whole run back. Each wait is as long as the service asks for, and never shorter than exponential backoff.
 * @param send gets the milliseconds that are left
 */
export async function sendWithRetries(
	pace: Pace,
	{ stop, patience, again, longest = LONGEST_LIMIT_MS }: Retries,
	send: (left: number) => Promise<SendResult>,
): Promise<SendResult> {
	const endsAt = Date.now() + patience;
	let last = NOT_SENT;
	let notBefore = 0;
	let lastIsOpen = false;
	let refusals = 0;
	let left = longest;
	for (let tries = 1; ; tries++) {
		if (!(await hasElapsed(awaitTurn(pace, notBefore, stop)))) return last;
		if (lastIsOpen && !(await again?.(last))) return last;
		if (last !== NOT_SENT) pace.retries++;
		const sentAt = Date.now();
		last = await send(left);
		const answeredAt = Date.now();
		lastIsOpen = isAmbiguous(last);
		const isLimited = isPassingLimit(last);
		if (isLimited) {
			if (last.answer && retryAfterMs(last.answer) === undefined) refusals++;
			tries--;
		} else if (!canBeSentAgain(last, tries, again !== undefined && lastIsOpen)) {
			if (last.answer) pace.refusals = 0;
			return last;
		}
		const delay = delayMs(last.answer, isLimited ? refusals : tries);
		if (isLimited) holdRequests(pace, delayMs(last.answer, pace.refusals + 1), sentAt);
		else left -= answeredAt - sentAt + delay;
		notBefore = answeredAt + delay;
		if (left <= 0 || Math.max(notBefore, pace.resumeAt) > endsAt) return last;
	}
}

function canBeSentAgain(last: SendResult, tries: number, isRepeatable: boolean): boolean {
	const most = isTimeout(last) ? TRIES_AFTER_TIMEOUT : TRIES;
	const mayPass = isRetryableCode(last.failure?.code);
	return tries < most && mayPass && (wasNeverSent(last) || isRepeatable);
}

/** Whether a 429 is a rate limit, rather than a lack of money without a time to wait for. */
function isPassingLimit({ answer }: SendResult): boolean {
	return (
		answer !== undefined &&
		isRateLimited(answer.status) &&
		(retryAfterMs(answer) !== undefined || !saysOutOfMoney(readServiceError(answer.body)))
	);
}

const isTimeout = ({ failure }: SendResult): boolean =>
	/^(ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT)$/.test(failure?.code ?? '');

const NOT_SENT: SendResult = {
	failure: { code: STOPPED_CODE, connecting: true, message: 'Stopped', host: '' },
};

/** The wait that Retry-After asks for, in milliseconds, capped; nothing unless it is seconds or an HTTP date in the future. */
export function retryAfterMs(
	{ headers }: Pick<ApiAnswer, 'headers'>,
	now = Date.now(),
): number | undefined {
	const given = asText(headers['retry-after']).trim();
	const asked = /^[a-z]{3}, /i.test(given) ? Date.parse(given) - now : Number(given) * 1000;
	return asked > 0 ? Math.min(asked, LONGEST_LIMIT_MS) : undefined;
}

/**
 * The wait before the next try, in milliseconds: what the answer asks for, or a longer exponential backoff with full jitter.
 * @param tries that have failed
 */
export function delayMs(answer: Pick<ApiAnswer, 'headers'> | undefined, tries: number): number {
	const backoff = Math.random() * Math.min(FIRST_DELAY_MS * 2 ** tries, LONGEST_DELAY_MS);
	return Math.max((answer && retryAfterMs(answer)) ?? 0, backoff);
}
