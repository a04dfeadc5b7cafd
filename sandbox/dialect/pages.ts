import type { Call } from '../http/handler';
import type { ListChoices } from './choices';
import { fill, isFields, merge, type Values } from './fill';
import { addressOf, strayIds, type Speaker, type Told } from './speaker';

/** A whole list, its entries with their IDs. */
export interface Listed {
	/** Below the base URL. */
	path: string;
	entries: Array<{ id: string; entry: unknown }>;
}

/** Where the page that a query asks for begins: at the first entry when it asks for nothing that is known. */
function offsetIn(
	{ paging, size }: ListChoices,
	query: Call['query'],
	ids: readonly string[],
): number {
	const asked = query[paging.asks] ?? '';
	switch (paging.counts) {
		case 'token':
			return number(
				Buffer.from(asked, 'base64url')
					.toString()
					.replace(/^after:/, ''),
			);
		case 'last ID':
			return ids.indexOf(asked) + 1;
		case 'pages':
			return Math.max(0, number(asked) - 1) * size;
		case 'entries':
			return number(asked);
		case 'nothing':
			return 0;
	}
}

/** One page of a list, as a query asks for it. */
export function tellPage(
	speaker: Speaker,
	choices: ListChoices,
	{ path, entries }: Listed,
	query: Call['query'],
): Told {
	const { shape, paging } = choices;
	const size = paging.counts === 'nothing' ? Math.max(1, entries.length) : choices.size;
	const start = offsetIn(
		choices,
		query,
		entries.map(({ id }) => id),
	);
	const page = entries.slice(start, start + size);
	const place = placeOf(speaker, choices, path, start, size, entries, page);
	const body = fill(shape.wraps, {
		...strayIds,
		...place,
		each: page.map(({ id, entry }) => ({ entryId: id, entry })),
	});
	const told = isFields(body) ? merge(body, fill(paging.tells, place) as Values) : body;
	return { status: 200, body: told, headers: headersOf(paging, place) };
}

function headersOf(
	{ header }: ListChoices['paging'],
	{ firstUrl, nextUrl }: Values,
): Record<string, string> | undefined {
	return header && nextUrl
		? { Link: `<${String(firstUrl)}>; rel="first", <${String(nextUrl)}>; rel="next"` }
		: undefined;
}

function placeOf(
	speaker: Speaker,
	choices: ListChoices,
	path: string,
	start: number,
	size: number,
	all: Listed['entries'],
	page: Listed['entries'],
): Values {
	const more = start + size < all.length;
	const number = Math.floor(start / size) + 1;
	const ask = (offset: number, lastId: string | undefined) =>
		({
			token: tokenFor(offset),
			'last ID': lastId ?? '',
			pages: String(Math.floor(offset / size) + 1),
			entries: String(offset),
			nothing: '',
		})[choices.paging.counts];
	const address = (value: string) => {
		const query = `?${new URLSearchParams({ [choices.paging.asks]: value }).toString()}`;
		return choices.next === 'query' ? query : addressOf(speaker, choices.next, path + query);
	};
	const next = ask(start + size, page.at(-1)?.id);
	return {
		next: more ? tokenFor(start + size) : null,
		more,
		page: number,
		pages: Math.max(1, Math.ceil(all.length / size)),
		nextPage: more ? number + 1 : null,
		offset: start,
		nextOffset: more ? start + size : null,
		limit: size,
		total: all.length,
		count: page.length,
		firstId: page[0]?.id ?? null,
		lastId: page.at(-1)?.id ?? null,
		firstUrl: address(ask(0, undefined)),
		selfUrl: address(ask(start, all[start - 1]?.id)),
		nextUrl: more ? address(next) : null,
		nextLink: more ? address(next) : undefined,
	};
}

function tokenFor(offset: number): string {
	return Buffer.from(`after:${offset}`).toString('base64url');
}

function number(text: string): number {
	return /^\d+$/.test(text) ? Number(text) : 0;
}
