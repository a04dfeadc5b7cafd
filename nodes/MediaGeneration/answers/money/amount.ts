import { nanosToNumber } from '../../../../contract/money';
import { isBadFlag, tellsOfFailure } from '../failure/errors';
import { isFailedState } from '../job/state';
import { isMore } from '../core/find';
import { orAbove, perWalk, walk, type Place, type Walk } from '../core/walk';
import {
	availableWords,
	besidesAvailable,
	besidesCosts,
	breakdownWords,
	chargedWords,
	costRules,
	moneyWords,
	notChargedWords,
	notOfRequest,
	partWords,
	units,
} from '../words/amounts';
import { firstRule, hasAny } from '../words/rows';
import { wrapperWords } from '../words/wrappers';
import { isMoneyUnits, isOfPart, isRestOfMoney, moneyAt, type Money } from './unit';

/** An amount that a request costs. */
interface Cost extends Money {
	place: Place;
	/** Which of the names of a cost it has: 0 for the best. */
	rule: number;
}

/**
 * The amount that an answer tells a request costs, in nanos: the highest of its totals, or what its listed parts come to,
 * if that is more; nanos before US dollars where both tell of the same. Nothing where it may be the price of a part or of
 * something else, and where the answer says that something failed. Never throws.
 */
export function amountIn(body: unknown): bigint | undefined {
	const opened = walk(body);
	if (opened.places.some(tellsOfFailure)) return undefined;
	const costs = costsIn(opened).filter(
		({ place }) =>
			!isOfFailed(place) && namesAround(place).some((words) => hasAny(words, moneyWords)),
	);
	const goodness = ({ rule, told }: Cost) => [-rule, surety[told]];
	const [own, listed] = [best(costs.filter(isAlone), goodness), sumOf(costs, goodness)];
	return own === undefined || (listed ?? own) > own ? listed : own;
}

/**
 * The amount that an answer says was charged for its request, in nanos: a total before its listed parts, and one
 * whose unit is told before others. Estimates are none, nor what stands in text or in what was made or said.
 */
export function chargedIn(body: unknown): bigint | undefined {
	return typeof body === 'object' && body !== null ? findCharged(walk(body)) : undefined;
}

/** Asked of one answer for its item, its ledger line and its log line. */
const findCharged = perWalk((opened: Walk) => {
	const costs = costsIn(opened).filter(({ place }) => {
		const around = namesAround(place);
		return (
			around.some((words) => hasAny(words, chargedWords)) &&
			!around.some((words) => hasAny(words, notChargedWords))
		);
	});
	const goodness = ({ rule, told }: Cost) => [surety[told], -rule];
	return best(costs.filter(isAlone), goodness) ?? sumOf(costs, goodness);
});

/** What the service says it charged, in US dollars and nanos, where an answer tells it. */
export function chargedFields(answer: unknown): { cost_usd?: number; cost_nanos?: string } {
	const nanos = chargedIn(answer);
	return nanos === undefined
		? {}
		: { cost_usd: nanosToNumber(nanos), cost_nanos: nanos.toString() };
}

/** What an answer says can be spent, in nanos, less than nothing too: the lowest, what is told in nanos before what may be rounded. */
export function availableIn(body: unknown): bigint | undefined {
	const { places } = walk(body);
	if (places.some(tellsOfFailure)) return undefined;
	const told = places.flatMap((place) => {
		const names = isAmountAlone(place) ? namesAround(place) : [place.words];
		const isAvailable = names.some((words) => hasAny(words, availableWords)) && !place.oneOfMany;
		if (!isAvailable || !names.every(isKnown) || isOfFailed(place) || isOfPart(place)) return [];
		const money = amountAt(place);
		return money ? [money] : [];
	});
	const exact = told.filter(({ isExact }) => isExact);
	const amounts = (exact.length > 0 ? exact : told).map(({ nanos }) => nanos);
	return amounts.toSorted((one, other) => (one < other ? -1 : 1)).at(0);
}

const isKnown = (words: readonly string[]) =>
	words.every((word) => availableWords.has(word) || besidesAvailable.has(word) || isUnit(word));

/** Whether a name says only that it is an amount, and what holds it says of what: `available.usd`. */
const isAmountAlone = (place: Place) =>
	isMoneyUnits(place) ||
	place.words.every((word) => isUnit(word) || /^(amount|value|total)$/.test(word));

const isUnit = (word: string) => units.some(({ words }) => words.has(word));

