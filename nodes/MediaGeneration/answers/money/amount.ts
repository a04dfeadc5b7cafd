import { NANOS_PER_USD, nanosToNumber } from '../../../../contract/money';
import { amountsIn, namesAround, type Amount, type Sought } from './amountsTold';
import { isBadFlag, tellsOfFailure } from '../failure/errors';
import { ofAnother } from './ofRequest';
import { isFailedState } from '../job/state';
import { isLeaf, orAbove, walk, type Place } from '../core/walk';
import { nanosOf } from './unit';
import {
	availableNames,
	availableParts,
	besidesAvailable,
	besidesCredits,
	chargedWords,
	costNames,
	creditWords,
	moneyWords,
	notChargedWords,
	notOfRequest,
	tariffWords,
	unitWeights,
	worthWords,
} from '../words/amounts';
import { hasAny, wordsIn } from '../words/rows';

const availableMoney = new Set([...wordsIn(availableNames), ...besidesAvailable]);

/**
 * The amount that an answer tells a request costs, in nanos: the highest of its totals, or what its listed parts
 * come to, if that is more; nanos before US dollars where both tell of the same. Nothing where no amount can be
 * told from what is left, allowed or counted, where it may be the price of a part or of something else, and where the
 * answer says that something failed. Never throws.
 * @param asked the request whose price was asked for
 */
export function amountIn(
	body: unknown,
	asked: Readonly<Record<string, unknown>> = {},
): bigint | undefined {
	const isOther = ofAnother(asked);
	const told = withoutFailures(body, {
		names: costNames,
		counts: (place) => namesMoney(place) && !isOther(place),
	});
	return comesTo(told, ({ weight }) => weight, higher) ?? creditsIn(body);
}

/** What a number of credits comes to, where nothing else tells an amount, and the worth of one is told in US dollars. */
function creditsIn(body: unknown): bigint | undefined {
	const { places } = walk(body);
	const isKnown = (word: string) =>
		[creditWords, worthWords, moneyWords, tariffWords, besidesCredits].some((words) =>
			words.has(word),
		);
	const told = places.filter(
		(place) =>
			isLeaf(place) &&
			hasAny(place.words, creditWords) &&
			place.words.every(isKnown) &&
			!place.marks.has('echo'),
	);
	const [worth, ...otherWorths] = told.filter(({ words }) => hasAny(words, worthWords));
	const [count, ...others] = told.filter(({ words }) => !hasAny(words, worthWords));
	if (!worth || !count || otherWorths.length + others.length > 0 || places.some(tellsOfFailure))
		return undefined;
	const nanos = nanosOf(worth, { nanos: NANOS_PER_USD, told: 'name' });
	return nanos === undefined || nanos <= 0n ? undefined : nanosOf(count, { nanos, told: 'name' });
}

/**
 * The amount that an answer says was charged for its request, in nanos: a total before its listed parts, and one
 * whose unit is told before others. Estimates are none, nor what stands in text or in what was made or said.
 */
export function chargedIn(body: unknown): bigint | undefined {
	if (typeof body !== 'object' || body === null) return undefined;
	if (!chargedBefore.has(body)) chargedBefore.set(body, findCharged(body));
	return chargedBefore.get(body);
}

/** What the service says it charged, in US dollars and nanos, where an answer tells it. */
export function chargedFields(answer: unknown): { cost_usd?: number; cost_nanos?: string } {
	const nanos = chargedIn(answer);
	return nanos === undefined
		? {}
		: { cost_usd: nanosToNumber(nanos), cost_nanos: nanos.toString() };
}

/** Asked of one answer for its item, its ledger line and its log line. */
const chargedBefore = new WeakMap<object, bigint | undefined>();

function findCharged(body: object): bigint | undefined {
	const isCharge = (place: Place) => {
		const around = namesAround(place);
		return (
			around.some((words) => hasAny(words, chargedWords)) &&
			!around.some((words) => hasAny(words, notChargedWords)) &&
			!isOfOthers(place)
		);
	};
	const told = amountsIn(body, { names: costNames, counts: isCharge });
	return comesTo(
		told,
		({ weight, unit }) => weight + unitWeights[unit.told],
		(own, listed) => own ?? listed,
	);
}

