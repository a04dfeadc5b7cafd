import { wordList, type NameRule } from './rows';

/** Names of lists that hold the entries; of others the nearest counts. */
export const listWords = wordList(
	'data item result transaction key record entry row list object value edge node content collection element document model',
);
/** Names of lists and objects that hold something else. */
export const noListWords = wordList(
	'link meta metadata scope permission pagination paging pageinfo cursor error warning included filter facet schema column header total count summary currency',
);
/** Names of objects in which an entry keeps its fields: GraphQL, JSON:API. */
export const entryHolders = ['node', 'attributes'] as const;

/** Names that tell that there is more by being true, and that there is not by being false. */
export const moreNames: readonly NameRule[] = [
	['has next|more|after', 'has_more, hasNextPage'],
	['next|more available|exist|page', 'moreAvailable'],
	['more', 'plain shapes'],
	['truncated', 'S3: IsTruncated'],
];

/**
 * Pointers to the next page, and the query parameter that asks for it; `own` is the name that the answer uses, without
 * its "next". Of several it is asked for by each.
 */
export const pointers: ReadonlyArray<readonly [words: string, query: string]> = [
	['page next token', 'own'],
	['continuation|continue token', 'whole'],
	['next token', 'whole'],
	['next cursor', 'cursor'],
	['end cursor', 'after cursor'],
	['last evaluated key', 'whole'],
	['next marker', 'marker'],
	['next page', 'page'],
	['next offset|skip', 'offset'],
	['next after', 'after'],
	['starting after', 'starting_after'],
	['after', 'after'],
	['last id', 'after'],
	['scroll id', 'whole'],
	['cursor', 'cursor'],
	['next', 'cursor'],
];

/** Words of pointers to other pages. */
export const notNext = wordList(
	'prev previous before first start has more self current total count limit size per',
);

/** A number by which a service tells where it stands: its names, the best first, and words that make of them another. */
interface Counter {
	names: readonly NameRule[];
	not: ReadonlySet<string>;
}

export const counters = {
	total: {
		names: [
			['total count|item|record|result|element|entry|row|transaction|key', 'total_count'],
			['total', 'most services'],
			['num found', 'Solr: numFound'],
			['count|hit', 'of this page as often as of all: counts only where it is more'],
		],
		not: wordList('page per cost price amount usd nano spent size pages credit debit'),
	},
	pages: {
		names: [
			['total|last|max page', 'total_pages, last_page'],
			['page count', 'pageCount'],
		],
		not: wordList('size'),
	},
	page: {
		names: [['page', 'page, current_page, pageNumber']],
		not: wordList('total last max next prev previous per size count limit token has info first'),
	},
	pageBesideCount: {
		names: [['current', 'MyBatis-Plus: current, beside pages']],
		not: wordList('page'),
	},
	offset: {
		names: [
			['offset|skip', 'offset, skip'],
			['start', 'Solr: start'],
		],
		not: wordList('next prev previous'),
	},
} as const satisfies Record<string, Counter>;