function amountAt(place: Place): Money | undefined {
	const { value, marks } = place;
	return (typeof value !== 'number' && typeof value !== 'string') ||
		marks.has('echo') ||
		isRestOfMoney(place)
		? undefined
		: moneyAt(place);
}

/** All that an answer tells as the cost of its request or a part of it, by names of which every word is known. */
function costsIn({ places }: Walk): Cost[] {
	return places.flatMap((place) => {
		const own = isMoneyUnits(place) ? ['amount'] : place.words;
		if (!own.every(isCostWord) || !own.some((word) => firstRule(costRules, [word]) !== undefined))
			return [];
		if (place.marks.has('step') || (place.parent && isOfOthers(place.parent))) return [];
		if (isAmountAlone(place) && !isHolder(place.parent)) return [];
		const names = namesAround(place);
		const rule = firstRule(costRules, names.flat());
		const money = rule === undefined ? undefined : amountAt(place);
		const isWhole = !isOfPart(place) || names.some((words) => words.includes('total'));
		return money && rule !== undefined && money.nanos >= 0n && isWhole
			? [{ ...money, place, rule }]
			: [];
	});
}

const isCostWord = (word: string) =>
	firstRule(costRules, [word]) !== undefined || besidesCosts.has(word) || moneyWords.has(word);

/** Whether an object may hold what is called no more than an amount. */
const isHolder = ({ words = [], depth = 0 }: Partial<Place> = {}) =>
	depth === 0 ||
	words.every((word) => isCostWord(word) || wrapperWords.has(word) || partWords.has(word));

/** Its own name and those of the two objects around it. */
function namesAround(place: Place): Array<readonly string[]> {
	const names = [isMoneyUnits(place) ? [] : place.words];
	for (let at = place.parent, level = 0; at && level < 2; at = at.parent, level++)
		if (at.words !== names.at(-1)) names.push(at.words);
	return names;
}

/** Whether what stands in an object is not what the request costs, or only a part of that. */
const isOfOthers = orAbove(
	({ text, words, parent, value }) =>
		text !== undefined ||
		hasAny(words, notOfRequest) ||
		(hasAny(words, breakdownWords) && !Array.isArray(value) && !Array.isArray(parent?.value)),
);

const isOfFailed = orAbove(({ children }) =>
	children.some((child) => isBadFlag(child) || isFailedState(child)),
);

const surety = { none: 0, beside: 1, name: 2 } as const;

/** The highest of the amounts that are told best; of those that are told equally well those in nanos. */
function best(
	costs: readonly Cost[],
	goodness: (cost: Cost) => readonly number[],
): bigint | undefined {
	const order = (cost: Cost) => [...goodness(cost), Number(cost.isExact)];
	let found: Cost | undefined;
	for (const cost of costs) {
		const isBetter = !found || isMore(order(cost), order(found));
		const isHigher = found && !isMore(order(found), order(cost)) && cost.nanos > found.nanos;
		if (isBetter || isHigher) found = cost;
	}
	return found?.nanos;
}

const isAlone = ({ place }: Cost) => !place.oneOfMany;

/** What the entries of a list of parts come to; of several such lists the highest. Nothing for lists in lists. */
function sumOf(
	costs: readonly Cost[],
	goodness: (cost: Cost) => readonly number[],
): bigint | undefined {
	const lists = new Map<Place, Map<Place, Cost[]>>();
	for (const cost of costs.filter((each) => !isAlone(each))) {
		const [entry, ...further] = entriesAround(cost.place);
		const list = entry?.parent;
		if (!entry || !list || further.length > 0 || !hasAny(list.words, partWords)) return undefined;
		const parts = lists.get(list) ?? new Map<Place, Cost[]>();
		lists.set(list, parts.set(entry, [...(parts.get(entry) ?? []), cost]));
	}
	const sums = [...lists.values()].map((parts) =>
		[...parts.values()].reduce((sum, part) => sum + (best(part, goodness) ?? 0n), 0n),
	);
	return sums.reduce<bigint | undefined>(
		(high, sum) => (high === undefined || sum > high ? sum : high),
		undefined,
	);
}

/** The entries of lists of several that a place stands in, or is. */
function entriesAround(place: Place): Place[] {
	const { parent } = place;
	if (!parent) return [];
	const isEntry = Array.isArray(parent.value) && parent.value.length > 1;
	return [...(isEntry ? [place] : []), ...entriesAround(parent)];
}