/** Amounts that nothing puts in doubt. */
function withoutFailures(body: unknown, sought: Sought): Amount[] {
	return walk(body).places.some(tellsOfFailure)
		? []
		: amountsIn(body, {
				...sought,
				counts: (place) => !isOfFailed(place) && (sought.counts?.(place) ?? true),
			});
}

const isOfFailed = orAbove(({ children }) =>
	children.some((child) => isBadFlag(child) || isFailedState(child)),
);

function namesMoney(place: Place): boolean {
	return namesAround(place).some((words) => hasAny(words, moneyWords));
}

/** Whether a place tells of somebody or something else than the request, or stands in text that a service only passed on. */
const isOfOthers = orAbove(({ text, words }) => text !== undefined || hasAny(words, notOfRequest));

/** What an answer says can be spent, in nanos, less than nothing too: the lowest, of the whole before its parts and then of those whose unit is told. */
export function availableIn(body: unknown): bigint | undefined {
	const told = withoutFailures(body, {
		names: availableNames,
		alsoMoney: availableMoney,
		canBeNegative: true,
	});
	return heaviest(
		told,
		(amount) => (isPartOfAvailable(amount) ? 1 : 3) + (amount.unit.told === 'none' ? 0 : 1),
	)
		.map(({ nanos }) => nanos)
		.toSorted((one, other) => (one < other ? -1 : 1))
		.at(0);
}

const isPartOfAvailable = ({ parts, thing }: Amount) =>
	parts.length > 0 || hasAny(thing.split(' '), availableParts);

/**
 * What amounts come to that are told side by side and in lists.
 * @param join what counts of what is told as a whole, and of what the parts come to
 */
function comesTo(
	amounts: readonly Amount[],
	weight: (amount: Amount) => number,
	join: (own: bigint | undefined, listed: bigint | undefined) => bigint | undefined,
	level = 0,
): bigint | undefined {
	const own = heaviest(
		amounts.filter(({ parts }) => parts.length === level),
		weight,
	);
	const wholes = grouped(
		amounts.filter(({ parts }) => parts.length > level),
		({ parts }) => parts[level]?.whole,
	);
	const sums = wholes.map((whole) =>
		grouped(whole, ({ parts }) => parts[level]?.part).reduce(
			(sum, part) => sum + (comesTo(part, weight, join, level + 1) ?? 0n),
			0n,
		),
	);
	return join(
		own.map(({ nanos }) => nanos).reduce(higher, undefined),
		sums.reduce(higher, undefined),
	);
}

function higher(one: bigint | undefined, other: bigint | undefined): bigint | undefined {
	return one === undefined || (other ?? one) > one ? other : one;
}

function grouped<T>(entries: readonly T[], by: (entry: T) => unknown): T[][] {
	const groups = new Map<unknown, T[]>();
	for (const entry of entries) {
		const group = groups.get(by(entry));
		if (group) group.push(entry);
		else groups.set(by(entry), [entry]);
	}
	return [...groups.values()];
}

/** Those that weigh most. Of the same thing only what tells it best, as the others are that too, rounded or in something else. */
function heaviest(amounts: readonly Amount[], weight: (amount: Amount) => number): Amount[] {
	const best = grouped(amounts, ({ thing }) => thing).flatMap((same) => {
		const [first] = same.toSorted(byUnit);
		return first ? same.filter((amount) => byUnit(amount, first) === 0) : [];
	});
	const most = best.reduce((heavy, amount) => Math.max(heavy, weight(amount)), 0);
	return best.filter((amount) => weight(amount) === most);
}

const byUnit = ({ unit: one }: Amount, { unit: other }: Amount) =>
	unitWeights[other.told] - unitWeights[one.told] ||
	(one.nanos < other.nanos ? -1 : Number(one.nanos > other.nanos));
