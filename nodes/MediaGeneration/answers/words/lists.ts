import { wordList } from './rows';

/** Names of lists that hold the entries; of others the nearest counts. */
export const listWords = wordList(
	'data item result transaction key record entry row list edge content collection model',
);
/** Names of lists that hold something else. */
export const noListWords = wordList(
	'link meta metadata scope permission pagination paging error warning included',
);
/** Names of objects in which an entry keeps its fields: GraphQL, JSON:API. */
export const entryWrapperNames = ['node', 'attributes'] as const;

/** Names of what tells where a page stands, in small letters without what separates their words. */
export const pageNames = {
	more: /^(has)?(more|next(page)?)$/,
	total: /^total(count|items|elements|results|records)?$/,
	page: /^(current)?page(number)?$/,
	pages: /^((total|num)?pages|(last|total)page)$/,
	offset: /^offset$/,
} as const;

/** Pointers to the next page, the best first, and the query parameters that ask for it; `own` is the name that the answer uses, without its "next". */
export const pointers: ReadonlyArray<readonly [name: RegExp, query: string]> = [
	[/^nextpagetoken$/, 'own'],
	[/^(next|continuation)token$/, 'whole'],
	[/^nextcursor$/, 'cursor'],
	[/^endcursor$/, 'after cursor'],
	[/^nextpage$/, 'page'],
	[/^nextoffset$/, 'offset'],
	[/^after$/, 'after'],
	[/^cursor$/, 'cursor'],
	[/^next$/, 'cursor'],
];
