import { asText } from '../../support/data';
import { numberIn } from './amountText';
import { isNothing } from '../failure/errors';
import { isFields, isLeaf, orAbove, perPlace, type Place } from '../core/walk';
import {
	besidesDollars,
	besidesMeasures,
	currencyForms,
	currencyNames,
	leastWords,
	measureNames,
	measures,
	moneyWords,
	otherCurrencies,
	otherMoney,
	tariffWords,
	unitNames,
	units,
	usdWords,
	wholes,
} from '../words/amounts';
import { hasAny } from '../words/rows';
import { wordsOf } from '../words/split';
import { marksOf } from '../words/surroundings';

/** What the fields beside amounts, or around them, say of what they are told in. */
export interface ToldUnit {
	/** Words of units of US dollars. */
	words: readonly string[];
	/** Whether the currency is US dollars, where one is told. */
	isUsd?: boolean;
	/** Whether it is something else than money, or the least of it. */
	isOther: boolean;
	/** What an amount is the price of one of, as it was told. */
	measure?: string;
	/** Whether the price of one has a field of its own. */
	hasTariff: boolean;
}

/** What is told where nothing tells anything. */
export const NOTHING: ToldUnit = { words: [], isOther: false, hasTariff: false };
const OTHER: ToldUnit = { ...NOTHING, isOther: true };

/** What an object tells of the amounts in it, and what those around it do: the nearest currency counts, and anything else. */
export const unitAround: (holder: Place) => ToldUnit = perPlace((holder) => {
	const [own, outer] = [unitWithin(holder), holder.parent ? unitAround(holder.parent) : NOTHING];
	return { ...both(own, outer), isUsd: own.isUsd ?? outer.isUsd };
});

const unitWithin = perPlace(({ value, children }: Place): ToldUnit =>
	isFields(value) ? allOf(children.map(unitIn)) : NOTHING,
);

const allOf = (told: readonly ToldUnit[]) =>
	told.filter((one) => one !== NOTHING).reduce(both, NOTHING);

function both(one: ToldUnit, other: ToldUnit): ToldUnit {
	return {
		words: [...new Set([...one.words, ...other.words])],
		isUsd: one.isUsd === false ? false : (other.isUsd ?? one.isUsd),
		isOther: one.isOther || other.isOther,
		measure:
			[one.measure, other.measure].filter(Boolean).join(' ').slice(0, LONGEST_NOTE) || undefined,
		hasTariff: one.hasTariff || other.hasTariff,
	};
}

function unitIn(field: Place): ToldUnit {
	const { words, value } = field;
	if (namesCurrency(words)) return currencyIn(field);
	if (isTariff(field)) return { ...NOTHING, hasTariff: true };
	if (value === true) return switchedOn(words);
	if (typeof value === 'number')
		return words.at(-1) === 'per' && value !== 1 ? ofOne(String(value)) : NOTHING;
	const measure = namesMeasure(words) && typeof value === 'string' ? meaningOf(value) : OTHER;
	if (!measure.isOther) return measure;
	if (hasAny(words, unitNames)) return allOf(textsIn(field).map(meaningOf));
	return typeof value === 'string' && !marksOf(words).includes('echo') ? asideIn(value) : NOTHING;
}

function currencyIn(field: Place): ToldUnit {
	const texts = textsIn(field);
	const told = allOf(texts.map(meaningOf));
	const isMoney = !told.isOther && (told.isUsd || told.words.length > 0);
	return isMoney || texts.length === 0 ? told : { ...NOTHING, isUsd: false };
}

/** What a switch tells that is on: `is_minimum`, `per_second`. */
function switchedOn(words: readonly string[]): ToldUnit {
	if (hasAny(words, leastWords)) return OTHER;
	return words.includes('per') ? ofOne(words.join(' ')) : NOTHING;
}

const ofOne = (measure: string): ToldUnit => ({ ...NOTHING, measure });

/** `user_currency` may be that of something else. */
function namesCurrency(words: readonly string[]): boolean {
	const isForm = (word: string) => currencyNames.has(word) || currencyForms.has(word);
	return (
		hasAny(words, currencyNames) &&
		isForm(words.at(-1) ?? '') &&
		words.every((word) => isForm(word) || moneyWords.has(word) || unitNames.has(word))
	);
}

/** `reset_interval` is that of something else. */
const namesMeasure = (words: readonly string[]) =>
	hasAny(words, measureNames) &&
	words.every((word) => measureNames.has(word) || moneyWords.has(word));

/** The texts of a unit: of an object those of a currency's forms, where it has any. */
function textsIn(field: Place): string[] {
	const leaves = isLeaf(field) ? [field] : field.children.filter((child) => isLeaf(child));
	const forms = isFields(field.value)
		? leaves.filter(({ words }) => hasAny(words.slice(-1), currencyForms))
		: [];
	const texts = (forms.length > 0 ? forms : leaves)
		.filter(({ value }) => !isNothing(value))
		.map(({ value }) => asText(value));
	return hasAny(field.words, currencyNames) ? texts : texts.filter((text) => !numberIn(text));
}

