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
			tests[at]?.every((choice) => includesAny(words, choice)) &&
			(!place || (where?.(place) ?? true)),
	);
	return first < 0 ? undefined : first;
}

const choicesOf = ([words]: NameRule<never>) =>
	words.split(' ').flatMap((choice) => (choice === '' ? [] : [new Set(choice.split('|'))]));

/** Whether one of the words is in the list. */
export function includesAny(words: readonly string[], list: ReadonlySet<string>): boolean {
	return words.some((word) => list.has(word));
}

/** A list of words, written as one text. */
export const wordList = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const LONGEST_NAME = 120;
const WORD =
	/[Mm][Pp][34]|[Bb](?:ase|ASE)?64|\p{Lu}{2,}s?(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\d+|\p{L}+/gu;
/** Two words that are written as one. */
const JOINED =
	/^(job|task|request|generation|image|img|video|media|file|output|result|status|state|callback|webhook|next|error|err|fail|trace|event|download|poll|polling|model|created|completed|finished|has|total|page|not|timed|time)(ids?|uuid|ur[li]s?|msg|message|code|status|state|reason|token|page|pages|cursor|offset|at|more|count|number|found|out|name)$/;

/** The words of a name or of a short text, in lower case and in the singular: `motionMP4URLs` gives motion, mp4, url. */
export function wordsOf(name: string): readonly string[] {
	const found = name.slice(0, LONGEST_NAME).match(WORD) ?? [];
	return found.flatMap((word) => {
		const lower = word.toLowerCase();
		const joined = JOINED.exec(lower);
		return joined ? [singular(joined[1] ?? ''), singular(joined[2] ?? '')] : [singular(lower)];
	});
}

function singular(word: string): string {
	if (word === 'ids') return 'id';
	if (word.length < 4 || !word.endsWith('s') || /(ss|us|is|alias|^(high|low)res)$/.test(word))
		return word;
	if (/(sh|ch|x)es$/.test(word)) return word.slice(0, -2);
	return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}
