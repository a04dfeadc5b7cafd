import { asText } from '../../support/data';
import { findList, placesOutside } from './list';
import { textOrNumber, walk, type Place } from '../core/walk';
import { idWords } from '../words/ids';
import { wordsOf } from '../words/words';

type Fields = Record<string, unknown>;

/** Where the next page is: query parameters to add, or an address as it came. */
export type NextPage = { query: Record<string, string | number> } | { url: string };

/** One page of a list whose paging is not documented. */
export interface Page {
	entries: Fields[];
	next?: NextPage;
	/** The number of entries on all pages, if the service tells it. */
	total?: number;
}

/** In small letters, without separators. */
const pageNames = {
	more: /^(has)?(more|next(page)?)$/,
	total: /^total(count|items|elements|results|records)?$/,
	page: /^(current)?page(number)?$/,
	pages: /^((total|num)?pages|(last|total)page)$/,
	offset: /^offset$/,
} as const;

/** The best first, with the query parameters to ask with; `own` is the pointer's name without its "next", `whole` its name. */
const pointers: ReadonlyArray<readonly [name: RegExp, query: string]> = [
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

/**
 * Reads a page of a list, and where the next one is. Never throws.
 * @param seen how many entries the pages before it held
 */
export function readPage(body: unknown, seen = 0, headers: Record<string, unknown> = {}): Page {
	const list = findList(body);
	const { entries } = list;
	const places = placesOutside(walk(body), list);
	const had = seen + entries.length;
	const count = numberIn(places, 'total')?.value ?? 0;
	const total = count >= had && count > 0 ? count : undefined;
	const more = valueIn(places, pageNames.more, (value) => typeof value === 'boolean')?.value;
	if (entries.length === 0 || more === false) return { entries, total };
	const next =
		addressIn(places) ??
		linkIn(headers) ??
		pointerIn(places) ??
		counted(places, had, more === true, total) ??
		(more === true ? afterLast(places, entries) : undefined);
	return { entries, next, total };
}

const valueIn = (places: readonly Place[], name: RegExp, counts: (value: unknown) => boolean) =>
	places.find(
		({ key, value }) => counts(value) && name.test(key.replaceAll(/[_-]/g, '').toLowerCase()),
	);

/** Called next, itself or by what holds it, or with that `rel` beside it. */
function addressIn(places: Place[]): NextPage | undefined {
	const found = places.find(
		({ value, words, parent }) =>
			typeof value === 'string' &&
			/^(https?:\/\/|\.{0,2}\/|\?)/i.test(value) &&
			!words.includes('prev') &&
			([...words, ...(parent?.words ?? [])].includes('next') ||
				parent?.children.some((beside) => beside.key === 'rel' && beside.value === 'next')),
	);
	return found && fromAddress(asText(found.value));
}

/** Of a relative address the query is enough, as the endpoint is the same. */
function fromAddress(address: string): NextPage {
	const at = address.indexOf('?');
	if (/^https?:/i.test(address) || at < 0) return { url: address };
	return { query: Object.fromEntries(new URLSearchParams(address.slice(at + 1))) };
}

/** RFC 8288: `<address>; rel="next"`. */
function linkIn(headers: Record<string, unknown>): NextPage | undefined {
	const header = Object.entries(headers).find(([key]) => key.toLowerCase() === 'link')?.[1];
	const links = (Array.isArray(header) ? header.map(asText).join(', ') : asText(header))
		.slice(0, 8_000)
		.split('<');
	const next = links.find((link) => /;\s?rel="?next/i.test(link));
	const [, address] = /^([^>]+)>/.exec(next ?? '') ?? [];
	return address === undefined ? undefined : fromAddress(address);
}

function pointerIn(places: Place[]): NextPage | undefined {
	for (const [name, query] of pointers) {
		const found = valueIn(places, name, isPointer);
		if (!found) continue;
		// `nextPageToken` is asked for as `pageToken`, `next_page_token` as `page_token`.
		const own = found.key.replace(/^next[_-]?(\w)/i, (_, first: string) => first.toLowerCase());
		const names = query.replace('own', own).replace('whole', found.key).split(' ');
		const { value } = found;
		return { query: Object.fromEntries(names.map((each) => [each, value as string | number])) };
	}
	return undefined;
}

function isPointer(value: unknown): boolean {
	if (typeof value === 'number') return value > 0;
	return typeof value === 'string' && value.length < 8_192 && !/^(null|none|-1|0|)$/i.test(value);
}

/** By where this page stands. */
function counted(places: Place[], had: number, isMore: boolean, total = had): NextPage | undefined {
	const [page, pages] = [numberIn(places, 'page'), numberIn(places, 'pages')];
	if (page) {
		const isAnother = pages ? page.value < pages.value : isMore || had < total;
		const own = /^page/i.test(page.key) ? page.key : 'page';
		return isAnother ? { query: { page: page.value + 1, [own]: page.value + 1 } } : undefined;
	}
	return had < total || (isMore && numberIn(places, 'offset'))
		? { query: { offset: had } }
		: undefined;
}

/** By the last entry's ID, under both names that services take it by. */
function afterLast(places: Place[], entries: Fields[]): NextPage | undefined {
	const told = valueIn(places, /^lastid$/, isPointer)?.value;
	const ids = Object.entries({ ...entries.at(-1) }).flatMap(([name, value]) =>
		idWords.has(wordsOf(name).at(-1) ?? '') && textOrNumber(value) !== undefined ? [value] : [],
	);
	// A number may be that of a row.
	const id = told ?? ids.find((value) => typeof value === 'string') ?? ids[0];
	return id === undefined
		? undefined
		: { query: { starting_after: id as string, after: id as string } };
}

function numberIn(places: Place[], name: keyof typeof pageNames) {
	const found = valueIn(places, pageNames[name], (value) => /^\d{1,12}$/.test(asText(value)));
	return found && { key: found.key, value: Number(found.value) };
}
