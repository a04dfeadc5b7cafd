/** What a name tells, as data: the words that must all be in it, and how much they weigh. */
export interface Row {
	/** Words that must all be there, in any order; `|` stands between words of which one is enough. */
	readonly words: string;
	readonly weight: number;
	/** Which services say so, or why it weighs so much. */
	readonly why: string;
}

interface Compiled {
	tests: ReadonlyArray<ReadonlyArray<readonly string[]>>;
	/** What lists of words weighed before: all entries of a list share those of their names. */
	weighed: WeakMap<readonly string[], { weight?: number }>;
}

const compiled = new WeakMap<readonly Row[], Compiled>();

/** The weight of the first row whose words are all among the given ones; nothing where none fits. */
export function weigh(rows: readonly Row[], words: readonly string[]): number | undefined {
	let table = compiled.get(rows);
	if (!table) compiled.set(rows, (table = { tests: rows.map((row) => row.words.split(' ').map((choice) => choice.split('|'))), weighed: new WeakMap() }));
	let known = table.weighed.get(words);
	if (!known) {
		const at = table.tests.findIndex((row) => row.every((choice) => choice.some((word) => words.includes(word))));
		table.weighed.set(words, (known = { weight: rows[at]?.weight }));
	}
	return known.weight;
}

/** Whether one of the words is in a list that is written as one text. */
export function hasAny(words: readonly string[], list: ReadonlySet<string>): boolean {
	return words.some((word) => list.has(word));
}

/** A list of words, written as one text. */
export const wordList = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** The words of the rows that weigh something. */
export const wordsIn = (rows: readonly Row[]): readonly string[] => rows.flatMap(({ words, weight }) => (weight > 0 ? words.split(/[ |]/) : []));
