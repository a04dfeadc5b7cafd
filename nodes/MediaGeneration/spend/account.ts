import type { IDataObject } from 'n8n-workflow';
import { formatUsd } from '../../../contract/money';
import type { AttemptEnd } from './ledger/attemptEnd';
import { mostPaid } from './ledger/rows';
import { asText, dataOf, isData } from '../support/data';
import { withDetails } from '../failures/details';
import { nodeFailure, type NodeFailure } from '../failures/failure';
import type { Client } from '../http/client';

/** Tries that may have been paid for although no result came of them. */
export interface UnclearTries {
	tries: number;
	/** The most that they can have cost, in nanos; nothing where nobody knows. */
	cost?: bigint;
}

/** An item whose model the service charged more for than was expected; in nanos. */
interface Dearer {
	item: number;
	expected: bigint;
	charged: bigint;
}

/**
 * What the requests of one run of the node may have cost, try by try, and the run's limit. A try takes its highest price
 * before it goes out; what the service says that it charged takes the place of that. What Retry On Fail does again goes on
 * with it.
 */
export class Account {
	private limit?: bigint;
	/** The price of each request whose first try is still to come, in nanos, and their sum. */
	private readonly reserved = new Map<number, bigint>();
	private sumReserved = 0n;

	private hasName = false;

	/** @param kept where n8n keeps it */
	constructor(private kept: IDataObject) {}

	/** Goes on with what a call has spent that failed before under the same name; the first call of a run names it. */
	continueIn(before: IDataObject): void {
		if (this.hasName) return;
		this.hasName = true;
		this.kept = before;
	}

	/** Whether nothing was spent, as far as anybody knows. */
	get isEmpty(): boolean {
		return this.spent === 0n && this.unclear.length === 0;
	}

	/** Whether every try needs a price. */
	get isLimited(): boolean {
		return this.limit !== undefined;
	}

	/** The most that was spent so far, in nanos. */
	get spent(): bigint {
		return typeof this.kept.spent === 'string' ? BigInt(this.kept.spent) : 0n;
	}

	/** Sets the most that the run may cost, and keeps room for the first try of each request, by its place in the run. All in nanos. */
	open(limit: bigint, prices: ReadonlyMap<number, bigint>): void {
		this.limit = limit;
		for (const [index, price] of prices) {
			this.reserved.set(index, price);
			this.sumReserved += price;
		}
	}

	/** Gives up the room that was kept for the first try of a request, named by its place in the run. */
	release(index: number): void {
		this.sumReserved -= this.reserved.get(index) ?? 0n;
		this.reserved.delete(index);
	}

	/**
	 * Takes the price of an item's next try, in nanos. Others have the room that is kept for them.
	 * @returns the failure to be thrown where there is no room for it
	 */
	take(client: Client, model: string | undefined, price: bigint): NodeFailure | undefined {
		this.release(client.index);
		const taken = this.spent + this.sumReserved;
		if (this.limit !== undefined && taken + price > this.limit)
			return noRoom(client, price, { limit: this.limit, taken, dearer: this.dearer(model) });
		this.keep(this.spent + price);
		return undefined;
	}

	/** The most that the next try can cost, in nanos: what was expected of it, or what its model was charged in this run where that is more. */
	expect(model: string | undefined, price: bigint | undefined): bigint | undefined {
		const { charged } = this.dearer(model) ?? {};
		return price !== undefined && charged !== undefined && charged > price ? charged : price;
	}

	/**
	 * Puts what is told of a try's end in place of what was taken for it; in nanos.
	 * @returns what counts for it from then on
	 */
	settle(
		itemIndex: number,
		model: string | undefined,
		taken: bigint | undefined,
		{ state, cost }: AttemptEnd,
	): bigint | undefined {
		const most = mostPaid(state, cost, taken);
		const before = taken ?? 0n;
		const after = most ?? 0n;
		this.keep(this.spent + after > before ? this.spent + after - before : 0n);
		if (model !== undefined && taken !== undefined && after > taken)
			this.kept.dearer = {
				...dataOf(this.kept.dearer),
				[model]: { item: itemIndex, expected: taken.toString(), charged: after.toString() },
			};
		return most;
	}

	private dearer(model: string | undefined): Dearer | undefined {
		const { item, expected, charged } = dataOf(
			model !== undefined && dataOf(this.kept.dearer)[model],
		);
		return typeof item === 'number' && typeof expected === 'string' && typeof charged === 'string'
			? { item, expected: BigInt(expected), charged: BigInt(charged) }
			: undefined;
	}

	/** Notes that a try of a request may have been paid for. @param index its place in the run @param price in nanos, if it is known */
	noteUnclear(index: number, price: bigint | undefined): void {
		this.kept.unclear = [
			...this.unclear,
			{ request: index, ...(price !== undefined && { nanos: price.toString() }) },
		];
	}

	/** The tries that may have been paid for: of the request at one place in the run, or of all. */
	unclearTries(index?: number): UnclearTries {
		const found = this.unclear.filter(({ request }) => index === undefined || request === index);
		const isKnown = found.every(({ nanos }) => typeof nanos === 'string');
		return {
			tries: found.length,
			cost: isKnown ? found.reduce((sum, { nanos }) => sum + BigInt(asText(nanos)), 0n) : undefined,
		};
	}

	private get unclear(): IDataObject[] {
		return Array.isArray(this.kept.unclear) ? this.kept.unclear.filter(isData) : [];
	}

	private keep(spent: bigint): void {
		this.kept.spent = spent.toString();
	}
}

/** How a limit stands for an item that is to be sent; in nanos. */
interface Standing {
	limit: bigint;
	taken: bigint;
	dearer?: Dearer;
}

function noRoom(client: Client, price: bigint, { limit, taken, dearer }: Standing): NodeFailure {
	const left = formatUsd(limit > taken ? limit - taken : 0n);
	const why = dearer
		? `Item ${dearer.item + 1} cost ${formatUsd(dearer.charged)} where ${formatUsd(dearer.expected)} was expected. `
		: '';
	const message = `${why}A try can cost up to ${formatUsd(price)}, and of the ${limitOf(client)} of ${formatUsd(limit)} only ${left} is left`;
	const remedy = `Every try that may have been paid for counts. ${waysWithin(client, client.variant && 'variant')}`;
	return withDetails(nodeFailure(client, message, `Nothing was sent. ${remedy}`), { remedy });
}

/** What the field is called that limits a run, for a node or for an agent's tool. */
export const limitOf = ({ isTool }: Client) => (isTool ? 'Maximum Cost per Call' : 'Maximum Cost');

/** What can be done to stay within it; an agent cannot raise it. */
export const waysWithin = ({ isTool }: Client, unit = 'item') =>
	isTool
		? 'Choose a cheaper model, or a shorter video.'
		: `Raise the maximum, choose a cheaper model, or send fewer ${unit}s.`;
