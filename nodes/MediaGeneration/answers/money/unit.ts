import { NANOS_PER_USD as USD } from '../../../../contract/money';
import { asText } from '../../support/data';
import { isLeaf, perPlace, type Place } from '../core/walk';
import { marksBelowName } from '../words/surroundings';
import { includesAny, wordList, wordsOf } from '../words/words';

/** An amount of US dollars. */
export interface UsdReading {
	nanos: bigint;
	/** Whether its unit is told: by a name, in its text or beside it. */
	isTold: boolean;
	/** Whether it is told in nanos, and so exactly. */
	isExact: boolean;
}

/** The finest first, and how many nanos one is worth. */
const units: ReadonlyArray<{ words: ReadonlySet<string>; nanos: bigint; why: string }> = [
	{ words: wordList('nano'), nanos: 1n, why: 'the document: 1 USD = 1,000,000,000 nanos' },
	{ words: wordList('micro'), nanos: 1_000n, why: 'metering services' },
	{ words: wordList('cent'), nanos: 10_000_000n, why: 'payment services' },
	{ words: wordList('usd dollar us'), nanos: 1_000_000_000n, why: 'the document' },
];

const unitNumberWords = wordList('price cost amount count rate ms');
const unitFieldWords = wordList('currency unit denomination interval');

/** The most nanos of an amount, and of one whose unit is not told. */
const MOST = 10n ** 12n * USD;
const MOST_UNTOLD = 1_000_000n * USD;
const LONGEST = 60;
const NUMBER = /^([+-]?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** The amount of US dollars at a place; nothing if it may be of another currency or the price of a part. */
export function usdAt(place: Place): UsdReading | undefined {
	if (tellsOtherMoney(rootOf(place))) return undefined;
	const beside = unitTexts(place).map(unitTold);
	if (beside.includes(undefined)) return undefined;
	const told = beside.find((unit) => unit !== undefined && unit !== USD) ?? beside[0];
	const named = unitIn(place.words) ?? unitIn(place.parent?.words ?? []);
	// `cost_usd: 10` beside `unit: "cents"` are cents.
	const worth = (named === USD ? told : named) ?? told ?? USD;
	const whole = wholeBeside(place);
	const nanos = nanosIn(asText(place.value), worth);
	const isTold = named !== undefined || told !== undefined || /\$|usd/i.test(asText(place.value));
	if (nanos === undefined || whole === undefined || (!isTold && nanos > MOST_UNTOLD))
		return undefined;
	return { nanos: nanos + whole, isTold, isExact: worth === 1n };
}

/** Whether a word is the name of a unit of US dollars. */
export const isUnit = (word: string): boolean => unitIn([word]) !== undefined;

const unitIn = (words: readonly string[]) =>
	units.find((unit) => includesAny(words, unit.words))?.nanos;

/** Exactly; what is finer than a nano is rounded up. */
function nanosIn(text: string, unit: bigint): bigint | undefined {
	if (text.length > LONGEST) return undefined;
	const plain = text
		.trim()
		.replaceAll(/^\$|^USD\s|\s?USD$/gi, '')
		.replaceAll(/,(?=\d{3})/g, '');
	const match = NUMBER.exec(plain.trim());
	if (!match) return undefined;
	const [, sign, whole = '', fraction = '', exponent = '0'] = match;
	const places = fraction.length - Number(exponent);
	const finer = 10n ** BigInt(Math.max(places, 0));
	const amount = BigInt(whole + fraction) * unit * 10n ** BigInt(Math.max(-places, 0));
	// There is no part of a nano.
	if (unit === 1n && amount % finer !== 0n) return undefined;
	const nanos = (amount + finer - 1n) / finer;
	return nanos > MOST ? undefined : sign === '-' ? -nanos : nanos;
}

/** Google's Money has whole dollars as `units` beside its `nanos`. */
function wholeBeside({ words, parent }: Place): bigint | undefined {
	const units = words.join(' ') === 'nano' && parent?.children.find(({ key }) => key === 'units');
	return units ? nanosIn(asText(units.value), USD) : 0n;
}

/** What beside a place, or further out, tells a currency, a unit or a part. */
const unitTexts = ({ parent }: Place): readonly string[] => (parent ? textsIn(parent) : []);

const textsIn: (holder: Place) => readonly string[] = perPlace((holder) => [
	...holder.children
		.filter(({ words }) => !marksBelowName(words).includes('echo'))
		.flatMap((field) => {
			const texts = field.value === true ? [field.key] : textsOf(field);
			const isNamed =
				(isUnitField(field.words) || field.words.at(-1) === 'per') && field.key !== 'units';
			return isNamed
				? texts
				: texts.filter((text) => wordsOf(text).includes('per') || PER.test(text));
		}),
	...unitTexts(holder),
]);

/** `billing_unit` and `currency_code`, but not `unit_price` and `poll_interval`. */
const isUnitField = (words: readonly string[]) =>
	includesAny(words, unitFieldWords) &&
	!unitNumberWords.has(words.at(-1) ?? '') &&
	words[0] !== 'poll';

/** `per_second`, `USD per image`, `$0.10/s`; and the least that there is to pay. */
const PER = /^[^a-z]*(usd|cents?)?\s?\/\s?[a-z]+$|^(is_)?min(imum)?$|^(starting|from)\b/i;

const textsOf = (field: Place) =>
	(isLeaf(field) ? [field] : field.children)
		.map(({ value }) => asText(value).slice(0, LONGEST))
		.filter((text) => text !== '' && text !== 'null' && !/^\d$/.test(text));

/** The unit of US dollars that such a text tells; nothing for any other. */
function unitTold(text: string): bigint | undefined {
	const words = wordsOf(text.replaceAll('$', ' usd '));
	return words.every(isUnit) ? unitIn(words) : undefined;
}

function rootOf(place: Place): Place {
	return place.parent ? rootOf(place.parent) : place;
}

const tellsOtherMoney: (place: Place) => boolean = perPlace(
	(place) =>
		(place.words.includes('currency') &&
			textsOf(place).some((text) => unitTold(text) === undefined)) ||
		place.children.some(tellsOtherMoney),
);
