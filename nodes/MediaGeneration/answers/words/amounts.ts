import { wordList, type WordRow } from './rows';

/** Units of money, and how many nanos one is worth, or as many of them as `per` says. US dollars where none is told. */
export const units: ReadonlyArray<{
	words: ReadonlySet<string>;
	nanos: bigint;
	per?: bigint;
	why: string;
}> = [
	{
		words: wordList('tick'),
		nanos: 1n,
		per: 10n,
		why: 'xAI cost_in_usd_ticks: 10,000,000,000 to the US dollar',
	},
	{
		words: wordList('nano nanousd nanodollar nusd'),
		nanos: 1n,
		why: 'the document: 1 USD = 1,000,000,000 nanos',
	},
	{
		words: wordList('micro microusd microdollar'),
		nanos: 1_000n,
		why: 'advertising and metering services',
	},
	{
		words: wordList('milli mill millicent'),
		nanos: 0n,
		why: 'means a thousandth of a dollar or of a cent: cannot be told apart',
	},
	{ words: wordList('cent penny'), nanos: 10_000_000n, why: 'payment services' },
	{ words: wordList('usd dollar us'), nanos: 1_000_000_000n, why: 'the document' },
];

/** What a price may be of one of, where it is no total. */
export const measures = wordList(
	's sec second min minute h hour day month ms millisecond image picture photo video clip frame pixel megapixel px mp step generation token character word mb gb unit item piece k m thousand million',
);

/** Of which a request is one itself. */
export const wholes = wordList('request call job task use');

/** Words beside those: `per 1k tokens`. */
export const besidesMeasures = wordList('per a an each of in');

/** Words that make the name of a number that of the price of a part. */
export const tariffWords = wordList('per rate unit');

/** Words of a name that make the amount beside it the least that there is to pay, where it is true. */
export const leastWords = wordList('min minimum lowest');

/** Names of what tells a unit, and those of a currency, with the forms that it has. */
export const unitNames = wordList('unit denomination per uom');
/** Names of what may tell a measure, or something else. */
export const measureNames = wordList('basis interval measure metric granularity increment by');
export const currencyNames = wordList('currency ccy');
export const currencyForms = wordList('code iso symbol sign name abbreviation');

/** Units of no other currency, and the number that US dollars have in ISO 4217. */
export const usdWords = wordList('usd nusd nanousd microusd 840');

/** Units that other currencies have too: these are US dollars only where no word beside them is unknown. */
export const sharedUnits = wordList('cent penny dollar us');

/** Words that US dollars may be told with besides. */
export const besidesDollars = wordList('united state america american');

/** Codes of ISO 4217 that are words of other names. */
export const notCurrencies = wordList('all top try pen cup cop mad');

/** Words that mean another currency, and nothing else. */
export const otherCurrencies = wordList(
	'euro sterling yen yuan renminbi rmb rupee franc peso ruble rubel krona krone zloty lira rupiah ringgit dirham shekel usdc usdt btc eth sat satoshi',
);

/** Those, and the codes of all other currencies. */
export const otherMoney: ReadonlySet<string> = new Set([
	...Intl.supportedValuesOf('currency')
		.map((code) => code.toLowerCase())
		.filter((code) => code !== 'usd' && !notCurrencies.has(code)),
	...otherCurrencies,
]);

/** What a name of a whole weighs, which is no part of anything, and one of a part, which counts among others only. */
export const TOTAL = 100;
export const PART = 50;

/** Words of a total that say so. */
export const totalWords = wordList('total grand');

