import { nanosToNumber } from '../../../../contract/money';
import { isBadFlag, tellsOfFailure } from '../failure/errors';
import { isFailedState } from '../job/state';
import { bestOf } from '../core/find';
import { entryAround, orAbove, perWalk, walk, type Place, type Walk } from '../core/walk';
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
import { isMoneyUnits, isRestOfMoney, measureAround, moneyAt, type Money } from './unit';

/** An amount that a request costs. */
interface Cost extends Money {
	place: Place;
	/** Which of the names of a cost it has: 0 for the best. */
	rule: number;
	/** Its own name and those of the two objects around it. */
	names: Array<readonly string[]>;
}

/**
 * The amount that an answer tells a request costs, in nanos: the highest of its totals, or what its listed parts come to,
 * if that is more. Nothing where it may be the price of a part or of something else, and where something failed. Never throws.
 */
export function amountIn(body: unknown): bigint | undefined {
	const opened = walk(body);
	if (opened.places.some(tellsOfFailure)) return undefined;
	const costs = costsIn(opened).filter(
		({ place, names }) => !isOfFailed(place) && names.some((words) => hasAny(words, moneyWords)),
	);
	const [own, listed] = totalsOf(costs, ({ rule, isTold }) => [-rule, Number(isTold)]);
	return own === undefined || (listed ?? own) > own ? listed : own;
}

/**
 * The amount that an answer says was charged for its request, in nanos: one whose unit is told before others, a total
 * before its listed parts. Estimates are none, nor what stands in text or in what was made or said.
 */
export function chargedIn(body: unknown): bigint | undefined {
	return typeof body === 'object' && body !== null ? findCharged(walk(body)) : undefined;
}

/** Asked of one answer for its item, its ledger line and its log line. */
const findCharged = perWalk((opened: Walk) => {
	const costs = costsIn(opened).filter(
		({ names }) =>
			names.some((words) => hasAny(words, chargedWords)) &&
			!names.some((words) => hasAny(words, notChargedWords)),
	);
	const [own, listed] = totalsOf(costs, ({ rule, isTold }) => [Number(isTold), -rule]);
	return own ?? listed;
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
		const isAvailable =
			names.some((words) => hasAny(words, availableWords)) && names.flat().every(isOfBalance);
		return isAvailable && !place.oneOfMany && !isOfFailed(place) && measureAround(place) === ''
			? (amountAt(place) ?? [])
			: [];
	});
	const exact = told.filter(({ isExact }) => isExact);
	const amounts = (exact.length > 0 ? exact : told).map(({ nanos }) => nanos);
	return amounts.toSorted((one, other) => (one < other ? -1 : 1)).at(0);
}

const isUnit = (word: string) => units.some(({ words }) => words.has(word));
const isOfBalance = (word: string) =>
	availableWords.has(word) || besidesAvailable.has(word) || isUnit(word);
const isOfCost = (word: string) => firstRule(costRules, [word]) !== undefined;
const isCostWord = (word: string) =>
	isOfCost(word) || besidesCosts.has(word) || moneyWords.has(word);

/** Whether a name says only that it is an amount, and what holds it says of what: `available.usd`. */
const isAmountAlone = (place: Place) =>
	isMoneyUnits(place) ||
	place.words.every((word) => isUnit(word) || /^(amount|value|total)$/.test(word));

const amountAt = (place: Place): Money | undefined =>
	/^(number|string)$/.test(typeof place.value) && !place.marks.has('echo') && !isRestOfMoney(place)
		? moneyAt(place)
		: undefined;

/** All that an answer tells as the cost of its request or a part of it, by names of which every word is known. */
function costsIn({ places }: Walk): Cost[] {
	return places.flatMap((place) => {
		const { words, marks, parent } = place;
		const isNamed = isMoneyUnits(place) || (words.every(isCostWord) && words.some(isOfCost));
		if (!isNamed || marks.has('step') || (parent && isOfOthers(parent))) return [];
		if (isAmountAlone(place) && !isHolder(parent)) return [];
		const names = namesAround(place);
		const rule = firstRule(costRules, names.flat());
		const money = amountAt(place);
		if (rule === undefined || !money || money.nanos < 0n) return [];
		const isWhole = measureAround(place) === '' || names.flat().includes('total');
		return isWhole ? [{ ...money, place, rule, names }] : [];
	});
}

/** Whether an object may hold what is called no more than an amount. */
const isHolder = ({ words = [], depth = 0 }: Partial<Place> = {}) =>
	depth === 0 ||
	words.every((word) => isCostWord(word) || wrapperWords.has(word) || partWords.has(word));

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

type Goodness = (cost: Cost) => readonly number[];

/** The best amount that stands alone, of equally good ones the highest; and what the entries of a list of parts come to. */
function totalsOf(
	costs: readonly Cost[],
	goodness: Goodness,
): [own: bigint | undefined, listed: bigint | undefined] {
	const isAlone = ({ place }: Cost) => !place.oneOfMany;
	return [
		best(costs.filter(isAlone), goodness),
		sumOf(
			costs.filter((cost) => !isAlone(cost)),
			goodness,
		),
	];
}

const best = (costs: readonly Cost[], goodness: Goodness): bigint | undefined =>
	bestOf(costs, (cost) => [...goodness(cost), Number(cost.isExact), Number(cost.nanos)])?.nanos;

/** Of several lists the one that comes to most. Nothing for lists in lists, and for lists of something else. */
function sumOf(costs: readonly Cost[], goodness: Goodness): bigint | undefined {
	const sums = new Map<Place, bigint>();
	for (const entry of new Set(costs.map(({ place }) => entryAround(place)))) {
		const list = entry?.parent;
		if (!list || list.oneOfMany || !hasAny(list.words, partWords)) return undefined;
		const told = costs.filter(({ place }) => entryAround(place) === entry);
		sums.set(list, (sums.get(list) ?? 0n) + (best(told, goodness) ?? 0n));
	}
	return [...sums.values()].toSorted((one, other) => (one > other ? -1 : 1)).at(0);
}
