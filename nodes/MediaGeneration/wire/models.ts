import type { ModelKind } from '../../../contract/catalog';
import { nanosToUsd } from '../../../contract/money';
import { entriesAt, findList } from './list';
import { isFields, isLeaf, walk, type Place } from './walk';
import { deprecatedWords, directionWords, etaNames, kindNames, kindWords, modelIds, priceNames, servedWords, statusNames } from './words/models';
import { hasAny, weigh } from './words/rows';
import { wordsOf } from './words/split';

type Fields = Record<string, unknown>;

/** A model as the service's own list tells of it. */
export interface ListedModel {
	id: string;
	kind: ModelKind | 'chat';
	status: 'Live' | 'Deprecated';
	type?: string;
	/** For a person to read. */
	priceText?: string;
	etaSeconds?: number;
	/** The service's own entry, as it came. */
	listed: Fields;
}

/**
 * Reads the answer of "List models", whose shape is not documented: a list, bare or wrapped, keyed by ID or in
 * groups by what the models make, of IDs or of objects. An entry that does not tell its kind is taken for a
 * chat model, which the document says the list is there for. Never throws.
 */
export function readModelList(body: unknown): ListedModel[] {
	return entriesOf(body).flatMap((fields) => {
		const id = named(fields, modelIds);
		return id === undefined ? [] : [describe(id, fields)];
	});
}

function entriesOf(body: unknown): Fields[] {
	const grouped = walk(body).places.find((place) => place.depth < 5 && isFields(place.value) && groups(place).length > 1);
	if (!grouped) return findList(body).entries;
	return groups(grouped).flatMap((group) => entriesAt(group).map((entry) => ({ type: group.key, ...entry })));
}

/** Lists whose names all tell what their models make. */
function groups({ children }: Place): Place[] {
	const lists = children.filter((child) => !isLeaf(child) && entriesAt(child).length > 0);
	return lists.every(({ key }) => kindWords.some(({ words }) => words.test(key))) ? lists : [];
}

function describe(id: string, fields: Fields): ListedModel {
	const { places } = walk(fields);
	const near = places.filter((place) => place.depth > 0 && place.depth <= 3 && isLeaf(place));
	const told = kindIn(near);
	return {
		id,
		kind: told?.kind ?? 'chat',
		status: isDeprecated(near) ? 'Deprecated' : 'Live',
		type: told?.kind === 'video' && told.text !== 'video' ? told.text : undefined,
		priceText: priceOf(fields),
		etaSeconds: etaIn(near),
		listed: fields,
	};
}

function named(fields: Fields, names: readonly string[]): string | undefined {
	const byName = new Map(Object.entries(fields).map(([key, value]) => [wordsOf(key).join(' '), value]));
	return names.map((name) => byName.get(name)).find((value): value is string => typeof value === 'string' && value !== '');
}

function kindIn(places: Place[]): { kind: ListedModel['kind']; text: string } | undefined {
	const told = places.flatMap((place) => {
		const { value } = place;
		const text = typeof value === 'string' ? value.slice(0, 100) : '';
		const kind = kindWords.find((row) => row.words.test(text))?.kind;
		const weight = kind ? weigh(kindNames, wordsOfKind(place)) : undefined;
		return kind && weight ? [{ kind, text, weight }] : [];
	});
	return told.reduce<(typeof told)[number] | undefined>((best, next) => (best && best.weight >= next.weight ? best : next), undefined);
}

/** The words of a name, with those around it where it says only what goes in and what comes out. */
function wordsOfKind({ words, parent }: Place): readonly string[] {
	if (!words.every((word) => directionWords.has(word))) return words;
	const holder = parent?.words === words ? parent.parent : parent;
	return [...(holder?.words ?? []), ...words];
}

function isDeprecated(places: Place[]): boolean {
	return places.some(({ words, value, depth }) => {
		if (depth > 1) return false;
		if (typeof value === 'boolean')
			return words.length === 1 || (words.length === 2 && words[0] === 'is') ? hasAny(words, value ? deprecatedWords : servedWords) : false;
		return typeof value === 'string' && value !== '' && hasAny(words, statusNames) && hasAny(wordsOf(value), deprecatedWords);
	});
}

function etaIn(places: Place[]): number | undefined {
	for (const { words, value } of places) {
		const text = typeof value === 'number' || typeof value === 'string' ? String(value).slice(0, 20) : '';
		const number = weigh(etaNames, words) ? /^[~≈]?\s?(\d{1,7}(?:\.\d{1,3})?)\s?(ms|s|sec|seconds)?$/i.exec(text) : null;
		if (number) return Number(number[1]) / (words.includes('ms') || words.includes('millisecond') || number[2] === 'ms' ? 1000 : 1);
	}
	return undefined;
}

function priceOf(fields: Fields): string | undefined {
	const [name, pricing] = Object.entries(fields).find(([key, value]) => hasAny(wordsOf(key), priceNames) && isPrice(value)) ?? [];
	if (name === undefined) return undefined;
	const prices = isLeafValue(pricing) ? [{ words: wordsOf(name), usd: dollarsOf(name, pricing) }] : pricesBelow(pricing);
	if (prices.some(({ words }) => words.some((word) => ['token', 'prompt', 'completion'].includes(word)))) {
		return prices
			.map(({ words, usd }) => `$${usd} per ${words.some((word) => ['out', 'output', 'completion'].includes(word)) ? 'output' : 'input'} token`)
			.join(', ');
	}
	const sorted = prices.sort((a, b) => Number(a.usd) - Number(b.usd));
	const [lowest, highest] = [sorted[0], sorted.at(-1)];
	if (!lowest || !highest) return undefined;
	const unit = prices.some(({ words }) => words.includes('second')) ? ' per second' : '';
	return `$${lowest.usd}${Number(lowest.usd) === Number(highest.usd) ? '' : `–$${highest.usd}`}${unit}`;
}

const isLeafValue = (value: unknown) => typeof value !== 'object' || value === null;

function isPrice(value: unknown): boolean {
	return isLeafValue(value) ? dollarsOf('', value) !== undefined : pricesBelow(value).length > 0;
}

/** The prices in an object; nanos only where nothing else is told. */
function pricesBelow(pricing: unknown): Array<{ words: readonly string[]; usd: string }> {
	const all = walk(pricing).places.flatMap((place) => {
		const usd = isLeaf(place) ? dollarsOf(place.key, place.value) : undefined;
		return usd === undefined ? [] : [{ words: place.words, usd }];
	});
	const plain = all.filter(({ words }) => !words.includes('nano'));
	return plain.length > 0 ? plain : all;
}

function dollarsOf(name: string, value: unknown): string | undefined {
	const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim().replace(/^\$/, '') : '';
	if (text === '' || text.length > 40 || !Number.isFinite(Number(text))) return undefined;
	return /nano/i.test(name) && /^\d+$/.test(text) ? nanosToUsd(BigInt(text)) : text;
}
