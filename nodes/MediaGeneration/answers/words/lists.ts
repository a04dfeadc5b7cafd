import { wordList, type WordRow } from './rows';

/** Names of lists that hold the entries; other lists count by their length. */
export const listWords = wordList(
	'data item result transaction key record entry row list object value edge node content collection element document model',
);
/** Names of lists and objects that hold something else. */
export const noListWords = wordList(
	'link meta metadata scope permission pagination paging pageinfo cursor error warning included filter facet schema column header total count summary currency',
);

/** Names that tell that there is more by being true, and that there is not by being false. */
export const moreNames: readonly WordRow[] = [
	{ words: 'has next|more|after', weight: 1, why: 'has_more, hasNextPage' },
	{ words: 'next|more available|exist|page', weight: 1, why: 'moreAvailable' },
	{ words: 'more', weight: 1, why: 'plain shapes' },
	{ words: 'truncated', weight: 1, why: 'S3: IsTruncated' },
];

/**
 * Pointers to the next page, and the query parameter that asks for it; `own` is the name that the answer uses, without
 * its "next". Of several it is asked for by each.
 */
export const pointers: ReadonlyArray<{ words: string; query: string }> = [
	{ words: 'page next token', query: 'own' },
	{ words: 'continuation|continue token', query: 'whole' },
	{ words: 'next token', query: 'whole' },
	{ words: 'next cursor', query: 'cursor' },
	{ words: 'end cursor', query: 'after cursor' },
	{ words: 'last evaluated key', query: 'whole' },
	{ words: 'next marker', query: 'marker' },
	{ words: 'next page', query: 'page' },
	{ words: 'next offset|skip', query: 'offset' },
	{ words: 'next after', query: 'after' },
	{ words: 'starting after', query: 'starting_after' },
	{ words: 'after', query: 'after' },
	{ words: 'last id', query: 'after' },
	{ words: 'scroll id', query: 'whole' },
	{ words: 'cursor', query: 'cursor' },
	{ words: 'next', query: 'cursor' },
];

/** Names of an entry's ID that have no word for one. */
export const otherIds = wordList('slug identifier');

/** Words of pointers to other pages. */
export const notNext = wordList(
	'prev previous before first start has more self current total count limit size per',
);

/** Names of the numbers by which a service tells where it stands. */
export const counters = {
	total: [
		{
			words: 'page|per|cost|price|amount|usd|nano|spent|size|pages|credit|debit',
			weight: 0,
			why: 'counts something else',
		},
		{
			words: 'total count|item|record|result|element|entry|row|transaction|key',
			weight: 100,
			why: 'total_count, totalItems',
		},
		{ words: 'total', weight: 90, why: 'most services' },
		{ words: 'num found', weight: 90, why: 'Solr: numFound' },
		{
			words: 'count|hit',
			weight: 20,
			why: 'of this page as often as of all: counts only where it is more',
		},
	],
	pages: [
		{ words: 'total|last|max page', weight: 100, why: 'total_pages, last_page' },
		{ words: 'page count', weight: 90, why: 'pageCount' },
	],
	page: [
		{
			words: 'total|last|max|next|prev|previous|per|size|count|limit|token|has|info|first page',
			weight: 0,
			why: 'another number',
		},
		{ words: 'page', weight: 100, why: 'page, current_page, pageNumber' },
	],
	pageBesideCount: [{ words: 'current', weight: 100, why: 'MyBatis-Plus: current, beside pages' }],
	offset: [
		{ words: 'next|prev|previous offset|skip', weight: 0, why: 'a pointer' },
		{ words: 'offset|skip', weight: 100, why: 'offset, skip' },
		{ words: 'start', weight: 50, why: 'Solr: start' },
	],
} as const satisfies Record<string, readonly WordRow[]>;
