import type { StoredFailure, StoredResult } from './snapshot';

export interface JobRef {
	job_id?: string;
	status_url?: string;
	/** Accepted with it, and charged too. */
	other_job_ids?: unknown;
}

/** How a job is named: by its ID, else by where it is asked about, else by what it made. */
export const jobName = ({ job_id, status_url, url }: JobRef & { url?: string }): string =>
	job_id ?? status_url ?? url ?? '';

export interface Reason {
	message: string;
	/** The same in this package's words, where the service's may quote what was sent. */
	own?: string;
}

/** In nanos, as all amounts here; absent where nobody can tell. */
interface Priced {
	price?: bigint;
}

/** Absent where the service does not say. */
interface Charged {
	charged?: bigint;
}

/** One try at one request: in each state the facts that exist in it, and no others. */
export type Attempt =
	| ({ state: 'planned' } & Priced)
	| ({ state: 'reserved' } & Priced)
	| ({ state: 'sending' } & Priced)
	| { state: 'not_sent'; why: Reason }
	| ({ state: 'refused'; why: Reason } & Charged)
	| ({
			state: 'unclear';
			why: Reason;
			job?: JobRef;
			partial_text?: string;
			answer?: unknown;
	  } & Priced &
			Charged)
	| ({ state: 'running'; job: JobRef } & Priced & Charged)
	| ({ state: 'made'; job: JobRef; result: StoredResult } & Priced & Charged)
	| ({ state: 'failed'; job: JobRef; why: Reason; result: StoredResult } & Priced & Charged)
	/** Accepted, but the service tells nothing more of it. */
	| ({ state: 'lost'; job: JobRef; why: StoredFailure } & Priced & Charged);

export type AttemptState = Attempt['state'];
export type AttemptIn<S extends AttemptState> = Extract<Attempt, { state: S }>;
/** An attempt that has a job or a result. */
export type Accepted = AttemptIn<'running' | 'made' | 'failed' | 'lost'>;

/**
 * The most that an attempt can have cost, in nanos; nothing where nobody knows. A running job may be charged more, and a
 * charge that was not told may have been all.
 */
export function mostPaid(attempt: Attempt): bigint | undefined {
	switch (attempt.state) {
		case 'planned':
		case 'not_sent':
			return 0n;
		case 'refused':
			return attempt.charged ?? 0n;
		case 'reserved':
		case 'sending':
			return attempt.price;
		case 'unclear':
		case 'running': {
			const { price, charged = 0n } = attempt;
			return charged > (price ?? 0n) ? charged : price;
		}
		case 'made':
		case 'failed':
		case 'lost':
			return attempt.charged ?? attempt.price;
	}
}

/** Whether {@link mostPaid} is what it cost for good. */
export function isCostFinal(attempt: Attempt): boolean {
	const { state } = attempt;
	if (state === 'not_sent' || state === 'refused') return true;
	return (state === 'made' || state === 'failed') && attempt.charged !== undefined;
}

/** The sum of {@link mostPaid}, in nanos; what nobody knows counts as nothing. */
export function sumOf(attempts: Iterable<Attempt>): bigint {
	let sum = 0n;
	for (const attempt of attempts) sum += mostPaid(attempt) ?? 0n;
	return sum;
}

export type Next = 'give_back' | 'follow' | 'wait' | 'refuse' | 'send';

/** Of several attempts at one request, the first in this order tells how the request stands. */
const NEXT: Readonly<Record<AttemptState, Next>> = {
	made: 'give_back',
	running: 'follow',
	lost: 'follow',
	sending: 'wait',
	unclear: 'refuse',
	failed: 'send',
	refused: 'send',
	not_sent: 'send',
	reserved: 'send',
	planned: 'send',
};
const ranked: readonly unknown[] = Object.keys(NEXT);
const rankOf = ({ state }: Attempt) => ranked.indexOf(state);

/** Whether something is the name of a state. */
export const isState = (name: unknown): name is AttemptState => ranked.includes(name);

/** The attempt that tells how a request stands. */
export function decidingAttempt<A extends Attempt>(attempts: readonly A[]): A | undefined {
	return attempts.reduce<A | undefined>(
		(best, one) => (best === undefined || rankOf(one) <= rankOf(best) ? one : best),
		undefined,
	);
}

/**
 * What to do about a request.
 * @param payTwice whether the user would rather pay twice than not have it
 */
export function nextStep(attempts: readonly Attempt[], payTwice: boolean): Next {
	const standing = decidingAttempt(attempts);
	const next = standing ? NEXT[standing.state] : 'send';
	return next === 'refuse' && payTwice ? 'send' : next;
}

/** Whether the service has taken an attempt. */
export const isAccepted = (attempt: Attempt): attempt is Accepted =>
	['running', 'made', 'failed', 'lost'].includes(attempt.state);

/** How many may have been paid for without a result, and their cost in nanos, if it is known. */
export function unclearIn(attempts: readonly Attempt[]) {
	const unclear = attempts.filter(({ state }) => state === 'unclear');
	const isKnown = unclear.every((attempt) => mostPaid(attempt) !== undefined);
	return { count: unclear.length, cost: isKnown ? sumOf(unclear) : undefined };
}
