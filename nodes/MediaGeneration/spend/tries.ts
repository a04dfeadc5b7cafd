import { reasonsOf, type AttemptEnd } from './ledger/attemptEnd';
import type { Earlier, Entry } from './ledger/entry';
import { asNodeFailure, type NodeFailure } from '../failures/failure';
import type { Run } from './run';
import { settled } from '../support/settled';

/** What is asked for, as far as its tries are concerned. */
export interface Tried {
	/** The model that is asked, where its price counts. */
	model?: string;
	/** Whether the user would rather pay twice than not at all. */
	retryAmbiguous?: boolean;
	/** The most that one try can cost, in nanos, or nothing where nobody knows; absent where no budget counts it. */
	price?: () => Promise<bigint | undefined>;
	/** Its part in the ledger, where one is kept. */
	entry?: Entry;
}

/**
 * The tries of one request. Each takes its price from the run's account and is written down in the ledger before it goes
 * out, so that the budgets count every try that may be paid for.
 */
export class Tries {
	/** The job that somebody else made for the same key, while this request was to be sent again. */
	earlier?: Earlier;
	/** Why the request was not sent again. */
	refusal?: NodeFailure;
	/** What the account counts for the last try, in nanos. */
	price?: bigint;

	private expected?: bigint;
	private isUnderWay = false;

	constructor(
		private readonly run: Run,
		private readonly tried: Tried,
	) {}

	/**
	 * Begins the first try.
	 * @returns the job that the key has already, so that nothing is to be sent
	 * @throws NodeOperationError where a budget has no room for it, nobody can tell its price, or it cannot be written down
	 */
	async begin(): Promise<Earlier | undefined> {
		this.expected = await this.tried.price?.();
		return await this.next(false);
	}

	/** Ends a try that may have been paid for and begins another. @returns whether to send it */
	async again(failure: NodeFailure): Promise<boolean> {
		this.end({ state: 'may_be_paid', ...reasonsOf(failure) });
		const begun = await settled(this.next(true));
		if (begun.status === 'rejected') this.refusal = asNodeFailure(this.run, begun.reason);
		else this.earlier = begun.value;
		return this.isUnderWay;
	}

	/** Writes down what became of the try that is under way, if one is. */
	end(ending: AttemptEnd): void {
		if (!this.isUnderWay) return;
		this.isUnderWay = false;
		this.tried.entry?.end(ending);
		if (ending.state === 'may_be_paid' && this.tried.price)
			this.run.account.noteUnclear(this.run.index, this.price);
		this.price = this.run.account.settle(this.run.itemIndex, this.tried.model, this.price, ending);
	}

	private async next(isAgain: boolean): Promise<Earlier | undefined> {
		const { entry, retryAmbiguous = false } = this.tried;
		const earlier = await entry?.begin(retryAmbiguous, isAgain);
		if (earlier) {
			this.run.account.release(this.run.index);
			return earlier;
		}
		this.price = this.run.account.expect(this.tried.model, this.expected);
		const refusal = this.run.account.take(this.run, this.tried.model, this.price ?? 0n);
		if (refusal) {
			entry?.end({ state: 'not_sent', reason: refusal.message });
			throw refusal;
		}
		this.isUnderWay = true;
		return undefined;
	}
}
