import type { Call } from '../http/handler';
import type { ListChoices } from './choices';
import { fill, isFields, merge, type Values } from './fill';
import { addressOf } from './places';
import type { Speaker, Told } from './speaker';

/** A whole list, its entries with their IDs. */
export interface Listed {
	/** Below the base URL. */
	path: string;
	entries: Array<{ id: string; entry: unknown }>;
}

/** One page of a list, as a query asks for it. */
export function tellPage(
	speaker: Speaker,
	choices: ListChoices,
	list: Listed,
	query: Call['query'],
): Told {
	const { shape, paging } = choices;
	const { entries } = list;
	const size = paging.counts === 'nothing' ? Math.max(1, entries.length) : choices.size;
	const start = startOf(choices, query[paging.asks] ?? '', entries);
	const page = entries.slice(start, start + size);
	const values = pageValues(speaker, choices, list, start, size);
	const each = page.map(({ id, entry }) => ({ entryId: id, entry }));
	const body = fill(shape.wraps, { ...values, each });
	const { firstUrl, nextUrl } = values;
	const Link = `<${String(firstUrl)}>; rel="first", <${String(nextUrl)}>; rel="next"`;
	return {
		status: 200,
		body: isFields(body) ? merge(body, fill(paging.tells, values) as Values) : body,
		...(paging.header && nextUrl !== null && { headers: { Link } }),
	};
}

/** Where the page that is asked for begins: at the first entry where nothing that is known is asked for. */
function startOf({ paging, size }: ListChoices, asked: string, entries: Listed['entries']): number {
	switch (paging.counts) {
		case 'token':
			return number(
				Buffer.from(asked, 'base64url')
					.toString()
					.replace(/^after:/, ''),
			);
		case 'last ID':
			return entries.findIndex(({ id }) => id === asked) + 1;
		case 'pages':
			return Math.max(0, number(asked) - 1) * size;
		case 'entries':
			return number(asked);
		case 'nothing':
			return 0;
	}
}

const number = (text: string) => (/^\d+$/.test(text) ? Number(text) : 0);
const tokenFor = (offset: number) => Buffer.from(`after:${offset}`).toString('base64url');

/** What a page and its neighbours are called. */
function pageValues(
	speaker: Speaker,
	{ paging, next }: ListChoices,
	{ path, entries }: Listed,
	start: number,
	size: number,
): Values {
	const end = start + size;
	const more = end < entries.length;
	const page = Math.floor(start / size) + 1;
	/** The address of the page that begins at an entry. */
	const urlFrom = (offset: number) => {
		const asks = {
			token: tokenFor(offset),
			'last ID': entries[offset - 1]?.id ?? '',
			pages: String(Math.floor(offset / size) + 1),
			entries: String(offset),
			nothing: '',
		};
		const query = `?${new URLSearchParams({ [paging.asks]: asks[paging.counts] }).toString()}`;
		return next === 'query' ? query : addressOf(speaker, next, path + query);
	};
	return {
		next: more ? tokenFor(end) : null,
		more,
		page,
		pages: Math.max(1, Math.ceil(entries.length / size)),
		nextPage: more ? page + 1 : null,
		offset: start,
		nextOffset: more ? end : null,
		limit: size,
		total: entries.length,
		count: Math.max(0, Math.min(size, entries.length - start)),
		firstId: entries[start]?.id ?? null,
		lastId: entries.slice(start, end).at(-1)?.id ?? null,
		firstUrl: urlFrom(0),
		selfUrl: urlFrom(start),
		nextUrl: more ? urlFrom(end) : null,
		nextLink: more ? urlFrom(end) : undefined,
	};
}
