import { wordList, type Row } from './rows';

/** Units of money, and how many one is worth. US dollars where none is told. */
export const units: ReadonlyArray<{ words: ReadonlySet<string>; nanos: bigint; why: string }> = [
	{ words: wordList('nano nanousd nanodollar nusd'), nanos: 1n, why: 'the document: 1 USD = 1,000,000,000 nanos' },
	{ words: wordList('micro microusd microdollar'), nanos: 1_000n, why: 'advertising and metering services' },
	{ words: wordList('milli mill millicent'), nanos: 0n, why: 'means a thousandth of a dollar or of a cent: cannot be told apart' },
	{ words: wordList('cent penny'), nanos: 10_000_000n, why: 'payment services' },
	{ words: wordList('usd dollar us'), nanos: 1_000_000_000n, why: 'the document' },
];

/** Names of amounts that a request costs. */
export const costNames: readonly Row[] = [
	{
		words:
			'balance|limit|remaining|remain|credit|available|held|hold|budget|quota|count|id|second|minute|time|duration|token|per|rate|unit|discount|saving|saved|refund|deposit|spend|spent|spendable|factor|multiplier|percent|percentage|eta|size|width|height|version|number|at|date|currency|threshold|cap|ceiling|floor|allowance|coin|point|markup|step|index|code|status|retry|free|today|daily|monthly|exchange',
		weight: 0,
		why: 'something else: what is left, what is allowed, how many, how long, or the price of a part',
	},
	{ words: 'total|grand|max|maximum|high|highest|upper|most|worst|to|ceil', weight: 100, why: 'the most that it can come to' },
	{ words: 'charge|charged|billed|bill|final|due|payable', weight: 90, why: 'what is taken' },
	{
		words: 'cost|price|amount|fee|sum|estimate|estimated|estimation|usd|dollar|cent|nano|nanousd|micro|expense|value',
		weight: 90,
		why: 'the document: the cost of a row',
	},
	{ words: 'min|minimum|low|lowest|lower|least|from|best|tax|vat|base|subtotal|net', weight: 50, why: 'a part of it, or the least' },
];

/** Words that make an amount one of money in the first place, in its own name or in one around it. */
export const moneyWords = wordList(
	'cost price amount fee charge charged bill billed billing estimate estimated estimation usd dollar cent nano nanousd microusd micro money pricing total payable due expense quote',
);

/** Names that say that it has been charged. */
export const chargedWords = wordList('cost charge charged price billed fee');
export const notChargedWords = wordList('estimate estimated estimation quote expected predicted max maximum list catalog');

/** Names of what can be spent. */
export const availableNames: readonly Row[] = [
	{ words: 'spend|spent|held|hold|limit|daily|monthly|currency|count|id', weight: 0, why: 'another part of the balance' },
	{ words: 'available|spendable|usable', weight: 100, why: 'the document' },
];
