import { find } from '../core/find';
import { isFields, isWithin, orAbove, perPlace, walk, type Place, type Walk } from '../core/walk';
import { idWords } from '../words/ids';
import { entryHolders, listWords, noListWords } from '../words/lists';
import { hasAny, type Rule } from '../words/rows';

type Fields = Record<string, unknown>;

/** The entries of a list and where they stand. */
export interface FoundList {
	entries: Fields[];
	/** The lists or objects that hold them; what tells of the next page stands outside. */
	places: ReadonlySet<Place>;
}

/** Nothing is a list deeper than this. */
const MAX_LIST_DEPTH = 6;

const isList = ({ value }: Place) => Array.isArray(value);
/** Whether a place is the whole answer, or called like a list. */
const isNamed = ({ depth, words }: Place) => depth === 0 || hasAny(words, listWords);

const rules: ReadonlyArray<Rule<Place>> = [
	['', 'a list that is the whole answer, or is called like one', (at) => isNamed(at) && isList(at)],
	['', 'objects by their IDs, called so', isNamed],
	['', 'any other list', isList],
	['', 'any other objects by their IDs'],
];

/** Finds the entries of a list in an answer: objects, bare or wrapped; objects by their IDs; IDs. Of several the nearest to the root, then the longest. */
export function findList(body: unknown): FoundList {
	const found = find(walk(body).places, rules, {
		counts: (place) =>
			place.depth <= MAX_LIST_DEPTH &&
			!hasAny(place.words, noListWords) &&
			!(place.parent && isInList(place.parent)) &&
			entriesIn(place) !== undefined,
		nearness: (place) => [-place.depth, entriesIn(place)?.entries.length ?? 0],
	});
	return (found && entriesIn(found.place)) ?? { entries: [], places: new Set() };
}

const isInList = orAbove(isList);

/** The entries that one place holds, as a list or as an object keyed by ID. */
export function entriesAt(place: Place): Fields[] {
	return (isList(place) ? listAt(place) : keyedAt(place, 1))?.entries ?? [];
}

const entriesIn = perPlace((place) => (isList(place) ? listAt(place) : keyedAt(place)));

/** Objects with the fields that they keep in another, bare IDs as objects. */
function listAt(place: Place): FoundList | undefined {
	const values = place.value as unknown[];
	const fields = values.filter(isFields);
	const places = new Set([place]);
	if (fields.length > 0) return { entries: fields.map(withInner), places };
	const ids = values.filter((value): value is string => typeof value === 'string' && value !== '');
	const isEmptyList = values.length === 0 && hasAny(place.words, listWords);
	return ids.length > 0 || isEmptyList ? { entries: ids.map((id) => ({ id })), places } : undefined;
}

function withInner(entry: Fields): Fields {
	const inner = entryHolders.map((name) => entry[name]).find(isFields);
	return inner ? { ...entry, ...inner } : entry;
}

/** An object whose every value is an object of the same kind, keyed by the entries' IDs. */
function keyedAt({ children, words }: Place, least = 2): FoundList | undefined {
	const [first] = children;
	const isShort = first && (/\d/.test(first.key) || hasAny(words, listWords));
	if (!first || children.length < (isShort ? 1 : least)) return undefined;
	if (!children.every(({ value }) => isFields(value)) || children.some(isWrapping))
		return undefined;
	const shared = first.children.some(({ key }) =>
		children.every((entry) => Object.hasOwn(entry.value as Fields, key)),
	);
	return shared ? { entries: children.map(withId), places: new Set(children) } : undefined;
}

const isWrapping = ({ words }: Place) =>
	words.every((word) => listWords.has(word) || noListWords.has(word));

function withId({ key, children, value }: Place): Fields {
	const has = children.some(({ words }) => words[0] && words.every((word) => idWords.has(word)));
	return has ? (value as Fields) : { id: key, ...(value as Fields) };
}

/** What stands outside of a list: where its paging is told. */
export function outside({ places }: Walk, { places: lists }: FoundList): Place[] {
	return places.filter((place) => !isWithin(place, lists));
}
