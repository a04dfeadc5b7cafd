import { asText } from '../../support/data';
import { find } from '../core/find';
import { findList, outside } from './list';
import { textOrNumber, walk, type Place } from '../core/walk';
import { counters, moreNames, notCounters, notNext, pointers } from '../words/lists';
import { hasAny } from '../words/rows';
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
 * Reads a page of a list; the next page by an address, a pointer, a page's number or an offset, in the body or in the
 * `Link` header. Never throws.
 * @param seen how many entries the pages before it held
 */
export function readPage(body: unknown, seen = 0, headers: Record<string, unknown> = {}): Page {
	const list = findList(body);
	const { entries } = list;
	const places = outside(walk(body), list);
	const had = seen + entries.length;
	const [, ranged = 0] = /\d-\d+\/(\d{1,9})$/.exec(headerOf(headers, 'content-range')) ?? [];
	const count = Math.max(numberIn(places, 'total')?.value ?? 0, Number(ranged));
	const total = count >= had && count > 0 ? count : undefined;
	const more = find(places, moreNames, {
		counts: ({ value }) => /^(true|false)$/i.test(asText(value)),
	})?.place.value;
	const isMore = more !== undefined && /^true$/i.test(asText(more));
	if (entries.length === 0 || (more !== undefined && !isMore)) return { entries, total };
	const isCounted = total !== undefined && had < total;
	const next =
		addressIn(places) ??
		linkIn(headers) ??
		pointerIn(places) ??
		counted(places, { had, isCounted, isMore, isFirst: seen === 0 }) ??
		(isMore ? afterLast(entries) : undefined);
	return { entries, next, total };
}

function addressIn(places: Place[]): NextPage | undefined {
	const found = places.find(
		({ value, words, parent }) =>
			typeof value === 'string' &&
			/^(https?:\/\/|\.{0,2}\/|\?)/i.test(value) &&
			!hasAny(words, notNext) &&
			([...words, ...(parent?.words ?? [])].includes('next') ||
				parent?.children.some((beside) => beside.key === 'rel' && beside.value === 'next')),
	);
	return found && fromAddress(asText(found.value));
}

/** A page's address on the same endpoint is told by its query alone, whatever it is relative to. */
function fromAddress(address: string): NextPage {
	const at = address.indexOf('?');
	if (/^https?:/i.test(address) || at < 0) return { url: address };
	return { query: Object.fromEntries(new URLSearchParams(address.slice(at + 1))) };
}

/** RFC 8288: `<address>; rel="next"`. */
function linkIn(headers: Record<string, unknown>): NextPage | undefined {
	const links = headerOf(headers, 'link').split('<');
	const next = links.find((link) => /;\s?rel="?next/i.test(link));
	const [, address] = /^([^>]+)>/.exec(next ?? '') ?? [];
	return address === undefined ? undefined : fromAddress(address);
}

function headerOf(headers: Record<string, unknown>, name: string): string {
	const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
	return (Array.isArray(value) ? value.map(asText).join(', ') : asText(value)).slice(0, 8_000);
}

function pointerIn(places: Place[]): NextPage | undefined {
	const best = find(places, pointers, { counts: isPointer });
	if (!best) return undefined;
	const { key, value } = best.place;
	// `nextPageToken` is asked for as `pageToken`, `next_page_token` as `page_token`.
	const own = key.replace(/^next[_-]?(\w)/i, (whole, letter: string) =>
		/^n\w+[^_-]$/.test(whole) ? letter.toLowerCase() : letter,
	);
	const names = (pointers[best.rule]?.[1] ?? '')
		.split(' ')
		.map((name) => (name === 'whole' ? key : name === 'own' ? own : name));
	return { query: Object.fromEntries(names.map((name) => [name, value as string | number])) };
}

function isPointer({ value, words }: Place): boolean {
	if (hasAny(words, notNext) && !words.includes('after')) return false;
	if (typeof value === 'number') return value > 0;
	return typeof value === 'string' && value.length < 8_192 && !/^(null|none|-1|0|)$/i.test(value);
}

interface Standing {
	had: number;
	/** Whether there is more: by the total, by a flag. */
	isCounted: boolean;
	isMore: boolean;
	isFirst: boolean;
}

/** Servers that tell where they stand rather than what comes next. */
function counted(
	places: Place[],
	{ had, isCounted, isMore, isFirst }: Standing,
): NextPage | undefined {
	const [pages, page] = [numberIn(places, 'pages'), numberIn(places, 'page')];
	const at = page?.value ?? (isFirst && pages ? 1 : undefined);
	if (at !== undefined) {
		const last = pages && pages.value - (isFirst && at === 0 ? 1 : 0);
		const isAnother = last === undefined ? isCounted || isMore : at < last;
		return isAnother ? asked('page', page, at + 1) : undefined;
	}
	const offset = numberIn(places, 'offset');
	return isCounted || (isMore && offset) ? asked('offset', offset, had) : undefined;
}

/** Under the usual name, and under the answer's own where that is another. */
function asked(usual: string, own: Counter | undefined, value: number): NextPage {
	const isOwn = own && !/^(current|this)[-_]?page|^(number|index)$/i.test(own.key);
	return { query: { [usual]: value, ...(isOwn && { [own.key]: value }) } };
}

/** The last entry's ID, under both names that services ask for it by. */
function afterLast(entries: Fields[]): NextPage | undefined {
	const [, id] =
		Object.entries({ ...entries.at(-1) }).find(
			([name, value]) =>
				(idWords.has(wordsOf(name).at(-1) ?? '') || name === 'slug') &&
				textOrNumber(value) !== undefined,
		) ?? [];
	return id === undefined
		? undefined
		: { query: { starting_after: id as string, after: id as string } };
}

interface Counter {
	key: string;
	value: number;
}

/** A counter, by its own name and that of the object around it. */
function numberIn(places: Place[], counter: keyof typeof counters): Counter | undefined {
	const found = find(places, counters[counter], {
		counts: (place) =>
			Number.isInteger(numberAt(place)) && !hasAny(ownWords(place), notCounters[counter]),
		named: (place) => [...ownWords(place), ...(place.parent?.words ?? [])],
	});
	return found && { key: found.place.key, value: Number(numberAt(found.place)) };
}

const numberAt = ({ value }: Place) =>
	typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;

/** `pages` alone counts them; words are read in the singular. */
const ownWords = ({ key, words }: Place) =>
	/^((num|n|number)?[-_]?(of)?[-_]?)?pages$/i.test(key) ? ['total', 'page'] : words;
