import { randomUUID } from 'node:crypto';
import { formatUsd, usdToNanos } from '../contract/money';
import type { Clock } from './clock';
import { ApiError } from './errors';
import type { Account, LedgerEntry } from './state';

/** No amount is larger: up to here, every number of nanos is exact in JSON. */
export const LARGEST_NANOS = usdToNanos('9000000');

/** What a movement is for: told in the transaction history. */
type Reason = Pick<LedgerEntry, 'jobId' | 'description'>;

/** An account's funds at one moment, in nanos. Always: total = available + held. */
export interface Funds {
	totalNanos: bigint;
	heldNanos: bigint;
	availableNanos: bigint;
	dailySpendNanos: bigint;
	monthlySpendNanos: bigint;
}

/**
 * Moves funds: "Balance" of the API document. The amounts of an account's entries always add up to what
 * it can spend. All amounts are in nanos.
 */
export class Ledger {
	/** @param changed told after each movement */
	constructor(
		private readonly clock: Clock,
		private readonly changed: () => void,
	) {}

	/** Adds funds. */
	deposit(account: Account, nanos: bigint, description: string): void {
		account.availableNanos += nanos;
		this.write(account, 'deposit', nanos, { jobId: null, description });
	}

	/**
	 * Sets funds aside for a job.
	 * @throws ApiError 402 when funds or a spend limit do not allow it
	 */
	hold(account: Account, nanos: bigint, reason: Reason): void {
		this.demand(account, nanos);
		account.availableNanos -= nanos;
		account.heldNanos += nanos;
		this.write(account, 'hold', -nanos, reason);
	}

	/** Gives held funds back. */
	release(account: Account, nanos: bigint, reason: Reason): void {
		account.heldNanos -= nanos;
		account.availableNanos += nanos;
		this.write(account, 'release', nanos, reason);
	}

	/** Ends a hold by charging at most what was held; what is left over is given back. */
	settle(account: Account, heldNanos: bigint, chargeNanos: bigint, reason: Reason): void {
		this.release(account, heldNanos, reason);
		account.availableNanos -= chargeNanos;
		const { day, month } = this.today();
		const spend = this.spendOf(account);
		account.spend = {
			day,
			month,
			dayNanos: spend.dayNanos + chargeNanos,
			monthNanos: spend.monthNanos + chargeNanos,
		};
		this.write(account, 'charge', -chargeNanos, reason);
	}

	/**
	 * Checks that an account may spend so much now.
	 * @throws ApiError 402 when funds or a spend limit do not allow it
	 * @assumed held funds count towards the limits, so that open jobs cannot overspend them
	 */
	demand(account: Account, nanos: bigint): void {
		if (nanos > account.availableNanos) {
			const needed =
				nanos > LARGEST_NANOS ? `more than ${formatUsd(LARGEST_NANOS)}` : formatUsd(nanos);
			throw new ApiError(
				402,
				'insufficient_funds',
				`Insufficient funds: ${needed} is needed, ${formatUsd(account.availableNanos)} is available`,
			);
		}
		const { dayNanos, monthNanos } = this.spendOf(account);
		const { dailyLimitNanos, monthlyLimitNanos, heldNanos } = account;
		const limits = [
			['daily', dailyLimitNanos, dayNanos],
			['monthly', monthlyLimitNanos, monthNanos],
		] as const;
		for (const [period, limit, spent] of limits) {
			if (limit === null || spent + heldNanos + nanos <= limit) continue;
			const name = period === 'daily' ? 'Daily' : 'Monthly';
			throw new ApiError(
				402,
				`${period}_limit_reached`,
				`${name} spend limit of ${formatUsd(limit)} reached`,
			);
		}
	}

	/** What an account holds and has spent. Spends start anew at UTC midnight and with the UTC month. */
	fundsOf(account: Account): Funds {
		const { dayNanos, monthNanos } = this.spendOf(account);
		return {
			totalNanos: account.availableNanos + account.heldNanos,
			heldNanos: account.heldNanos,
			availableNanos: account.availableNanos,
			dailySpendNanos: dayNanos,
			monthlySpendNanos: monthNanos,
		};
	}

	private spendOf({ spend }: Account): { dayNanos: bigint; monthNanos: bigint } {
		const { day, month } = this.today();
		return {
			dayNanos: spend.day === day ? spend.dayNanos : 0n,
			monthNanos: spend.month === month ? spend.monthNanos : 0n,
		};
	}

	private today(): { day: string; month: string } {
		const now = new Date(this.clock.now()).toISOString();
		return { day: now.slice(0, 10), month: now.slice(0, 7) };
	}

	private write(
		account: Account,
		type: LedgerEntry['type'],
		amountNanos: bigint,
		reason: Reason,
	): void {
		account.entries.push({
			id: randomUUID(),
			type,
			amountNanos,
			...reason,
			at: this.clock.now(),
		});
		this.changed();
	}
}