/** Names of amounts that a request costs. */
export const costNames: readonly WordRow[] = [
	{
		words:
			'today|daily|day|weekly|week|monthly|month|yearly|year|annual|mtd|ytd|period|cycle|lifetime|cumulative|accumulated|running|session|conversation|previous|prior|history',
		weight: 0,
		why: 'a running total: what many requests came to together, or others before this one',
	},
	{
		words:
			'min|minimum|low|lowest|lower|least|from|best|starting|average|avg|typical|example|sample|other|alternative|tier|plan|variant',
		weight: 0,
		why: 'the least, or the price of something else',
	},
	{
		words: 'usage usd|dollar|cent|nano spent',
		weight: 90,
		why: 'AIML usage.usd_spent; elsewhere it tells of an account',
	},
	{
		words:
			'balance|limit|remaining|remain|credit|available|held|hold|budget|quota|count|id|second|minute|hour|hourly|pixel|megapixel|character|time|duration|token|per|rate|unit|discount|saving|saved|refund|deposit|spend|spent|spendable|factor|multiplier|percent|percentage|eta|size|width|height|version|number|at|date|currency|threshold|cap|ceiling|floor|allowance|coin|point|markup|step|index|code|status|retry|free|exchange|frame',
		weight: 0,
		why: 'something else: what is left, what is allowed, how many, how long, or the price of a part; Magic Hour total_frame_cost counts frames',
	},
	{
		words: 'original|undiscounted',
		weight: 40,
		why: 'what it would have come to without a discount; counts where nothing else is told',
	},
	{ words: 'incl|including|with tax|vat|fee', weight: TOTAL, why: 'with all that is added' },
	{ words: 'tax|vat|fee|surcharge|base|subtotal|net', weight: PART, why: 'a part of it' },
	{
		words: 'total|grand|max|maximum|high|highest|upper|most|worst|to|ceil',
		weight: TOTAL,
		why: 'the most that it can come to',
	},
	{
		words: 'charge|charged|billed|bill|final|due|payable|discounted',
		weight: 90,
		why: 'what is taken',
	},
	{
		words:
			'cost|price|amount|sum|estimate|estimated|estimation|usd|dollar|cent|nano|nanousd|micro|expense|value|range|bound',
		weight: 90,
		why: 'the document: the cost of a row',
	},
];

/** Words that make an amount one of money in the first place, in its own name or in one around it. */
export const moneyWords = wordList(
	'cost price amount fee charge charged bill billed billing estimate estimated estimation usd dollar cent nano nanousd microusd micro money pricing total payable due expense quote',
);

/** What may stand in the name of an amount, or around it, without making another number of it: what the amount is of. */
export const besidesMoney = wordList(
	'answer status usage metadata meta metric stat info detail summary breakdown component part line item request call api job task prediction generation operation render run inference processing compute service transaction order invoice receipt audio sound voice music actual real effective expected predicted projected approximate approx of for in with incl including',
);

/** Names of objects whose amounts are added up, as those of a list of several are. */
export const partWords = wordList('breakdown component part');

/** Words of what a service counts in place of money, and of what in US dollars tells the worth of one. */
export const creditWords = wordList('credit');
export const worthWords = wordList('usd dollar');
/** What else the names of either may hold. */
export const besidesCredits = wordList('required needed used value worth rate each');

/** Names of lists of which the highest counts. */
export const rangeWords = wordList('range bound');

/** Words that only say that a name is that of an amount. */
export const bareAmountWords = wordList('amount value');

/** Those of a whole beside the price of a part. */
export const wholeWords = wordList('cost charge charged billed');

/** Names that say that it has been charged. */
export const chargedWords = wordList('cost charge charged price billed fee spent');

/** Words of an object that say nothing of the costs in it: DeepInfra inference_status.cost. In their own names they tell of something else. */
export const aroundCosts = wordList('status');
export const notChargedWords = wordList(
	'estimate estimated estimation quote expected predicted projected approximate approx max maximum list catalog original undiscounted',
);

/** Names of what no charge of a request is told in, at any height: what was made or said, whoever else has costs of their own, and GraphQL's of a query. */
export const notOfRequest = wordList(
	'choice candidate content message tool model account user customer member owner organization org team project workspace tenant plan subscription wallet quota extension',
);

/** How much surer a charge is whose unit is told: more than a better name, less than what makes a whole of a part. */
export const unitWeights = { none: 0, beside: 15, name: 30 } as const;

/** Names of what can be spent. */
export const availableNames: readonly WordRow[] = [
	{
		words: 'spend|spent|held|hold|limit|daily|monthly|day|month|per|rate|unit|currency|count|id',
		weight: 0,
		why: 'another part of the balance, or of a part of the time',
	},
	{ words: 'available|spendable|usable', weight: 100, why: 'the document' },
];

/** Words of what is a part of it, which counts only where nothing tells of the whole; as an entry of a list does. */
export const availableParts = wordList(
	'promo promotional bonus grant granted gift trial coupon voucher credit',
);

/** What else the name of an available amount may hold without being another number. */
export const besidesAvailable = wordList(
	'balance fund account wallet user organization org team project workspace billing now',
);
