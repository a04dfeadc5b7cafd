import type { IExecuteFunctions } from 'n8n-workflow';
import type { TokenPrice } from '../answers/money/tokenPrice';
import { Client } from '../http/client';
import { shareOf } from '../support/bounded';
import { lazily } from '../support/lazily';
import { Journal } from './journal';
import { openLedger, type Ledger, type LedgerOptions } from './ledger/ledger';
import { settleAndPrune } from './ledger/upkeep';

/** One run of the action node, or as one of its rows sees it ({@link Client.item}). */
export class Run extends Client<IExecuteFunctions> {
	readonly journal = new Journal(this);
	/** The same for all items, asked of n8n once. */
	readonly parameters = new Map<string, unknown>();

	/** What one row asks for all: the rows' own views of the run share it. */
	readonly once: { ledger?: Promise<Ledger>; prices?: Promise<ReadonlyMap<string, TokenPrice>> } =
		{};

	private readonly ownItems = lazily(() =>
		this.context.getInputData().map((_, index) => this.item(index)),
	);
	private readonly spread: { rows?: readonly Run[] } = {};

	/** The run as each of its rows sees it. */
	get rows(): readonly Run[] {
		return this.spread.rows ?? this.ownItems();
	}

	/** Has a run ask for several variants of its items. @param countOf of one, at least 1 */
	setVariants(countOf: (own: Run) => number): void {
		const rows: Run[] = [];
		for (const own of this.ownItems()) {
			const of = countOf(own);
			for (let variant = 1; variant <= of; variant++) {
				const which = of > 1 ? { variant, of } : undefined;
				rows.push(this.item(own.itemIndex, rows.length, which));
			}
		}
		this.spread.rows = rows;
	}

	override get share(): number {
		const { rows } = this.spread;
		return rows ? shareOf(rows.length) : super.share;
	}

	/** The name under which a request of this row is remembered. */
	nameOf(wanted: unknown): string {
		// The first is remembered as a single one is.
		const { variant = 1 } = this.variant ?? {};
		const place = variant > 1 ? `${this.itemIndex}.${variant}` : `${this.itemIndex}`;
		return this.journal.nameOf(place, wanted);
	}

	/** @throws as {@link openLedger} */
	async ledger(options: LedgerOptions): Promise<Ledger> {
		return await (this.once.ledger ??= openLedger(this, options));
	}

	/** Never throws. */
	async closeLedger(): Promise<void> {
		const ledger = await this.once.ledger?.catch(() => undefined);
		if (ledger && (await ledger.close()))
			await settleAndPrune(this, ledger.table, ledger.options.days);
	}
}
