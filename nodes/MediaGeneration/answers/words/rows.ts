/**
 * A rule by which a fact is found: words that must all be in the name, `|` between those of which one is enough, none
 * where any name will do; why it counts; and where else it must stand.
 */
export type Rule<P = object> = readonly [words: string, why: string, where?: (place: P) => boolean];

/** Of each rule the choices of words, and the rules that a word of their first choice may lead to. */
interface Compiled {
	tests: ReadonlyArray<ReadonlyArray<readonly string[]>>;
	byWord: ReadonlyMap<string, readonly number[]>;
	/** Those for any name. */
	nameless: readonly number[];
}

const compiled = new WeakMap<object, Compiled>();

/** Which rule is the first that fits a name, and the place where one is given: 0 for the best; nothing where none does. */
export function firstRule<P>(
	rules: ReadonlyArray<Rule<P>>,
	words: readonly string[],
	place?: P,
): number | undefined {
	let table = compiled.get(rules);
	if (!table) compiled.set(rules, (table = compile(rules)));
	const { tests, byWord, nameless } = table;
	let first = tests.length;
	const tryAll = (candidates: readonly number[]) => {
		for (const at of candidates)
			if (
				at < first &&
				tests[at]?.every((choice) => choice.some((one) => words.includes(one))) &&
				(!place || (rules[at]?.[2]?.(place) ?? true))
			)
				first = at;
	};
	for (const word of words) tryAll(byWord.get(word) ?? []);
	tryAll(nameless);
	return first === tests.length ? undefined : first;
}

function compile(rules: ReadonlyArray<Rule<never>>): Compiled {
	const tests = rules.map(([words]) =>
		words === '' ? [] : words.split(' ').map((choice) => choice.split('|')),
	);
	const byWord = new Map<string, number[]>();
	const nameless: number[] = [];
	for (const [at, [first]] of tests.entries()) {
		if (!first) nameless.push(at);
		for (const word of first ?? []) byWord.set(word, [...(byWord.get(word) ?? []), at]);
	}
	return { tests, byWord, nameless };
}

/** Whether one of the words is in a list. */
export function hasAny(words: readonly string[], list: ReadonlySet<string>): boolean {
	return words.some((word) => list.has(word));
}

/** A list of words, written as one text. */
export const wordList = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
