import { NANOS_PER_USD as USD } from '../../../../contract/money';
import { asText } from '../../support/data';
import { numberIn } from './amountText';
import {
	isOfOtherMoney,
	isOfParts,
	isOfTariff,
	NOTHING,
	tellsOtherMoney,
	unitAround,
	type ToldUnit,
} from './unitTold';
import { isLeaf, perPlace, type Place } from '../core/walk';
import { chargedWords, totalWords, units, usdWords, wholeWords } from '../words/amounts';
import { hasAny } from '../words/rows';

/** A unit of money, in nanos, and what tells it: a name or the amount itself, a currency beside it, or nothing. */
export interface Unit {
	nanos: bigint;
	/** So many of it are worth that. */
	per?: bigint;
	told: 'name' | 'beside' | 'none';
}

/** No request and no balance is more than this, in nanos: a larger number is something else. */
const MOST = 10n ** 12n * USD;
/** Nor does a request cost more US dollars where nothing says that they are that. */
const MOST_UNNAMED = 1_000_000n * USD;

/** The unit that a name tells, or one beside it, else US dollars; nothing where it is none of theirs, nor for what may be the price of a part. */
export function unitOf(place: Place, words: readonly string[]): Unit | undefined {
	const { measure = '', isUsd, hasTariff } = unitBeside(place);
	const saysMoney = () =>
		isUsd || hasTariff || saysUsd(place, words) || hasAny(words, chargedWords);
	const isWhole = hasAny(words, totalWords) ? saysMoney() : hasTariff && hasAny(words, wholeWords);
	return (isOfParts(measure) && !isWhole) || (place.parent && isOfTariff(place.parent))
		? undefined
		: moneyOf(place, words);
}

/** As {@link unitOf}, for the price of a part too. */
export function moneyOf(place: Place, words: readonly string[]): Unit | undefined {
	const told = unitBeside(place);
	const isSure = told.isUsd ?? (saysUsd(place, words) || !tellsOtherMoney(place));
	if (told.isOther || !isSure || isOfOtherMoney(place)) return undefined;
	const { nanos, per } = unitIn([...words, ...told.words]) ?? { nanos: USD };
	const isNamed = hasSign(place) || unitIn(words) !== undefined;
	return nanos === 0n
		? undefined
		: { nanos, per, told: isNamed ? 'name' : told.words.length > 0 ? 'beside' : 'none' };
}

/** What is told beside an amount, or the object it stands in, as its unit or currency. */
export const unitBeside = ({ parent }: Place): ToldUnit => (parent ? unitAround(parent) : NOTHING);

const saysUsd = ({ value }: Place, words: readonly string[]) =>
	hasAny(words, usdWords) || /us[d$]/i.test(asText(value));
const unitIn = (words: readonly string[]) => units.find((unit) => hasAny(words, unit.words));

/** Whether an amount is one of money by itself, whatever else stands in its name: by a unit at its end, or by its sign. */
export function isMoneyByItself(place: Place): boolean {
	return hasSign(place) || unitIn(place.words.slice(-1)) !== undefined;
}

const hasSign = ({ value }: Place) => /\$|usd/i.test(asText(value));

/** Google's Money: whole ones of a currency under `units`, and the nanos beyond them beside it. */
const moneyIn = perPlace(({ children }) => {
	const named = (word: string) =>
		children.find((child) => isLeaf(child) && child.words.join(' ') === word);
	const [units, nanos] = [named('unit'), named('nano')];
	return units &&
		numberIn(asText(units.value)) !== null &&
		children.some(({ words }) => words.includes('currency'))
		? { units, nanos }
		: undefined;
});

/** The names of an amount; the units of a Money, which are its amount, are called so. */
export function namesOf(place: Place): readonly string[] {
	return place.parent && moneyIn(place.parent)?.units === place ? ['amount'] : place.words;
}

/** Whether a place tells the nanos of a Money, which are told with its units. */
export const isRestOfMoney = (place: Place): boolean =>
	place.parent !== undefined && moneyIn(place.parent)?.nanos === place;

/** What a place tells in nanos of its unit beyond its own number. */
const restOf = (place: Place) =>
	place.parent && moneyIn(place.parent)?.units === place
		? moneyIn(place.parent)?.nanos?.value
		: undefined;

/** An amount as nanos, exactly, and what is finer rounded up; nothing for a text that is no number, for a part of a nano, and for more than any amount. */
export function nanosOf(place: Place, unit: Unit): bigint | undefined {
	const match = numberIn(asText(place.value));
	if (!match) return undefined;
	const [, sign, whole = '', fraction = '', exponent = '0'] = match;
	const places = fraction.length - Number(exponent);
	const finer = 10n ** BigInt(Math.max(places, 0)) * (unit.per ?? 1n);
	const amount = BigInt(whole + fraction) * unit.nanos * 10n ** BigInt(Math.max(-places, 0));
	if (unit.nanos === 1n && unit.per === undefined && amount % finer !== 0n) return undefined;
	const rest = restOf(place);
	const nanos =
		(amount + finer - 1n) / finer +
		(Number.isSafeInteger(rest) ? BigInt(Math.abs(Number(rest))) : 0n);
	if (nanos > (unit.told === 'none' && sign !== '-' ? MOST_UNNAMED : MOST)) return undefined;
	return sign === '-' ? -nanos : nanos;
}
