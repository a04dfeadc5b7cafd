import { NANOS_PER_USD as USD } from '../../../../contract/money';
import { asText } from '../../support/data';
import { isFields, isLeaf, orAbove, perPlace, type Place } from '../core/walk';
import {
	besidesUnits,
	currencyNames,
	dollarWords,
	measures,
	otherMoney,
	unitNames,
	units as table,
	wholes,
} from '../words/amounts';
import { hasAny } from '../words/rows';
import { wordsOf } from '../words/split';

/** An amount of US dollars. */
export interface Money {
	nanos: bigint;
	/** Whether its unit is told: by a name, in its text or beside it. */
	isTold: boolean;
	/** Whether it is told in nanos, and so exactly. */
	isExact: boolean;
}

/** No request and no balance is more than this, in nanos; nor more than the second where nothing tells a unit. */
const MOST = 10n ** 12n * USD;
const MOST_UNTOLD = 1_000_000n * USD;
/** No amount and no unit is longer. */
const LONGEST = 60;
const NUMBER = /^([+-]?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** In what the amount at a place is told, as nanos that one is worth; nothing where that may be anything else than US dollars. */
export function unitOf(place: Place): (Pick<Money, 'isTold'> & { worth: bigint }) | undefined {
	const told = textsAround(place).map(unitTold);
	if (told.includes('other') || isOfOtherMoney(place) || tellsOtherMoney(rootOf(place)))
		return undefined;
	const named = unitIn(place.words) ?? unitIn(place.parent?.words ?? []);
	const units = told.filter((unit) => typeof unit === 'bigint');
	const beside = units.find((unit) => unit !== USD) ?? units[0];
	const isNamed = named !== undefined || /\$|usd/i.test(asText(place.value));
	return {
		// `cost_usd: 10` beside `unit: "cents"` are cents.
		worth: named === undefined || named === USD ? (beside ?? USD) : named,
		isTold: isNamed || beside !== undefined,
	};
}

/** The amount of US dollars at a place, less than nothing too; nothing where it is no number or in anything else. */
export function moneyAt(place: Place): Money | undefined {
	const unit = unitOf(place);
	const nanos = unit && nanosIn(asText(place.value), unit.worth);
	if (!unit || nanos === undefined || (!unit.isTold && nanos > MOST_UNTOLD)) return undefined;
	return { nanos: nanos + restOf(place, nanos), isTold: unit.isTold, isExact: unit.worth === 1n };
}

/** What is told beside a place, or around it, as what an amount is the price of one of; empty where it is of no part. */
export const measureAround = (place: Place): string =>
	textsAround(place)
		.filter((text) => unitTold(text) === 'part')
		.join(' ');

const unitIn = (words: readonly string[]) => table.find((unit) => hasAny(words, unit.words))?.nanos;

/** The number in a text, without its US dollars, as nanos: exactly, and what is finer rounded up. */
function nanosIn(text: string, unit: bigint): bigint | undefined {
	if (text.length > LONGEST) return undefined;
	const plain = text
		.trim()
		.replaceAll(/^(?:US)?\$|^USD\s|(?:USD|US dollars?)$/gi, '')
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

/** Whether a place tells the whole ones of Google's Money: `units`, with the nanos beyond them or the currency beside it. */
export const isMoneyUnits = ({ words, value, parent }: Place): boolean =>
	words.join(' ') === 'unit' &&
	NUMBER.test(asText(value)) &&
	parent !== undefined &&
	parent.children.some((child) => hasAny(child.words, currencyNames) || isNanos(child));

/** Whether a place tells the nanos of a Money, which are told with its units. */
export const isRestOfMoney = (place: Place): boolean =>
	isNanos(place) && place.parent !== undefined && place.parent.children.some(isMoneyUnits);

const isNanos = ({ words }: Place) => words.join(' ') === 'nano';

function restOf(place: Place, whole: bigint): bigint {
	const rest = isMoneyUnits(place) && place.parent?.children.find(isRestOfMoney)?.value;
	if (!Number.isSafeInteger(rest)) return 0n;
	return whole < 0n ? -BigInt(Math.abs(Number(rest))) : BigInt(Number(rest));
}

/** What the fields beside a place, and those beside what it stands in, tell as a currency or a unit: the nearest first. */
const textsAround = ({ parent }: Place): readonly string[] => (parent ? textsIn(parent) : []);

const textsIn: (holder: Place) => readonly string[] = perPlace((holder) => [
	...(isFields(holder.value) ? holder.children.flatMap(unitTexts) : []),
	...textsAround(holder),
]);

/** The texts of one field: of one called a unit or a currency, and those such as `per_second`. */
function unitTexts(field: Place): string[] {
	const { words, value, key } = field;
	const isUnit = hasAny(words, unitNames);
	const isCount = typeof value === 'number' && (words.join(' ') !== 'per' || value === 1);
	const isKnown = words.every((word) => unitNames.has(word) || besidesUnits.has(word));
	const isSure =
		hasAny(words, currencyNames) || (isUnit && isKnown && !isCount && !isMoneyUnits(field));
	// Under another name, such as `billed_per`, only what can be nothing else counts.
	return (value === true ? [key] : leavesOf(field)).filter(
		(text) =>
			isSure || isPerPart(text) || (isUnit && wordsOf(text).every((word) => measures.has(word))),
	);
}

const leavesOf = (field: Place) =>
	(isLeaf(field) ? [field] : field.children.filter(({ value }) => typeof value === 'string'))
		.map(({ value }) => asText(value).slice(0, LONGEST))
		.filter((text) => text !== '' && text !== 'null');

/** `per_second`, `USD per image`, `$0.10/s`; and the least that there is to pay. */
function isPerPart(text: string): boolean {
	const words = wordsOf(text);
	return (
		/^(is_?)?(min|minimum|lowest|from|starting (at|from|price)|as low as|at least)$/i.test(text) ||
		(words.includes('per') && isMeasure(words[words.indexOf('per') + 1] ?? '')) ||
		/^[^a-z]*(usd|cents?)?\s?\/\s?[a-z]{1,12}$/i.test(text)
	);
}

const isMeasure = (word: string) => measures.has(word) || /^\d/.test(word);

/** What such a text tells: a unit of US dollars, that the price is that of a part, or another unit. */
function unitTold(text: string): bigint | 'part' | 'other' {
	const words = wordsOf(text.replaceAll('$', ' usd ')).filter((word) => !wholes.has(word));
	const others = words.filter((word) => !dollarWords.has(word));
	if (others.length === 0) return unitIn(words) ?? USD;
	return others.every(isMeasure) ? 'part' : 'other';
}

function rootOf(place: Place): Place {
	return place.parent ? rootOf(place.parent) : place;
}

/** Whether an answer tells of another currency anywhere, by that name or in a text: `EUR`, `€5.00`, `A$`. */
const tellsOtherMoney: (place: Place) => boolean = perPlace(
	(place) =>
		isOtherMoney(place.value) ||
		(hasAny(place.words, currencyNames) &&
			leavesOf(place).some((text) => typeof unitTold(text) !== 'bigint')) ||
		place.children.some(tellsOtherMoney),
);

function isOtherMoney(value: unknown): boolean {
	if (typeof value !== 'string' || value.length > LONGEST) return false;
	const name = value.replaceAll(/[\d\s.,'’+-]/g, '');
	if (/^\p{L}{0,3}\p{Sc}\p{L}{0,3}$/u.test(name)) return !/^(us|usd)?\$(us|usd)?$/i.test(name);
	const word = name.toLowerCase();
	const isMoney = otherMoney.has(word) || otherMoney.has(word.replace(/s$/, ''));
	return isMoney && (name.length > 3 || name === name.toUpperCase());
}

/** Whether a place, or something around it, has the name of another currency. */
const isOfOtherMoney: (place: Place) => boolean = orAbove(({ words }) => hasAny(words, otherMoney));
