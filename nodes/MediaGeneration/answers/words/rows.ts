/** What a name tells, as data: the words that must all be in it, and how much they weigh. */
export interface WordRow {
	/** Words that must all be there, in any order; `|` stands between words of which one is enough. */
	readonly words: string;
	readonly weight: number;
	/** Which services say so, or why it weighs so much. */
	readonly why: string;
}

/** Of each row the words of which one is enough, choice by choice; and the rows that a word of their first choice may lead to. */
interface Compiled {
	tests: ReadonlyArray<ReadonlyArray<readonly string[]>>;
	byWord: ReadonlyMap<string, readonly number[]>;
}

const compiled = new WeakMap<readonly WordRow[], Compiled>();

/** What a candidate is found by beside its name, and how much that adds to its weight. */
export interface Trait<Candidate> {
	adds: number;
	if(candidate: Candidate): boolean;
}

/** What all traits of a candidate add. */
export const traitsOf = <Candidate>(
	traits: ReadonlyArray<Trait<Candidate>>,
	candidate: Candidate,
): number => traits.reduce((sum, trait) => (trait.if(candidate) ? sum + trait.adds : sum), 0);

/** The weight of the first row whose words are all among the given ones; nothing where none fits. */
export function weigh(rows: readonly WordRow[], words: readonly string[]): number | undefined {
	let table = compiled.get(rows);
	if (!table) compiled.set(rows, (table = compile(rows)));
	const { tests, byWord } = table;
	let first = tests.length;
	for (const word of words)
		for (const at of byWord.get(word) ?? [])
			if (at < first && tests[at]?.every((choice) => choice.some((one) => words.includes(one))))
				first = at;
	return rows[first]?.weight;
}

function compile(rows: readonly WordRow[]): Compiled {
	const tests = rows.map((row) => row.words.split(' ').map((choice) => choice.split('|')));
	const byWord = new Map<string, number[]>();
	for (const [at, [first = []]] of tests.entries())
		for (const word of first) byWord.set(word, [...(byWord.get(word) ?? []), at]);
	return { tests, byWord };
}

/** Whether one of the words is in a list that is written as one text. */
export function hasAny(words: readonly string[], list: ReadonlySet<string>): boolean {
	return words.some((word) => list.has(word));
}

/** A list of words, written as one text. */
export const wordList = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** The words of the rows that weigh something. */
export const wordsIn = (rows: readonly WordRow[]): readonly string[] =>
	rows.flatMap(({ words, weight }) => (weight > 0 ? words.split(/[ |]/) : []));
