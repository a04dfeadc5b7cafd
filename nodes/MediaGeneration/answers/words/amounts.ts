import { wordList } from './rows';

/** Units of US dollars, the finest first, and how many nanos one is worth. */
export const units: ReadonlyArray<{ words: ReadonlySet<string>; nanos: bigint; why: string }> = [
	{ words: wordList('nano'), nanos: 1n, why: 'the document: 1 USD = 1,000,000,000 nanos' },
	{ words: wordList('micro'), nanos: 1_000n, why: 'metering services' },
	{ words: wordList('cent'), nanos: 10_000_000n, why: 'payment services' },
	{ words: wordList('usd dollar us'), nanos: 1_000_000_000n, why: 'the document' },
];

/** Names of what tells a unit. */
export const unitFieldWords = wordList('currency unit denomination per interval');

/** Words of the names of what a request costs, and of the objects around it. */
export const costWords = wordList(
	'total max maximum highest high final cost price amount charge charged bill billed billing estimate estimated expected usd dollar cent nano micro quote value due',
);
/** Words of such names that say nothing more. */
export const besidesAmounts = wordList('generation usage meta metadata metric actual in of answer');
/** Words that make an amount one of money in the first place. */
export const moneyWords = wordList(
	'cost price charge charged bill billed billing estimate estimated usd dollar cent nano micro quote',
);
/** The most that a request can come to. */
export const upperBoundWords = wordList('total max maximum highest high final');
/** Words that say that an amount has been charged, and those that say that it has not. */
export const chargedWords = wordList('cost charge charged price billed');
export const notChargedWords = wordList(
	'estimate estimated quote expected max maximum highest high due',
);

/** Words of the names of what can be spent, and of the objects around it. */
export const availableWords = wordList(
	'available balance total amount fund account wallet billing value',
);
