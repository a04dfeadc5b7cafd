import type { ExecutionClient } from '../http/client';
import { fold, mostPaid, sumOf, type Accepted, type Attempt } from './attempt';
import { transition, type LifeEvent } from './events';
import type { LedgerEntry } from './ledger/entry';
import type { LedgerAttempt } from './ledger/rows';

/** What a request's attempts that came to nothing may have cost. */
export interface UnclearAttempts {
	count: number;
	/** In nanos; nothing where nobody knows. */
	cost?: bigint;
}

/** Where a run's requests are taken down. */
export interface RequestStore {
	/** The most that the run may cost, in nanos. */
	readonly limit?: bigint;
	/** The most that all attempts of the run can have cost, in nanos. */
	readonly spent: bigint;
	/** Takes down how an attempt has changed. @param before it, if it is not new */
	note(request: Request, before: Attempt | undefined, after: Attempt): void;
	/** The row of the ledger that the last attempt of a stored request has. */
	rowOf(name: string): string | undefined;
}

/** One request of a run, with all attempts at it. */
export class Request {
	/** Its part in the ledger, where one is kept. */
	entry?: LedgerEntry;
	/** How the ledger has its result, where an earlier request with the same key made that. */
	reused?: LedgerAttempt;
	/** Whether its result holds a secret, to be forgotten once the node has given it out. */
	isSecret = false;
	/** Whether it makes a job or an answer that costs money, rather than a key. */
	spends = true;

	constructor(
		readonly journal: RequestStore,
		readonly own: ExecutionClient,
		readonly name: string,
		private tries: Attempt[],
	) {
		if (this.current?.state === 'sending')
			this.append({
				type: 'recovered',
				why: { message: 'the node was interrupted while the request was in progress' },
			});
	}

	/** All attempts of this run, the oldest first. */
	get attempts(): readonly Attempt[] {
		return this.tries;
	}

	/** The attempt that was begun last, or that of somebody else which was taken up. */
	get current(): Attempt | undefined {
		return this.reused?.attempt ?? this.tries.at(-1);
	}

	/** The attempt that tells how the request stands. */
	get standing(): Attempt | undefined {
		return this.reused?.attempt ?? fold(this.tries);
	}

	/** The row of the ledger where an attempt of this execution was written down. */
	get row(): string | undefined {
		return this.journal.rowOf(this.name);
	}

	/** The attempts that may have been paid for without a result. */
	get unclear(): UnclearAttempts {
		return unclearIn(this.tries);
	}

	/** Begins another attempt. @param price the most that it can cost, in nanos */
	begin(price: bigint | undefined): void {
		if (this.current?.state === 'planned') {
			this.append({ type: 'priced', price });
			return;
		}
		this.entry?.leave();
		const attempt: Attempt = { state: 'planned', price };
		this.tries.push(attempt);
		this.journal.note(this, undefined, attempt);
	}

	/** Takes down what has happened to the current attempt, wherever that is to outlive this process. */
	append(event: LifeEvent): void {
		const before = this.current;
		const after = before && transition(before, event);
		if (!before || !after) {
			const { logger } = this.own.context;
			logger.error(`A request that is ${before?.state ?? 'not begun'} cannot be ${event.type}`);
			return;
		}
		if (this.reused) this.reused = { ...this.reused, attempt: after };
		else {
			this.tries[this.tries.length - 1] = after;
			this.journal.note(this, before, after);
		}
		this.entry?.write(after);
	}

	/** Keeps what was not sent yet from being sent; anything else stays as it is. */
	withhold(message: string): void {
		const state = this.current?.state;
		if (state === 'planned' || state === 'reserved')
			this.append({ type: 'withheld', why: { message } });
	}

	/** Has the request stand as another with the same key does. */
	takeUp(found: LedgerAttempt): void {
		// Its line in the ledger is the other's from now on.
		const { entry } = this;
		this.entry = undefined;
		this.withhold('an earlier request with this key was used instead');
		this.entry = entry;
		this.reused = found;
	}

	/** The attempt that tells how the request stands, where it was accepted. */
	get accepted(): Accepted | undefined {
		const { standing } = this;
		return standing && isAccepted(standing) ? standing : undefined;
	}
}

export const isAccepted = (attempt: Attempt): attempt is Accepted =>
	['running', 'made', 'failed', 'lost'].includes(attempt.state);

/** Of some attempts those that may have been paid for without a result. */
export function unclearIn(attempts: readonly Attempt[]): UnclearAttempts {
	const unclear = attempts.filter(({ state }) => state === 'unclear');
	const isKnown = unclear.every((attempt) => mostPaid(attempt) !== undefined);
	return { count: unclear.length, cost: isKnown ? sumOf(unclear) : undefined };
}
