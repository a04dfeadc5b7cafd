/** A rule that reads a name: words that must all be in it, `|` between those of which one is enough, and why it counts. */
export type NameRule = readonly [words: string, why: string];

/** The same with a weight, where amounts are compared. */
export interface WordRow {
	readonly words: string;
	readonly weight: number;
	readonly why: string;
}

/** Of each row the choices of words, and the rows that a word of their first choice may lead to. */
interface Compiled {
	tests: ReadonlyArray<ReadonlyArray<readonly string[]>>;
	byWord: ReadonlyMap<string, readonly number[]>;
}

const compiled = new WeakMap<ReadonlyArray<NameRule | WordRow>, Compiled>();

/** Which rule is the first whose words are all in a name: 0 for the best; nothing where none is. */
export function firstRule(
	rules: ReadonlyArray<NameRule | WordRow>,
	words: readonly string[],
): number | undefined {
	let table = compiled.get(rules);
	if (!table) compiled.set(rules, (table = compile(rules)));
	const { tests, byWord } = table;
	let first = tests.length;
	for (const word of words)
		for (const at of byWord.get(word) ?? [])
			if (at < first && tests[at]?.every((choice) => choice.some((one) => words.includes(one))))
				first = at;
	return first === tests.length ? undefined : first;
}

/** The weight of the first row whose words are all in a name; nothing where none is. */
export const weigh = (rows: readonly WordRow[], words: readonly string[]): number | undefined =>
	rows[firstRule(rows, words) ?? -1]?.weight;

function compile(rules: ReadonlyArray<NameRule | WordRow>): Compiled {
	const tests = rules.map((rule) =>
		('weight' in rule ? rule.words : rule[0]).split(' ').map((choice) => choice.split('|')),
	);
	const byWord = new Map<string, number[]>();
	for (const [at, [first = []]] of tests.entries())
		for (const word of first) byWord.set(word, [...(byWord.get(word) ?? []), at]);
	return { tests, byWord };
}

/** Whether one of the words is in a list. */
export function hasAny(words: readonly string[], list: ReadonlySet<string>): boolean {
	return words.some((word) => list.has(word));
}

/** A list of words, written as one text. */
export const wordList = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** The words of the rows that weigh something. */
export const wordsIn = (rows: readonly WordRow[]): readonly string[] =>
	rows.flatMap(({ words, weight }) => (weight > 0 ? words.split(/[ |]/) : []));
