import { wordList, type Rule } from './rows';

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
export const moreNames: readonly Rule[] = [
	['has next|more', 'has_more, hasNextPage'],
	['more|truncated', 'plain shapes'],
];

/** Pointers to the next page, and the query parameters that ask for it; `own` is the name that the answer uses, without its "next". */
export const pointers: ReadonlyArray<readonly [words: string, query: string]> = [
	['page next token', 'own'],
	['next|continuation token', 'whole'],
	['next cursor', 'cursor'],
	['end cursor', 'after cursor'],
	['next page', 'page'],
	['next offset|skip', 'offset'],
	['after', 'after'],
	['cursor', 'cursor'],
	['next', 'cursor'],
];
/** Words of pointers to other pages. */
export const notNext = wordList(
	'prev previous before first start has more self current total count limit size per',
);

/** Names of numbers by which a service tells where it stands. */
export const counters = {
	total: [
		['total', 'total_count'],
		['found|hit|count', 'of this page as often as of all'],
	],
	pages: [['total|last|max page', 'total_pages, last_page']],
	page: [['page', 'page, current_page, pageNumber']],
	offset: [['offset|skip', 'offset, skip']],
} as const satisfies Record<string, readonly Rule[]>;

/** Words that make of such a name that of another number. */
export const notCounters: Readonly<Record<keyof typeof counters, ReadonlySet<string>>> = {
	total: wordList('page per cost price amount usd nano spent size credit debit'),
	pages: wordList('size'),
	page: wordList('total last max next prev previous per size count limit token has info first'),
	offset: wordList('next prev previous'),
};
