import type { Place } from './walk';
import { firstRule, type NameRule } from '../words/words';

/** What was found. */
export interface FoundPlace {
	place: Place;
	/** Which rule found it: 0 for the best. */
	rule: number;
}

/** How a fact is looked for. */
interface Search {
	/** What may count at all. */
	counts?: (place: Place) => boolean;
	/** What a place goes by, where that is not its own name. */
	named?: (place: Place) => readonly string[];
	/** How near a place is to the job, as {@link compareRanks} takes it; by default the outermost is. */
	nearness?: (place: Place) => readonly number[];
}

/** The one way in which facts are found: by the first rule that fits any place; of several places the nearest, then the first. */
export function findPlace(
	places: Iterable<Place>,
	rules: ReadonlyArray<NameRule<Place>>,
	{ counts = () => true, named = ({ words }) => words, nearness }: Search = {},
): FoundPlace | undefined {
	let best: FoundPlace | undefined;
	for (const place of places) {
		const rule = firstRule(rules, named(place), place);
		if (rule === undefined || rule > (best?.rule ?? Infinity) || !counts(place)) continue;
		if (
			!best ||
			rule < best.rule ||
			(nearness && compareRanks(nearness(place), nearness(best.place)) < 0)
		)
			best = { place, rule };
	}
	return best;
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
	return items.reduce<T | undefined>(
		(best, item) =>
			best === undefined || compareRanks(order(item), order(best)) < 0 ? item : best,
		undefined,
	);
}
