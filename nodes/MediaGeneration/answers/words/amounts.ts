import { wordList, type Rule } from './rows';

/** Units of US dollars, the finest first, and how many nanos one is worth. */
export const units: ReadonlyArray<{ words: ReadonlySet<string>; nanos: bigint; why: string }> = [
	{
		words: wordList('nano nanousd nanodollar nusd'),
		nanos: 1n,
		why: 'the document: 1 USD = 1,000,000,000 nanos',
	},
	{ words: wordList('micro microusd microdollar'), nanos: 1_000n, why: 'metering services' },
	{ words: wordList('cent penny'), nanos: 10_000_000n, why: 'payment services' },
	{ words: wordList('usd dollar us'), nanos: 1_000_000_000n, why: 'the document' },
];

/** Words of which a currency that is US dollars consists. */
export const dollarWords = wordList(
	`${units.map(({ words }) => [...words].join(' ')).join(' ')} united state america american 840 symbol`,
);

/** Codes of ISO 4217 that are words of other names. */
const notCurrencies = wordList('all top try pen cup cop mad');
/** Words that mean another currency, or what is counted in place of money. */
export const otherMoney: ReadonlySet<string> = new Set([
	...Intl.supportedValuesOf('currency')
		.map((code) => code.toLowerCase())
		.filter((code) => code !== 'usd' && !notCurrencies.has(code)),
	...wordList(
		'euro sterling yen yuan renminbi rmb rupee franc peso usdc usdt btc eth credit coin point tick mill milli millicent',
	),
]);

/** Names of what tells a currency, and of what tells a unit, which may be a part of what is paid for; and words of such names that say nothing more. */
export const currencyNames = wordList('currency ccy');
export const unitNames = wordList('unit denomination per uom interval basis measure');
export const besidesUnits = wordList('price pricing cost billing amount of type name');
/** What a price may be of one of, where it is no total. */
export const measures = wordList(
	's sec second min minute h hour day month ms millisecond image picture photo video clip frame step pixel megapixel px mp character word mb gb token k m thousand million',
);
/** Of which a request is one itself, and words beside it. */
export const wholes = wordList('request call job task use per a an each');

/** Names of amounts that a request costs, the best first. */
export const costRules: readonly Rule[] = [
	[
		'total|grand|max|maximum|highest|high|upper|incl|including|final',
		'the most that it can come to',
	],
	[
		'cost|price|amount|charge|charged|bill|billed|billing|estimate|estimated|estimation|expected|usd|dollar|cent|nano|micro|nanousd|microusd|quote|value|payable|due',
		'the document: the cost of a row',
	],
];
/** Words of such names that say nothing more. */
export const besidesCosts = wordList('request job task generation api call actual in of for us');

/** Words that make an amount one of money in the first place, in its own name or in one around it. */
export const moneyWords = wordList(
	'cost price fee charge charged bill billed billing estimate estimated estimation usd dollar cent nano nanousd microusd micro total payable due quote amount expected',
);
/** Those that say that it has been charged, and those that say that it has not. */
export const chargedWords = wordList('cost charge charged price billed fee');
export const notChargedWords = wordList(
	'estimate estimated estimation quote expected max maximum highest high upper',
);

/** Names of objects in which an amount is not what the request costs: the least of a range, the price of a part, what others paid, or what was made or said. */
export const notOfRequest = wordList(
	'min minimum low lowest lower from average example sample tier option alternative original discount saving refund tax rate tariff per balance limit remaining credit available budget quota history previous prior lifetime cumulative daily monthly day week month year choice candidate content message tool model account user customer member owner organization org team project workspace tenant plan subscription wallet extension',
);
/** Names of lists whose amounts are added up, and of objects of which one amount is only a part. */
export const partWords = wordList(
	'item line part component breakdown image picture video clip result output file job task generation data',
);
export const breakdownWords = wordList('part component breakdown');

/** Names of what can be spent, and words of such names that say nothing more. */
export const availableWords = wordList('available spendable usable');
export const besidesAvailable = wordList(
	'total amount balance fund account wallet user organization org team project workspace billing now value',
);
