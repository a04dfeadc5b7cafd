import type { IExecuteFunctions } from 'n8n-workflow';
import type { TokenPrice } from '../answers/money/tokenPrice';
import { Client } from '../http/client';
import { shareOf } from '../support/bounded';
import { lazily } from '../support/lazily';
import { Account } from './account';
import { openLedger, type Ledger, type LedgerOptions } from './ledger/ledger';
import { Notes } from './notes';

/**
 * One run of the action node, made once and handed on, or the same as one of its items sees it ({@link Client.item}): what
 * it has spent, what it remembers, what it writes down.
 */
export class Run extends Client<IExecuteFunctions> {
	readonly notes = new Notes(this);
	/** Parameters that are the same for all items, asked of n8n once. */
	readonly parameters = new Map<string, unknown>();

	/** What is asked for once, by the first item that needs it. */
	readonly asked: { ledger?: Promise<Ledger>; prices?: Promise<ReadonlyMap<string, TokenPrice>> } =
		{};

	private readonly ownAccount = lazily(() => new Account(this.notes.spentByRun()));
	private readonly ownItems = lazily(() =>
		this.context.getInputData().map((_, index) => this.item(index)),
	);
	private readonly spread: { each?: readonly Run[] } = {};

	/** What the run has spent, and may spend. */
	get account(): Account {
		return this.ownAccount();
	}

	/** The run as each of its items sees it, or each variant of an item. */
	get items(): readonly Run[] {
		return this.spread.each ?? this.ownItems();
	}

	/** Has a run ask for several variants of its items. @param countOf how many of one, at least 1 */
	setVariants(countOf: (own: Run) => number): void {
		const each: Run[] = [];
		for (const own of this.items) {
			const of = countOf(own);
			for (let variant = 1; variant <= of; variant++)
				each.push(this.item(own.itemIndex, each.length, of > 1 ? { variant, of } : undefined));
		}
		this.spread.each = each;
	}

	override get share(): number {
		const { each } = this.spread;
		return each ? shareOf(each.length) : super.share;
	}

	/** The name under which this request is remembered. */
	noteKey(request: unknown): string {
		// The first is remembered as a single one is.
		const { variant = 1 } = this.variant ?? {};
		return this.notes.keyFor(
			variant > 1 ? `${this.itemIndex}.${variant}` : `${this.itemIndex}`,
			request,
		);
	}

	/**
	 * The ledger, opened once for all items.
	 * @throws NodeOperationError as {@link openLedger}
	 */
	async ledger(options: LedgerOptions): Promise<Ledger> {
		return await (this.asked.ledger ??= openLedger(this, options));
	}

	/** Ends the ledger, if there is one. Never throws. */
	async closeLedger(): Promise<void> {
		const ledger = await this.asked.ledger?.catch(() => undefined);
		await ledger?.close();
	}
}