/** No unit and no amount is longer. */
const LONGEST_NOTE = 60;
const ANOTHER_SIGN = /[^\P{Sc}$]/u;
const LEAST =
	/^(?:from|starting (?:at|from|price)|as low as|at least|(?:min|minimum|lowest|lower bound)\b.{0,20})$/;
/** What every such text has, as most have none. */
const HINT = /per|from|low|least|start|min|\//i;
const PER_SLASH = /^\W*(?:(?:us)?\$\s?[\d.,]*|[\d.,]*\s?(?:usd|cents?))\s?\/\s?[a-z]/i;
const dollars = new Set([...usdWords, ...(units.at(-1)?.words ?? [])]);
const isUnit = (word: string) => units.some(({ words }) => words.has(word));
const isCount = (word: string) => /^\d+$/.test(word);

/** What the text of a unit means. */
function meaningOf(text: string): ToldUnit {
	if (text.length > LONGEST_NOTE || ANOTHER_SIGN.test(text)) return OTHER;
	const words = wordsOf(
		text.replaceAll(/u\.s\./gi, 'us').replaceAll(/(?<!\p{L})\$(?!\p{L})/gu, ' usd '),
	);
	const isUsd = hasAny(words, dollars) || undefined;
	const money = words.filter(isUnit);
	const others = words.filter(
		(word) => !isUnit(word) && !dollars.has(word) && !besidesDollars.has(word),
	);
	const parts = others.filter((word) => !besidesMeasures.has(word));
	const isMoney = others.length === 0 && (isUsd || money.length > 0);
	const isKnown = parts.every((word) => measures.has(word) || wholes.has(word) || isCount(word));
	if (!isKnown || !(isMoney || parts.length > 0)) return OTHER;
	return { ...NOTHING, words: money, isUsd, measure: parts.length === 0 ? undefined : text };
}

/** Whether what an amount is the price of is less than a request. */
export const isOfParts = (measure: string) =>
	wordsOf(measure).some((word) => measures.has(word) || isCount(word));

/** What a text tells that is no unit by its name: `per_second`, `$0.10/s`, `minimum`. */
function asideIn(value: string): ToldUnit {
	const text = value.slice(0, LONGEST_NOTE);
	if (!HINT.test(text)) return NOTHING;
	const words = wordsOf(text).filter((word) => !isCount(word));
	const at = words.indexOf('per');
	if (((at === 0 || at === 1) && measures.has(words[at + 1] ?? '')) || PER_SLASH.test(text))
		return ofOne(text);
	return LEAST.test(words.join(' ')) && !/\d/.test(text) ? OTHER : NOTHING;
}

/** Whether a field is the price of one of something. */
function isTariff({ words, value }: Place): boolean {
	const isNamed =
		hasAny(words, tariffWords) &&
		(words.length === 1 ? words[0] === 'rate' : hasAny(words, moneyWords));
	return (
		isNamed &&
		(typeof value === 'number' || typeof value === 'string') &&
		numberIn(String(value)) !== null
	);
}

/** Whether an answer tells of another currency anywhere, as a currency or in a text that is nothing else: `EUR`, `€5.00`. */
export function tellsOtherMoney(place: Place): boolean {
	let root = place;
	while (root.parent) root = root.parent;
	return otherMoneyIn(root);
}

const otherMoneyIn = perPlace((root: Place): boolean => {
	const open = [root];
	for (let at = 0; at < open.length; at++) {
		const place = open[at] as Place;
		if ((namesCurrency(place.words) && unitIn(place).isUsd === false) || isOtherMoney(place))
			return true;
		for (const child of place.children) open.push(child);
	}
	return false;
});

function isOtherMoney({ value, words }: Place): boolean {
	if (typeof value !== 'string' || value.length > LONGEST_NOTE) return false;
	const name = value.replaceAll(/[\d\s.,'’+-]/g, '');
	if (/^\p{L}{0,3}\p{Sc}\p{L}{0,3}$/u.test(name)) return !/^(us|usd)?\$(us|usd)?$/i.test(name);
	if (/^(credits|points|coins)$/i.test(name)) return true;
	const isCode = name === name.toUpperCase() || ['code', 'iso'].includes(words.at(-1) ?? '');
	const word = name.toLowerCase();
	return name.length > 3
		? otherCurrencies.has(word.replace(/s$/, ''))
		: isCode && otherMoney.has(word);
}

/** Whether a place, or something around it, has the name of another currency. */
export const isOfOtherMoney: (place: Place) => boolean = orAbove(({ words }) =>
	hasAny(words, otherMoney),
);
/** The same for the price of a part. */
export const isOfTariff: (place: Place) => boolean = orAbove(({ words }) =>
	hasAny(words, tariffWords),
);
