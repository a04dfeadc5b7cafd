import { NANOS_PER_USD as USD } from '../../../../contract/money';
import { asText } from '../../support/data';
import { isFields, isLeaf, orAbove, perPlace, textOrNumber, type Place } from '../core/walk';
import {
	besidesDollars,
	besidesUnits,
	currencyNames,
	measures,
	otherMoney,
	unitNames,
	units,
	usdWords,
	wholes,
} from '../words/amounts';
import { hasAny } from '../words/rows';
import { wordsOf } from '../words/split';

/** An amount of US dollars. */
export interface Money {
	nanos: bigint;
	/** What tells its unit: its own name or text, a field beside it, or nothing. */
	told: 'name' | 'beside' | 'none';
	/** Whether it is told in nanos, and so exactly. */
	isExact: boolean;
}

/** No request and no balance is more than this, in nanos: a larger number is something else. */
const MOST = 10n ** 12n * USD;
/** Nor does a request cost more US dollars where nothing says that they are that. */
const MOST_UNNAMED = 1_000_000n * USD;
/** No amount and no unit is longer. */
const LONGEST = 60;
const NUMBER = /^([+-]?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** What the fields of an object, or of those around it, tell of the amounts in it. */
interface Told {
	unit?: bigint;
	/** Whether the nearest currency is US dollars, where one is told. */
	isUsd?: boolean;
	/** Whether they are those of a part: of a second, an image, a token. */
	isOfPart: boolean;
	/** What a price is told for one of. */
	measure: string;
}

/** In what the amount at a place is told, as nanos that one is worth; nothing where that is anything else than US dollars. */
export function unitOf(place: Place): (Pick<Money, 'told'> & { worth: bigint }) | undefined {
	const { unit: beside, isUsd } = place.parent ? unitAround(place.parent) : NOTHING;
	const words = [...place.words, ...(place.parent?.words ?? [])];
	const named = unitIn(place.words) ?? unitIn(words);
	const isNamed = hasAny(words, usdWords) || /\$|usd/i.test(asText(place.value));
	const isOther = isUsd === false || isOfOtherMoney(place);
	if (isOther || !(isNamed || isUsd || !tellsOtherMoney(place))) return undefined;
	const told =
		isNamed || named !== undefined ? 'name' : beside || isUsd !== undefined ? 'beside' : 'none';
	return { worth: unitBeside(named, beside), told };
}

/** `cost_usd: 10` beside `unit: "cents"` are cents. */
const unitBeside = (named = USD, beside = named): bigint => (named === USD ? beside : named);

/** The amount of US dollars at a place, less than nothing too; nothing where it is no number or in anything else. */
export function moneyAt(place: Place): Money | undefined {
	const unit = unitOf(place);
	const nanos = unit && nanosIn(asText(place.value), unit.worth);
	if (nanos === undefined || (unit?.told === 'none' && nanos > MOST_UNNAMED)) return undefined;
	return {
		nanos: nanos + restOf(place, nanos),
		told: unit?.told ?? 'none',
		isExact: unit?.worth === 1n,
	};
}

/** What is told beside a place, or around it, as what an amount is the price of one of. */
export const measureAround = ({ parent }: Place): string =>
	parent ? unitAround(parent).measure : '';

/** Whether what stands at a place may be the price of a part. */
export const isOfPart = ({ parent }: Place): boolean =>
	parent !== undefined && unitAround(parent).isOfPart;

const unitIn = (words: readonly string[]) => units.find((unit) => hasAny(words, unit.words))?.nanos;

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
export const isMoneyUnits = ({ words, parent }: Place): boolean =>
	words.join(' ') === 'unit' &&
	parent !== undefined &&
	parent.children.some((child) => hasAny(child.words, currencyNames) || isNanos(child));

/** Whether a place tells the nanos of a Money, which are told with its units. */
export const isRestOfMoney = (place: Place): boolean =>
	isNanos(place) && place.parent !== undefined && place.parent.children.some(isMoneyUnits);

const isNanos = ({ words }: Place) => words.join(' ') === 'nano';

/** What the nanos of a Money add to its units. */
function restOf(place: Place, whole: bigint): bigint {
	const rest = isMoneyUnits(place) && place.parent?.children.find(isRestOfMoney)?.value;
	if (!Number.isSafeInteger(rest)) return 0n;
	return whole < 0n ? -BigInt(Math.abs(Number(rest))) : BigInt(Number(rest));
}

const NOTHING: Told = { isOfPart: false, measure: '' };

const unitAround: (holder: Place) => Told = perPlace((holder) => {
	const outer = holder.parent ? unitAround(holder.parent) : NOTHING;
	return isFields(holder.value) ? holder.children.reduce(withField, outer) : outer;
});

/** Where a price is only the least that there is to pay. */
const LEAST = /^(is_?)?(min|minimum|lowest|from|starting (at|from|price)|as low as|at least)$/i;

function withField(told: Told, field: Place): Told {
	if (LEAST.test(field.value === true ? field.key : asText(field.value).slice(0, LONGEST)))
		return { ...told, isUsd: false };
	if (!hasAny(field.words, currencyNames)) return unitsIn(field).reduce(withUnit, told);
	const texts = textsIn(field);
	return texts.length === 0 ? told : { ...told, isUsd: texts.every(isDollars) };
}

/** What a field tells as a unit: by its name, or by a text such as `per_second` and `$0.10/s`. */
function unitsIn(field: Place): string[] {
	const { words, value } = field;
	if (typeof value === 'string' && isPerPart(value.slice(0, LONGEST))) return [value];
	if (!hasAny(words, unitNames)) return [];
	if (value === true) return words.includes('per') ? [words.join(' ')] : [];
	if (NUMBER.test(textOrNumber(value) ?? ''))
		return words.join(' ') === 'per' && Number(value) !== 1 ? [asText(value)] : [];
	// Under another name, such as `billed_per`, only what can be nothing else counts.
	const isSure = words.every((word) => unitNames.has(word) || besidesUnits.has(word));
	const isOfPrice = words.includes('per') || words.includes('unit');
	return textsIn(field).filter(
		(text) => isSure || (isOfPrice && wordsOf(text).every((word) => measures.has(word))),
	);
}

function isPerPart(text: string): boolean {
	if (!/per|\//i.test(text)) return false;
	const words = wordsOf(text);
	const next = words[words.indexOf('per') + 1] ?? '';
	return (
		(words.includes('per') && (measures.has(next) || /^\d/.test(next))) ||
		/^\W*[\d.,$]*\s?(usd|cents?)?\s?\/\s?[a-z]{1,12}$/i.test(text)
	);
}

function withUnit(told: Told, text: string): Told {
	const words = wordsOf(text.replaceAll('$', ' usd ')).filter((word) => !wholes.has(word));
	const unit = unitIn(words) ?? told.unit;
	const others = words.filter((word) => unitIn([word]) === undefined);
	if (others.length === 0 && !ANOTHER_SIGN.test(text)) return { ...told, unit };
	const isPart = others.every((word) => measures.has(word) || /^\d/.test(word));
	if (!isPart) return { ...told, isUsd: false };
	return { ...told, unit, isOfPart: true, measure: `${told.measure} ${text}`.slice(0, LONGEST) };
}

/** The texts of a currency or a unit, which may be an object with several. */
function textsIn(field: Place): string[] {
	const leaves = isLeaf(field)
		? [field]
		: field.children.filter(({ value }) => typeof value === 'string');
	return leaves
		.map(({ value }) => asText(value).slice(0, LONGEST))
		.filter((text) => text !== '' && text !== 'null');
}

function isDollars(text: string): boolean {
	const words = wordsOf(
		text.replaceAll(/u\.s\./gi, 'us').replaceAll(/(?<!\p{L})\$(?!\p{L})/gu, ' usd '),
	);
	return (
		words.length > 0 &&
		!ANOTHER_SIGN.test(text) &&
		words.every(
			(word) => usdWords.has(word) || besidesDollars.has(word) || unitIn([word]) !== undefined,
		)
	);
}

const ANOTHER_SIGN = /[^\P{Sc}$]/u;

/** Whether an answer tells of another currency anywhere, as a currency or in a text that is nothing else: `EUR`, `€5.00`. */
const tellsOtherMoney = (place: Place): boolean => {
	let root = place;
	while (root.parent) root = root.parent;
	return otherMoneyIn(root);
};

const otherMoneyIn = perPlace((root: Place): boolean => {
	const open = [root];
	for (let at = 0; at < open.length; at++) {
		const place = open[at] as Place;
		if (
			(hasAny(place.words, currencyNames) && !textsIn(place).every(isDollars)) ||
			isOtherMoney(place)
		)
			return true;
		for (const child of place.children) open.push(child);
	}
	return false;
});

function isOtherMoney({ value }: Place): boolean {
	if (typeof value !== 'string' || value.length > LONGEST) return false;
	const name = value.replaceAll(/[\d\s.,'’+-]/g, '');
	if (/^\p{L}{0,3}\p{Sc}\p{L}{0,3}$/u.test(name)) return !/^(us|usd)?\$(us|usd)?$/i.test(name);
	const word = name.toLowerCase();
	const isMoney = otherMoney.has(word) || otherMoney.has(word.replace(/s$/, ''));
	return isMoney && (name.length > 3 || name === name.toUpperCase());
}

/** Whether a place, or something around it, has the name of another currency. */
const isOfOtherMoney: (place: Place) => boolean = orAbove(({ words }) => hasAny(words, otherMoney));
