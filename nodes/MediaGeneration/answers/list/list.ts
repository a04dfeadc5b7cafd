import { isFields, isWithin, walk, type Place, type Walk } from '../core/walk';
import { idWords } from '../words/ids';
import { listWords, noListWords } from '../words/lists';
import { hasAny } from '../words/rows';

type Fields = Record<string, unknown>;

/** The entries of a list and where they stand. */
export interface FoundList {
	entries: Fields[];
	/** The lists or objects that hold them; what tells of the next page stands outside. */
	places: ReadonlySet<Place>;
}

interface Candidate extends FoundList {
	weight: number;
}

/**
 * Finds the entries of a list in an answer: a list of objects, bare or wrapped; lists side by side, by group;
 * an object keyed by ID; a list of IDs. What is called like a list counts before what is longer.
 */
export function findList(body: unknown): FoundList {
	const opened = walk(body);
	const best = opened.places.reduce<Candidate | undefined>((first, place) => {
		const next = first && isWithin(place, first.places) ? undefined : candidateAt(place);
		return next && (!first || next.weight > first.weight) ? next : first;
	}, undefined);
	return best ?? { entries: [], places: new Set() };
}

function candidateAt(place: Place): Candidate | undefined {
	if (hasAny(place.words, noListWords) || place.depth > 6 || place.oneOfMany) return undefined;
	const found = Array.isArray(place.value) ? listAt(place) : (groupsAt(place) ?? keyedAt(place));
	if (!found) return undefined;
	const named = place.depth === 0 || hasAny(place.words, listWords);
	return {
		...found,
		weight:
			(named ? 1_000_000 : 0) +
			(Array.isArray(place.value) ? 100_000 : 0) -
			10_000 * place.depth +
			Math.min(found.entries.length, 9_999),
	};
}

/** The entries that one place holds, as a list or as an object keyed by ID. */
export function entriesAt(place: Place): Fields[] {
	return (Array.isArray(place.value) ? listAt(place) : keyedAt(place, 1))?.entries ?? [];
}

/** Objects as they are (of edges their node), bare IDs as objects. */
function listAt(place: Place): FoundList | undefined {
	const values = place.value as unknown[];
	const fields = values.filter(isFields);
	if (fields.length > 0)
		return {
			entries: fields.map((entry) => (isFields(entry.node) ? { ...entry, ...entry.node } : entry)),
			places: new Set([place]),
		};
	const ids = values.filter((value): value is string => typeof value === 'string' && value !== '');
	const isEmptyList = values.length === 0 && hasAny(place.words, listWords);
	return ids.length > 0 || isEmptyList
		? { entries: ids.map((id) => ({ id })), places: new Set([place]) }
		: undefined;
}

/** Lists side by side, where nothing beside them is called like a list: each entry is told its group. */
function groupsAt({ children }: Place): FoundList | undefined {
	const lists = children.filter(
		(child) => Array.isArray(child.value) && !hasAny(child.words, noListWords),
	);
	const groups = lists.filter((list) => list.children.length > 0);
	const holdOthers = lists.some(
		(list) =>
			hasAny(list.words, listWords) || !list.children.every((entry) => isFields(entry.value)),
	);
	if (groups.length < 2 || holdOthers) return undefined;
	const entries = groups.flatMap((list) =>
		list.children.map((entry): Fields => ({ group: list.key, ...(entry.value as Fields) })),
	);
	return { entries, places: new Set(groups) };
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
