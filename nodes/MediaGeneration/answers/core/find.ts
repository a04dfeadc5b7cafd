import type { Place } from './walk';
import { firstRule, type NameRule } from '../words/words';

interface Search {
	/** What may count at all. */
	counts?: (place: Place) => boolean;
	/** What a place goes by, where that is not its own name. */
	named?: (place: Place) => readonly string[];
	/** How near a place is to the job, as {@link compareRanks} takes it; by default the outermost is. */
	nearness?: (place: Place) => readonly number[];
}

/**
 * The one way in which facts are found: by the first rule that fits any place; of several places the nearest, then the first.
 * @returns the place, and which rule found it: 0 for the best
 */
export function findPlace(
	places: readonly Place[],
	rules: ReadonlyArray<NameRule<Place>>,
	{ counts = () => true, named = ({ words }) => words, nearness = () => [] }: Search = {},
): { place: Place; rule: number } | undefined {
	const fitting = places.flatMap((place) => {
		const rule = firstRule(rules, named(place), place);
		return rule === undefined || !counts(place) ? [] : [{ place, rule }];
	});
	return bestOf(fitting, ({ place, rule }) => [-rule, ...nearness(place)]);
}

/** Sorts first what is higher in the first number that differs. */
export function compareRanks(one: readonly number[], other: readonly number[]): number {
	const at = one.findIndex((value, index) => value !== other[index]);
	return (other[at] ?? 0) - (one[at] ?? 0);
}

/** The first of those that rank highest. */
export function bestOf<T>(
	items: readonly T[],
	order: (item: T) => readonly number[],
): T | undefined {
	return items
		.map((item) => ({ item, rank: order(item) }))
		.reduce<{ item: T; rank: readonly number[] } | undefined>(
			(best, next) => (best && compareRanks(next.rank, best.rank) >= 0 ? best : next),
			undefined,
		)?.item;
}
