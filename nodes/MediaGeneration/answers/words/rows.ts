/**
 * A rule by which a fact is found: words that must all be in the name (`|` between those of which one is enough), why it
 * counts, and what else must hold.
 */
export type NameRule<P = object> = readonly [
	words: string,
	why: string,
	where?: (place: P) => boolean,
];

const compiled = new WeakMap<object, ReadonlyArray<ReadonlyArray<ReadonlySet<string>>>>();

/** Which rule is the first that fits a name, and the place if one is given; 0 for the best. */
export function firstRule<P>(
	rules: ReadonlyArray<NameRule<P>>,
	words: readonly string[],
	place?: P,
): number | undefined {
	const tests = compiled.get(rules) ?? rules.map(choicesOf);
	compiled.set(rules, tests);
	const first = rules.findIndex(
		([, , where], at) =>
			tests[at]?.every((choice) => hasAny(words, choice)) && (!place || (where?.(place) ?? true)),
	);
	return first < 0 ? undefined : first;
}

const choicesOf = ([words]: NameRule<never>) =>
	words.split(' ').flatMap((choice) => (choice === '' ? [] : [new Set(choice.split('|'))]));

/** Whether one of the words is in the list. */
export function hasAny(words: readonly string[], list: ReadonlySet<string>): boolean {
	return words.some((word) => list.has(word));
}

/** A list of words, written as one text. */
export const wordList = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
