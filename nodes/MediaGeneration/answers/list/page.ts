import { asText } from '../../support/data';
import { findList, outside } from './list';
import { isLeaf, perPlace, textOrNumber, walk, type Place } from '../core/walk';
import { counters, moreNames, notNext, pointers } from '../words/lists';
import { firstRule, hasAny } from '../words/rows';
import { idWords } from '../words/ids';
import { wordsOf } from '../words/split';

type Fields = Record<string, unknown>;

/** Where the page after this one is: query parameters to add, or an address as it came. */
export type NextPage = { query: Record<string, string | number> } | { url: string };

/** One page of a list whose paging is not documented. */
export interface Page {
	entries: Fields[];
	next?: NextPage;
	/** How many entries there are on all pages together, where the service says so. */
	total?: number;
}

/**
 * Reads a page of any usual shape: entries bare, wrapped, keyed or in groups; the next page as an address, a
 * cursor, a token, a page number or an offset, in the body or in the headers. Never throws.
 * @param seen how many entries the pages before it held
 */
export function readPage(body: unknown, seen = 0, headers: Record<string, unknown> = {}): Page {
	const opened = walk(body);
	const list = findList(body);
	const places = outside(opened, list);
	const had = seen + list.entries.length;
	const count = Math.max(numberIn(places, counters.total) ?? 0, totalIn(headers));
	const total = count >= had && count > 0 ? count : undefined;
	const more = toldMore(places);
	if (list.entries.length === 0 || more === false) return { entries: list.entries, total };
	const next =
		addressIn(places) ??
		linkIn(headers) ??
		pointerIn(places) ??
		counted(places, { had, total, more: more === true, first: seen === 0 }) ??
		(more === true ? afterLast(list.entries) : undefined);
	return { entries: list.entries, next, total };
}

/** How many entries there are, as headers tell: 0 where none does. */
function totalIn(headers: Record<string, unknown>): number {
	const [, ofRange] =
		/\d+-\d+\/(\d+)/.exec(headerOf(headers, 'content-range')?.slice(0, 100) ?? '') ?? [];
	return Number(headerOf(headers, 'x-total-count') ?? headerOf(headers, 'x-total') ?? ofRange) || 0;
}

/** Whether there is more, as a flag says, which may be one in text. */
function toldMore(places: Place[]): boolean | undefined {
	const told = places.find(
		(place) =>
			isLeaf(place) &&
			/^(true|false)$/i.test(asText(place.value)) &&
			firstRule(moreNames, place.words) !== undefined,
	)?.value;
	return told === undefined ? undefined : asText(told).toLowerCase() === 'true';
}

function addressIn(places: Place[]): NextPage | undefined {
	for (const place of places) {
		const { value, words, parent = place } = place;
		if (typeof value !== 'string' || !/^(https?:\/\/|\.{0,2}\/|\?)/i.test(value)) continue;
		const named = [...words, ...parent.words];
		if (isNextLink(parent) || (named.includes('next') && !hasAny(words, notNext)))
			return fromAddress(value);
	}
	return undefined;
}

const isNextLink = perPlace(({ children }) =>
	children.some(({ key, value }) => key === 'rel' && value === 'next'),
);

/** A page's address on the same endpoint is told by its query alone, whatever it is relative to. */
function fromAddress(address: string): NextPage {
	const at = address.indexOf('?');
	if (/^https?:/i.test(address) || at < 0) return { url: address };
	return { query: Object.fromEntries(new URLSearchParams(address.slice(at + 1))) };
}

