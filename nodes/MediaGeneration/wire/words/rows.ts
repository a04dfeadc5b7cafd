/** What a name tells, as data: the words that must all be in it, and how much they weigh. */
export interface Row {
	/** Words that must all be there, in any order; `|` stands between words of which one is enough. */
	readonly words: string;
	readonly weight: number;
	/** Which services say so, or why it weighs so much. */
	readonly why: string;
}

const compiled = new WeakMap<readonly Row[], Array<ReadonlyArray<readonly string[]>>>();

/** The weight of the first row whose words are all among the given ones; nothing where none fits. */
export function weigh(rows: readonly Row[], words: readonly string[]): number | undefined {
	let tests = compiled.get(rows);
	if (!tests) compiled.set(rows, (tests = rows.map((row) => row.words.split(' ').map((choice) => choice.split('|')))));
	const at = tests.findIndex((row) => row.every((choice) => choice.some((word) => words.includes(word))));
	return rows[at]?.weight;
}

/** Whether one of the words is in a list that is written as one text. */
export function hasAny(words: readonly string[], list: ReadonlySet<string>): boolean {
	return words.some((word) => list.has(word));
}

/** A list of words, written as one text. */
export const wordList = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
