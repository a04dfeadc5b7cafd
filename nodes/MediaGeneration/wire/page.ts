type Fields = Record<string, unknown>;

/** Where the page after this one is: query parameters to add, or an address. */
export type NextPage = { query: Record<string, string | number> } | { url: string };

/** One page of a list whose paging is not documented. */
export interface Page {
	entries: Fields[];
	next?: NextPage;
}

const places = ['pagination', 'paging', 'page_info', 'pageInfo', 'meta', 'links', '_links', 'data'];
const listNames = ['data', 'items', 'results', 'transactions', 'keys', 'api_keys', 'entries', 'records'];
const urlNames = ['next', 'next_url', 'nextUrl', 'next_page_url', 'nextPageUrl'];
/** What a server calls its pointer, and what it then wants to be asked with. */
const pointers: Array<[name: string, query: string]> = [
	['next_cursor', 'cursor'],
	['nextCursor', 'cursor'],
	['end_cursor', 'cursor'],
	['endCursor', 'cursor'],
	['next_page_token', 'page_token'],
	['nextPageToken', 'pageToken'],
	['next_page', 'page'],
	['nextPage', 'page'],
	['next_offset', 'offset'],
	['nextOffset', 'offset'],
	['next', 'cursor'],
	['cursor', 'cursor'],
];

/**
 * Reads a page of any usual shape: entries bare or wrapped; the next page as an address, a cursor, a
 * page number or an offset. Never throws.
 * @param seen how many entries the pages before it held
 */
export function readPage(body: unknown, seen = 0): Page {
	const entries = entriesIn(body);
	return { entries, next: entries.length > 0 ? nextOf(layersOf(body), entries, seen + entries.length) : undefined };
}

function entriesIn(body: unknown): Fields[] {
	if (Array.isArray(body)) return body.filter(isFields);
	if (!isFields(body)) return [];
	const usual = listNames.map((name) => body[name]).find((value) => Array.isArray(value));
	if (usual) return entriesIn(usual);
	const lists = Object.entries(body)
		.filter(([name]) => !/scope|link|meta/i.test(name))
		.map(([, value]) => (typeof value === 'object' ? entriesIn(value) : []));
	return lists.reduce((longest, list) => (list.length > longest.length ? list : longest), []);
}

function nextOf(layers: Fields[], entries: Fields[], total: number): NextPage | undefined {
	for (const layer of layers) {
		if (layer.has_more === false || layer.hasMore === false || layer.hasNextPage === false) return undefined;
		const url = urlNames.map((name) => hrefOf(layer[name])).find(Boolean);
		if (url) return { url };
		for (const [name, query] of pointers) {
			const value = layer[name];
			if ((typeof value === 'string' && value !== '') || (typeof value === 'number' && value > 0)) return { query: { [query]: value } };
		}
	}
	return counted(layers, entries, total);
}

/** Servers that tell where they stand rather than what comes next. */
function counted(layers: Fields[], entries: Fields[], seen: number): NextPage | undefined {
	const number = (...names: string[]) =>
		layers.flatMap((layer) => names.map((name) => Number(layer[name] ?? NaN))).find((value) => Number.isFinite(value));
	const page = number('page', 'current_page', 'currentPage');
	const pages = number('total_pages', 'totalPages', 'pages', 'last_page');
	const total = number('total', 'total_count', 'totalCount');
	const more = layers.some((layer) => layer.has_more === true || layer.hasMore === true || layer.hasNextPage === true);
	if (page !== undefined && (pages !== undefined ? page < pages : total !== undefined ? seen < total : more)) {
		return { query: { page: page + 1 } };
	}
	if (page === undefined && total !== undefined && seen < total) return { query: { offset: seen } };
	const last = entries.at(-1);
	const id = last && [last.id, last.transaction_id, last.key_id].find((value) => typeof value === 'string');
	return page === undefined && more && typeof id === 'string' ? { query: { starting_after: id } } : undefined;
}

function layersOf(body: unknown): Fields[] {
	if (!isFields(body)) return [];
	return [body, ...places.map((name) => body[name]).filter(isFields).flatMap((inner) => layersOf(inner))];
}

function hrefOf(value: unknown): string | undefined {
	const href = isFields(value) ? value.href : value;
	return typeof href === 'string' && /^(https?:\/\/|\/)/i.test(href) ? href : undefined;
}

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
