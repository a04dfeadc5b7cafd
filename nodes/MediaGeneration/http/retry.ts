import { asText } from '../support/data';
import { wait } from '../n8n/wait';
import { STOPPED_CODE } from '../failures/connection';
import {
	canPass,
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
const TRIES = 4;
/** What took too long is asked once more only. */
export const TRIES_IN_TIME = 2;
/** A service that says "at once" is not asked again in a tight loop: milliseconds. */
export const SHORTEST_LIMIT_MS = 100;

/**
 * Sends a request, and sends it again where that can help and cannot pay twice: what was surely not
 * accepted always, anything that passes only if `again` allows it. Too many requests hold the whole batch up,
 * as long as the service says.
 * @param stop ends all waits; nothing is sent once it is set
 * @param again whether the request may be sent again although it may have been accepted, asked just before that; when
 * absent, it may not
 * @param longest how long all tries and the waits between them may take together, in milliseconds, beside those that too
 * many requests have caused
 * @param send sends it, and takes no longer than so many milliseconds
 */
export async function sendWithRetries(
	pace: Pace,
	stop: AbortSignal | undefined,
	again: ((last: Outcome) => Promise<boolean>) | undefined,
	send: (left: number) => Promise<Outcome>,
	longest = LONGEST_LIMIT_MS,
): Promise<Outcome> {
	const startedAt = Date.now();
	let last = STOPPED;
	let notBefore = 0;
	let isOpen = false;
	let left = longest;
	for (let tries = 1; ; tries++) {
		if (!(await isOver(awaitTurn(pace, notBefore, stop)))) return last;
		if (isOpen && !(await again?.(last))) return last;
		if (last !== STOPPED) pace.retries++;
		const sentAt = Date.now();
		last = await send(left);
		isOpen = isAmbiguous(last);
		if (last.answer && isRateLimited(last.answer.status) && !isLasting(last.answer)) {
			const patience = startedAt + LONGEST_LIMIT_MS - Date.now();
			if (patience <= 0) return last;
			const delay = Math.min(
				Math.max(retryAfterMs(last.answer) ?? backoffMs(pace.refusals + 1), SHORTEST_LIMIT_MS),
				patience,
			);
			slowDown(pace, delay, sentAt);
			notBefore = Date.now() + delay;
			tries--;
			continue;
		}
		left -= Date.now() - sentAt;
		if (
			tries < (isTimeout(last) ? TRIES_IN_TIME : TRIES) &&
			canPass(last) &&
			(wasNeverSent(last) || (again && isOpen))
		) {
			const delay = (last.answer && retryAfterMs(last.answer)) ?? backoffMs(tries);
			left -= delay;
			if (left <= 0 || !(await isOver(wait(delay, stop)))) return last;
		} else {
			if (last.answer) pace.refusals = 0;
			return last;
		}
	}
}

/** Whether "too many requests" means that the account has no money, and nothing says when that will have changed. */
function isLasting(answer: ApiAnswer): boolean {
	return retryAfterMs(answer) === undefined && saysOutOfMoney(readServiceError(answer.body));
}

function isTimeout({ failure }: Outcome): boolean {
	return /^(ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT)$/.test(failure?.code ?? '');
}

/** What has become of a request that Stop kept from being sent. */
const STOPPED: Outcome = {
	failure: { code: STOPPED_CODE, connecting: true, message: 'Stopped', host: '' },
};

/** Whether a wait has come to its end, rather than been ended by Stop. */
export async function isOver(wait: Promise<void>): Promise<boolean> {
	const outcome = await settled(wait);
	return outcome.status === 'fulfilled';
}

/**
 * What Retry-After asks for, in milliseconds: given in seconds or as a date (by the service's own clock, where it tells the
 * time), and never more than the longest limit that is waited for.
 */
export function retryAfterMs(
	{ headers }: Pick<ApiAnswer, 'headers'>,
	now = Date.now(),
): number | undefined {
	const given = asText(headers['retry-after']).trim();
	const asked = /^\d+(\.\d+)?$/.test(given)
		? Number(given) * 1000
		: Date.parse(given) - (Date.parse(asText(headers.date)) || now);
	return Number.isNaN(asked) ? undefined : Math.min(Math.max(asked, 0), LONGEST_LIMIT_MS);
}

/** How long to wait before the next try, in milliseconds: exponential with full jitter. */
export function backoffMs(tries: number): number {
	return Math.random() * Math.min(FIRST_DELAY_MS * 2 ** tries, LONGEST_DELAY_MS);
}
