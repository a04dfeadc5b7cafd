import { NANOS_PER_USD as USD } from '../../../contract/money';
import { isLeaf, perPlace, walk, type Place } from './walk';
import { availableNames, chargedWords, costNames, moneyWords, notChargedWords, units } from './words/amounts';
import { hasAny, weigh, type Row } from './words/rows';
import { wordsOf } from './words/split';

interface Amount {
	nanos: bigint;
	weight: number;
	/** How fine the unit is in which it was told. */
	unit: bigint;
	/** What it is the amount of: its name without the unit. */
	thing: string;
}

/** No request and no balance is more than this, in nanos: a larger number is something else. */
const MOST = 10n ** 12n * USD;
/** Nor does a request cost more US dollars where nothing says that they are that. */
const MOST_UNNAMED = 1_000_000n * USD;
const NUMBER = /^([+-]?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * The amount that an answer tells a request costs, in nanos: the highest of its totals; nanos before US
 * dollars where both tell of the same. Nothing where no amount can be told from what is left, allowed or
 * counted. Never throws.
 */
export function amountIn(body: unknown): bigint | undefined {
	return highest(amountsIn(body, costNames, (place) => namesMoney(place)));
}

/** The amount that an answer says was charged, in nanos; estimates are none. */
export function chargedIn(body: unknown): bigint | undefined {
	if (typeof body !== 'object' || body === null) return findCharged(body);
	if (!chargedBefore.has(body)) chargedBefore.set(body, findCharged(body));
	return chargedBefore.get(body);
}

/** Asked of one answer for its item, its ledger line and its log line. */
const chargedBefore = new WeakMap<object, bigint | undefined>();

function findCharged(body: unknown): bigint | undefined {
	const charged = (place: Place) =>
		namesAround(place).some((words) => hasAny(words, chargedWords)) && !namesAround(place).some((words) => hasAny(words, notChargedWords));
	return highest(amountsIn(body, costNames, charged));
}

/** What an answer says can be spent, in nanos; less than nothing too. */
export function availableIn(body: unknown): bigint | undefined {
	return highest(amountsIn(body, availableNames, () => true, true));
}

function highest(amounts: Amount[]): bigint | undefined {
	const heaviest = amounts.reduce((most, { weight }) => (weight > most ? weight : most), 0);
	const things = new Map<string, Amount>();
	for (const amount of amounts) {
		const before = things.get(amount.thing);
		if (!before || amount.unit < before.unit || (amount.unit === before.unit && amount.nanos > before.nanos)) things.set(amount.thing, amount);
	}
	const all = [...things.values()].filter(({ weight }) => weight === heaviest).map(({ nanos }) => nanos);
	return all.reduce<bigint | undefined>((most, nanos) => (most === undefined || nanos > most ? nanos : most), undefined);
}

function amountsIn(body: unknown, rows: readonly Row[], counts: (place: Place) => boolean, negative = false): Amount[] {
	return walk(body).places.flatMap((place) => {
		if (!isLeaf(place) || (typeof place.value !== 'number' && typeof place.value !== 'string') || place.marks.has('echo') || !counts(place)) return [];
		const around = namesAround(place);
		const words = around.flat();
		const weight = weigh(rows, words);
		const unit = weight ? unitOf(place, words) : undefined;
		if (!weight || unit === undefined) return [];
		const nanos = toNanos(String(place.value), unit.nanos);
		if (nanos === undefined || nanos > (unit.named ? MOST : MOST_UNNAMED) || nanos < (negative ? -MOST : 0n)) return [];
		return [{ nanos, weight, unit: unit.nanos, thing: words.filter((word) => !units.some((known) => known.words.has(word))).join(' ') }];
	});
}

/** Its own name and those of the two objects around it. */
function namesAround(place: Place): Array<readonly string[]> {
	const names = [place.words];
	for (let at = place.parent, level = 0; at && level < 2; at = at.parent, level++) if (at.words !== names.at(-1)) names.push(at.words);
	return names;
}

function namesMoney(place: Place): boolean {
	return namesAround(place).some((words) => hasAny(words, moneyWords));
}

/** The unit that a name tells, or a currency beside it; nothing where it is no US dollars. */
function unitOf(place: Place, words: readonly string[]): { nanos: bigint; named: boolean } | undefined {
	const named = units.find((unit) => hasAny(words, unit.words));
	if (named && named.nanos !== USD) return named.nanos === 0n ? undefined : { nanos: named.nanos, named: true };
	const told = currencyOf(place);
	if (told === undefined) return { nanos: USD, named: named !== undefined || /\$|usd/i.test(String(place.value)) };
	const unit = units.find((known) => hasAny(wordsOf(told), known.words));
	return unit && unit.nanos !== 0n ? { nanos: unit.nanos, named: true } : undefined;
}

/** What stands beside an amount, or beside the object it stands in, as its unit or currency. */
function currencyOf(place: Place): string | undefined {
	for (let at: Place | undefined = place; at?.parent; at = at.parent) {
		const told = currencyIn(at.parent);
		if (told) return /^(\$|us\$)$/i.test(told) ? 'usd' : told;
	}
	return undefined;
}

const currencyIn = perPlace(({ children }) => {
	const told = children.find(
		({ words, value }) => ['currency', 'unit', 'denomination'].includes(words.at(-1) ?? '') && typeof value === 'string' && value !== '',
	);
	return told && String(told.value);
});

/** An amount as nanos, exactly, and what is finer rounded up; nothing for a text that is no number. */
function toNanos(text: string, unit: bigint): bigint | undefined {
	const plain =
		text.length > 60
			? ''
			: text
					.replace(/^\s*(?:US)?\$\s*|^\s*USD\s+|\s*(?:USD|US dollars?)\s*$/gi, '')
					.replaceAll(/,(?=\d{3})/g, '')
					.trim();
	const match = NUMBER.exec(plain);
	if (!match) return undefined;
	const [, sign, whole = '', fraction = '', exponent = '0'] = match;
	const places = fraction.length - Number(exponent);
	if (Math.abs(places) > 60) return places > 0 ? 0n : undefined;
	const amount = BigInt(whole + fraction) * unit;
	if (unit === 1n && places > 0 && amount % 10n ** BigInt(places) !== 0n) return undefined;
	const nanos = places > 0 ? (amount + 10n ** BigInt(places) - 1n) / 10n ** BigInt(places) : amount * 10n ** BigInt(-places);
	return sign === '-' ? -nanos : nanos;
}
