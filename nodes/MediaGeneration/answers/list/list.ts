import { isData } from '../../support/data';
import { findPlace } from '../core/find';
import { isWithin, atOrAbove, walk, type Place, type Walk } from '../core/walk';
import { includesAny, wordList, type NameRule } from '../words/words';

type Fields = Record<string, unknown>;

/** The entries of a list and where they stand. */
export interface LocatedList {
	entries: Fields[];
	place?: Place;
}

const MAX_LIST_DEPTH = 6;

const listWords = wordList(
	'data item result transaction key record entry row list edge content collection model',
);
const noListWords = wordList(
	'link meta metadata scope permission pagination paging error warning included',
);
/** Where an entry keeps its fields: GraphQL, JSON:API. */
const entryWrapperNames = ['node', 'attributes'] as const;

const isList = ({ value }: Place) => Array.isArray(value);

const rules: ReadonlyArray<NameRule<Place>> = [
	[
		'',
		'a list that is the whole answer, or is called like one',
		({ depth, words }) => depth === 0 || includesAny(words, listWords),
	],
	['', 'any other list'],
];

/** Finds the entries of a list in an answer, bare IDs as objects. Of several lists the outermost, then the longest. */
export function findList(body: unknown): LocatedList {
	const place = findPlace(walk(body).places, rules, {
		counts: (at) =>
			isList(at) &&
			at.depth <= MAX_LIST_DEPTH &&
			!includesAny(at.words, noListWords) &&
			!(at.parent && isInList(at.parent)) &&
			(entriesAt(at).length > 0 || includesAny(at.words, listWords)),
		nearness: (at) => [-at.depth, entriesAt(at).length],
	})?.place;
	return place ? { entries: entriesAt(place), place } : { entries: [] };
}

const isInList = atOrAbove(isList);

function entriesAt({ value }: Place): Fields[] {
	const values = value as unknown[];
	const fields = values.filter(isData);
	if (fields.length > 0) return fields.map(withInner);
	return values
		.filter((each): each is string => typeof each === 'string' && each !== '')
		.map((id) => ({ id }));
}

function withInner(entry: Fields): Fields {
	const inner = entryWrapperNames.map((name) => entry[name]).find(isData);
	return inner ? { ...entry, ...inner } : entry;
}

/** The places outside of a list, where its paging is told. */
export const placesOutside = ({ places }: Walk, { place: list }: LocatedList): Place[] =>
	list ? places.filter((place) => !isWithin(place, new Set([list]))) : [...places];