/** RFC 8288: `<address>; rel="next"`. */
function linkIn(headers: Record<string, unknown>): NextPage | undefined {
	const page = headerOf(headers, 'x-next-page');
	if (page && /^\d{1,9}$/.test(page)) return { query: { page: Number(page) } };
	const links = headerOf(headers, 'link')?.slice(0, 8_000).split('<');
	const next = links?.find((link) => /;\s?rel="?next/i.test(link));
	const [, address] = /^([^>]+)>/.exec(next ?? '') ?? [];
	return address === undefined ? undefined : fromAddress(address);
}

function headerOf(headers: Record<string, unknown>, name: string): string | undefined {
	const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
	return textOrNumber(Array.isArray(value) ? value.map(asText).join(', ') : value);
}

function pointerIn(places: Place[]): NextPage | undefined {
	const told = places.filter(isPointer);
	let best: { rule: number; place: Place } | undefined;
	for (const place of told) {
		const rule = firstRule(pointers, place.words) ?? Infinity;
		if (rule < (best?.rule ?? Infinity)) best = { rule, place };
	}
	if (!best) return undefined;
	const { key, value } = best.place;
	const [, query = ''] = pointers[best.rule] ?? [];
	const names = query
		.split(' ')
		.map((name) => (name === 'whole' ? key : name === 'own' ? withoutNext(key) : name));
	return { query: Object.fromEntries(names.map((name) => [name, value as string | number])) };
}

function isPointer({ value, words }: Place): boolean {
	if (hasAny(words, notNext) && !words.includes('after')) return false;
	return (
		(typeof value === 'string' &&
			value !== '' &&
			value.length < 8_192 &&
			!/^(null|none|-1|0)$/i.test(value)) ||
		(typeof value === 'number' && value > 0)
	);
}

/** `nextPageToken` is asked for as `pageToken`, `next_page_token` as `page_token`. */
function withoutNext(name: string): string {
	const rest = name.replace(/^next[_-]?/i, '');
	return /^next[A-Z]/.test(name) ? rest.charAt(0).toLowerCase() + rest.slice(1) : rest;
}

interface Standing {
	had: number;
	total?: number;
	more: boolean;
	first: boolean;
}

/** Servers that tell where they stand rather than what comes next. */
function counted(places: Place[], { had, total, more, first }: Standing): NextPage | undefined {
	const notCounts = places.filter((place) => !isCountOfPages(place));
	const pages =
		numberIn(places, counters.pages) ?? numberIn(places.filter(isCountOfPages), counters.page);
	const page =
		numberIn(notCounts, counters.page) ??
		(pages === undefined ? undefined : numberIn(places.filter(isAlone), counters.pageBesideCount));
	const last = pages === undefined ? undefined : pages - (first && page === 0 ? 1 : 0);
	const isShort = total === undefined ? undefined : had < total;
	if (page !== undefined) {
		const isMore = last === undefined ? isShort === true || more : page < last;
		return isMore ? { query: asked(notCounts, pageNames(notCounts), 'page', page + 1) } : undefined;
	}
	const isMore = isShort === true || (more && numberIn(places, counters.offset) !== undefined);
	return isMore ? { query: asked(places, counters.offset, 'offset', had) } : undefined;
}

type Counter = (typeof counters)[keyof typeof counters];

/** What the page's number is called: mostly after a page. */
const pageNames = (places: Place[]): Counter =>
	numberIn(places, counters.page) === undefined ? counters.pageBesideCount : counters.page;

const isAlone = ({ words }: Place) => words.length === 1;

/** `pages` alone counts them; words are read in the singular. */
const isCountOfPages = ({ key }: Place) => /^(num|n|number)?[-_]?(of)?[-_]?pages$/i.test(key);

/** Under the usual name, and under the answer's own where that is another. */
function asked(
	places: Place[],
	counter: Counter,
	usual: string,
	value: number,
): Record<string, number> {
	const own =
		places.find(
			(place) =>
				(typeof place.value === 'number' || typeof place.value === 'string') &&
				isNamed(counter, place.words) !== undefined,
		)?.key ?? usual;
	return { [usual]: value, ...(/^(current|this)[-_]?page/i.test(own) ? {} : { [own]: value }) };
}

/** The last entry's ID, under both names that services ask for it by. */
function afterLast(entries: Fields[]): NextPage | undefined {
	const last = Object.entries({ ...entries.at(-1) }).filter(
		([, value]) => typeof value === 'string' || typeof value === 'number',
	);
	const own =
		last.find(([name]) => name === 'key_id') ??
		last.find(([name]) => name === 'id') ??
		last.find(([name]) => wordsOf(name).at(-1) === 'id' || idWords.has(name) || name === 'slug');
	const id = own?.[1] as string | number | undefined;
	return id === undefined ? undefined : { query: { starting_after: id, after: id } };
}

/** Which of its names a counter goes by: 0 for the best. */
const isNamed = ({ names, not }: Counter, words: readonly string[]): number | undefined =>
	hasAny(words, not) ? undefined : firstRule(names, words);

function numberIn(places: Place[], counter: Counter): number | undefined {
	let best: { value?: number; rule: number } = { rule: Infinity };
	for (const { words, value, parent } of places) {
		const number = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
		if (!Number.isInteger(number)) continue;
		const rule =
			isNamed(counter, words) ?? isNamed(counter, [...(parent?.words ?? []), ...words]) ?? Infinity;
		if (rule < best.rule) best = { value: number as number, rule };
	}
	return best.value;
}
