import { isFields, isWithin, walk, type Place, type Walk } from '../core/walk';
import { idWords } from '../words/ids';
import { entryHolders, listWords, noListWords } from '../words/lists';
import { hasAny } from '../words/rows';

type Fields = Record<string, unknown>;

/** The entries of a list and where they stand. */
export interface FoundList {
	entries: Fields[];
	/** The lists or objects that hold them; what tells of the next page stands outside. */
	places: ReadonlySet<Place>;
}

/** Nothing is a list deeper than this. */
const MAX_LIST_DEPTH = 6;

/** What holds the entries, by the first rule that fits; of several the nearest to the root, then the longest. */
const rules: ReadonlyArray<(place: Place) => boolean> = [
	(place) => isNamed(place) && Array.isArray(place.value),
	isNamed,
	({ value }) => Array.isArray(value),
	() => true,
];

/** Whether a place is the whole answer, or called like a list. */
function isNamed({ depth, words }: Place): boolean {
	return depth === 0 || hasAny(words, listWords);
}

/**
 * Finds the entries of a list in an answer: a list of objects, bare or wrapped; an object
 * keyed by ID; a list of IDs. What is called like a list counts before what is longer.
 */
export function findList(body: unknown): FoundList {
	let best: { found: FoundList; order: readonly number[] } | undefined;
	for (const place of walk(body).places) {
		const { depth } = place;
		if (hasAny(place.words, noListWords) || depth > MAX_LIST_DEPTH || place.oneOfMany) continue;
		if (best && isWithin(place, best.found.places)) continue;
		const found = Array.isArray(place.value) ? listAt(place) : keyedAt(place);
		if (!found) continue;
		const order = [rules.findIndex((fits) => fits(place)), depth, -found.entries.length];
		if (!best || isBefore(order, best.order)) best = { found, order };
	}
	return best?.found ?? { entries: [], places: new Set() };
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
	const at = one.findIndex((value, index) => value !== other[index]);
	return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

/** The entries that one place holds, as a list or as an object keyed by ID. */
export function entriesAt(place: Place): Fields[] {
	return (Array.isArray(place.value) ? listAt(place) : keyedAt(place, 1))?.entries ?? [];
}

/** Objects with the fields that they keep in another, bare IDs as objects. */
function listAt(place: Place): FoundList | undefined {
	const values = place.value as unknown[];
	const fields = values.filter(isFields);
	if (fields.length > 0)
		return {
			entries: fields.map((entry) => {
				const inner = entryHolders.map((name) => entry[name]).find(isFields);
				return inner ? { ...entry, ...inner } : entry;
			}),
			places: new Set([place]),
		};
	const ids = values.filter((value): value is string => typeof value === 'string' && value !== '');
	const isEmptyList = values.length === 0 && hasAny(place.words, listWords);
	return ids.length > 0 || isEmptyList
		? { entries: ids.map((id) => ({ id })), places: new Set([place]) }
		: undefined;
}

/** An object whose every value is an object of the same kind, keyed by the entries' IDs. */
function keyedAt({ children, words }: Place, least = 2): FoundList | undefined {
	const entries = children.filter((child) => isFields(child.value));
	const [first] = entries;
	if (
		!first ||
		entries.length < children.length ||
		entries.length < (/\d/.test(first.key) || hasAny(words, listWords) ? 1 : least)
	)
		return undefined;
	const shared = first.children.filter(({ key }) =>
		entries.every((entry) => Object.hasOwn(entry.value as Fields, key)),
	);
	if (
		shared.length === 0 ||
		entries.some((entry) =>
			entry.words.every((word) => listWords.has(word) || noListWords.has(word)),
		)
	)
		return undefined;
	return { entries: entries.map((entry) => withId(entry)), places: new Set(entries) };
}

function withId({ key, children, value }: Place): Fields {
	const has = children.some(
		({ words }) => words.every((word) => idWords.has(word)) && words.length > 0,
	);
	return has ? (value as Fields) : { id: key, ...(value as Fields) };
}

/** What stands outside of a list: where its paging is told. */
export function outside({ places }: Walk, { places: lists }: FoundList): Place[] {
	return places.filter((place) => !isWithin(place, lists));
}
