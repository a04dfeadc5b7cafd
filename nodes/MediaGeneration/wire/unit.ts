import { NANOS_PER_USD as USD } from '../../../contract/money';
import { asText } from '../support/data';
import { perPlace, type Place } from './walk';
import { measures, units } from './words/amounts';
import { hasAny, wordList } from './words/rows';
import { wordsOf } from './words/split';

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
const NUMBER = /^([+-]?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,3}))?$/;

/** The unit that a name tells, or a currency beside it, else US dollars; nothing where it is none of theirs. */
export function unitOf(place: Place, words: readonly string[]): Unit | undefined {
	const named = units.find((unit) => hasAny(words, unit.words));
	if (named && named.nanos !== USD) return named.nanos === 0n ? undefined : { nanos: named.nanos, per: named.per, told: 'name' };
	const saysUsd = named !== undefined || hasSign(place);
	const told = currencyOf(place);
	if (told === undefined) return { nanos: USD, told: saysUsd ? 'name' : 'none' };
	const unit = units.find((known) => hasAny(wordsOf(told), known.words));
	if (!unit && saysUsd && hasAny(wordsOf(told), measures)) return { nanos: USD, told: 'name' };
	return unit && unit.nanos !== 0n ? { nanos: unit.nanos, per: unit.per, told: saysUsd ? 'name' : 'beside' } : undefined;
}

/** Whether an amount is one of money by itself, whatever else stands in its name: by a unit at its end, or by its sign. */
export function isMoneyByItself(place: Place): boolean {
	return hasSign(place) || units.some(({ words }) => hasAny(place.words.slice(-1), words));
}

const hasSign = ({ value }: Place) => /\$|usd/i.test(asText(value));

/** What stands beside an amount, or beside the object it stands in, as its unit or currency. */
function currencyOf(place: Place): string | undefined {
	for (let at = place.parent; at; at = at.parent) {
		const told = currencyIn(at);
		if (told) return /^(\$|us\$)$/i.test(told) ? 'usd' : told;
	}
	return undefined;
}

const currencyNames = wordList('currency unit denomination');
const currencyForms = wordList('code symbol iso');

const currencyIn = perPlace(({ children }) => {
	const told = children.find(({ words, value }) => namesCurrency(words) && typeof value === 'string' && value !== '' && !NUMBER.test(value));
	return told && asText(told.value);
});

const namesCurrency = (words: readonly string[]) =>
	hasAny(words.slice(-1), currencyNames) || (words.includes('currency') && hasAny(words.slice(-1), currencyForms));

/** Google's Money: whole ones of a currency under `units`, and the nanos beyond them beside it. */
const moneyIn = perPlace(({ children }) => {
	const named = (word: string) => children.find(({ words }) => words.join(' ') === word);
	const [units, nanos] = [named('unit'), named('nano')];
	return units && NUMBER.test(asText(units.value)) && children.some(({ words }) => words.includes('currency')) ? { units, nanos } : undefined;
});

/** The names of an amount; the units of a Money, which are its amount, are called so. */
export function namesOf(place: Place): readonly string[] {
	return place.parent && moneyIn(place.parent)?.units === place ? ['amount'] : place.words;
}

/** Whether a place tells the nanos of a Money, which are told with its units. */
export const isRestOfMoney = (place: Place): boolean => place.parent !== undefined && moneyIn(place.parent)?.nanos === place;

/** What a place tells in nanos of its unit beyond its own number. */
const restOf = (place: Place) => (place.parent && moneyIn(place.parent)?.units === place ? moneyIn(place.parent)?.nanos?.value : undefined);

/** An amount as nanos, exactly, and what is finer rounded up; nothing for a text that is no number, for a part of a nano, and for more than any amount. */
export function nanosOf(place: Place, unit: Unit): bigint | undefined {
	const match = NUMBER.exec(plain(asText(place.value)));
	if (!match) return undefined;
	const [, sign, whole = '', fraction = '', exponent = '0'] = match;
	const places = fraction.length - Number(exponent);
	const finer = 10n ** BigInt(Math.max(places, 0)) * (unit.per ?? 1n);
	const amount = BigInt(whole + fraction) * unit.nanos * 10n ** BigInt(Math.max(-places, 0));
	if (unit.nanos === 1n && unit.per === undefined && amount % finer !== 0n) return undefined;
	const rest = restOf(place);
	const nanos = (amount + finer - 1n) / finer + (Number.isSafeInteger(rest) ? BigInt(Math.abs(Number(rest))) : 0n);
	if (nanos > (unit.told === 'none' && sign !== '-' ? MOST_UNNAMED : MOST)) return undefined;
	return sign === '-' ? -nanos : nanos;
}

/** The number in a text, without its currency. */
function plain(text: string): string {
	if (text.length > 60) return '';
	return text
		.trim()
		.replaceAll(/^(?:US)?\$|^USD\s|(?:USD|US dollars?)$/gi, '')
		.replaceAll(/,(?=\d{3})/g, '')
		.trim();
}
