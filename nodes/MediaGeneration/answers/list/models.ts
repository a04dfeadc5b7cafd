import type { ModelKind } from '../../../../contract/catalog';
import { formatUsd, NANOS_PER_USD, nanosToUsd } from '../../../../contract/money';
import { Slice, type Sliced } from '../../support/slices';
import { entriesAt, findList } from './list';
import { tokenPriceOf, tokensPer } from '../money/tokenPrice';
import { moneyOf, nanosOf, unitBeside } from '../money/unit';
import { isFields, isLeaf, walk, type Place } from '../core/walk';
import { measures } from '../words/amounts';
import {
	deprecatedWords,
	directionWords,
	etaNames,
	inputWords,
	kindNames,
	kindWords,
	modelIds,
	otherTimes,
	priceNames,
	servedWords,
	statusNames,
} from '../words/models';
import { firstRule, hasAny, wordList } from '../words/rows';
import { wordsOf } from '../words/split';

type Fields = Record<string, unknown>;

/** A model as the service's own list tells of it. */
export interface ServiceModel {
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
export function* readModelList(body: unknown): Sliced<ServiceModel[]> {
	const slice = new Slice();
	const models: ServiceModel[] = [];
	for (const fields of entriesOf(body)) {
		if (slice.isOver(STEPS * walk(fields).places.length)) yield;
		const id = named(fields, modelIds);
		if (id !== undefined) models.push(describe(id, fields));
	}
	return models;
}

/** What it takes to read a value of an entry. */
const STEPS = 10;

function entriesOf(body: unknown): Fields[] {
	const grouped = walk(body).places.find(
		(place) => place.depth < 5 && isFields(place.value) && groups(place).length > 1,
	);
	if (!grouped) {
		const { entries } = findList(body);
		// One entry for each of those that provide them.
		return entries.length > 0 && entries.every((entry) => modelsIn(entry).length > 0)
			? entries.flatMap(modelsIn)
			: entries;
	}
	return groups(grouped).flatMap((group) =>
		entriesAt(group).map((entry) => ({ type: group.key, ...entry })),
	);
}

/** The models that an entry lists, where it is one of somebody who provides them. */
function modelsIn(entry: Fields): Fields[] {
	const [, list] =
		Object.entries(entry).find(([name, value]) => MODELS.test(name) && Array.isArray(value)) ?? [];
	return Array.isArray(list)
		? list.flatMap((model: unknown) =>
				isFields(model) ? [model] : typeof model === 'string' ? [{ id: model }] : [],
			)
		: [];
}

const MODELS = /^models?$/i;

/** Lists whose names all tell what their models make. */
function groups({ children }: Place): Place[] {
	const lists = children.filter((child) => !isLeaf(child) && entriesAt(child).length > 0);
	return lists.every(({ key }) => kindWords.some(({ words }) => words.test(key))) ? lists : [];
}

function describe(id: string, fields: Fields): ServiceModel {
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
	const byName = new Map(
		Object.entries(fields).map(([key, value]) => [wordsOf(key).join(' '), value]),
	);
	return names
		.map((name) => byName.get(name))
		.find((value): value is string => typeof value === 'string' && value !== '');
}

/** What the place with the best name says, the first of several. */
function kindIn(places: Place[]): { kind: ServiceModel['kind']; text: string } | undefined {
	let best: { kind: ServiceModel['kind']; text: string; rule: number } | undefined;
	for (const place of places) {
		const text = typeof place.value === 'string' ? place.value.slice(0, 100) : '';
		const kind = text === '' ? undefined : kindWords.find((row) => row.words.test(text))?.kind;
		const words = wordsOfKind(place);
		const rule = hasAny(words, inputWords) ? undefined : firstRule(kindNames, words);
		if (kind && rule !== undefined && rule < (best?.rule ?? Infinity)) best = { kind, text, rule };
	}
	return best;
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
			return words.length === 1 || (words.length === 2 && words[0] === 'is')
				? hasAny(words, value ? deprecatedWords : servedWords)
				: false;
		return (
			typeof value === 'string' &&
			value !== '' &&
			hasAny(words, statusNames) &&
			hasAny(wordsOf(value), deprecatedWords)
		);
	});
}

function etaIn(places: Place[]): number | undefined {
	for (const { words, value } of places) {
		const text =
			typeof value === 'number' || typeof value === 'string' ? String(value).slice(0, 20) : '';
		const isEta = firstRule(etaNames, words) !== undefined && !hasAny(words, otherTimes);
		const number = isEta
			? /^[~≈]?\s?(\d{1,7}(?:\.\d{1,3})?)\s?(ms|s|sec|seconds)?$/i.exec(text)
			: null;
		if (number)
			return (
				Number(number[1]) /
				(words.includes('ms') || words.includes('millisecond') || number[2] === 'ms' ? 1000 : 1)
			);
	}
	return undefined;
}

function priceOf(fields: Fields): string | undefined {
	const tokens = tokenPriceOf(fields);
	if (tokens)
		return `${[tokens.input, tokens.output].map((price) => formatUsd(price / QUADRILLIONTHS_PER_NANO)).join(' / ')} per million tokens`;
	const priced = walk(fields).root.children.filter(({ words }) => hasAny(words, priceNames));
	const prices = priced.map(pricesIn).find((found) => found.length > 0) ?? [];
	if (prices.some(({ place }) => hasAny(place.words, tokenWords)))
		return prices.flatMap(ofTokens).join(', ') || undefined;
	const sorted = prices.sort((a, b) => Number(a.usd) - Number(b.usd));
	const [lowest, highest] = [sorted[0], sorted.at(-1)];
	if (!lowest || !highest) return undefined;
	const unit = prices.some(({ place }) => place.words.includes('second'))
		? 'second'
		: measureOf(lowest.place);
	return `$${lowest.usd}${Number(lowest.usd) === Number(highest.usd) ? '' : `–$${highest.usd}`}${unit && ` per ${unit}`}`;
}

const QUADRILLIONTHS_PER_NANO = 1_000_000n;

interface Price {
	place: Place;
	/** As it was told, where that is in US dollars. */
	usd: string;
}

const tokenWords = wordList('token prompt completion');
const writtenWords = wordList('out output completion');

function ofTokens({ place, usd }: Price): string[] {
	const count = tokensPer(`${place.key} ${unitBeside(place).measure ?? ''}`);
	const of = hasAny(place.words, writtenWords) ? 'output' : 'input';
	return count === undefined
		? []
		: [
				`$${usd} per ${count === 1 ? `${of} token` : `${count.toLocaleString('en-US')} ${of} tokens`}`,
			];
}

/** What a price is told for one of, beside it. */
const measureOf = (place: Place) =>
	wordsOf(unitBeside(place).measure ?? '')
		.filter((word) => measures.has(word) || /^\d+$/.test(word))
		.join(' ');

/** The prices in a field; nanos only where nothing else is told. */
function pricesIn(field: Place): Price[] {
	const open = [field];
	const all: Price[] = [];
	for (let at = 0; at < open.length; at++) {
		const place = open[at] as Place;
		for (const child of place.children) open.push(child);
		const usd = isLeaf(place) ? dollarsOf(place) : undefined;
		if (usd !== undefined) all.push({ place, usd });
	}
	const plain = all.filter(({ place }) => !place.words.includes('nano'));
	return plain.length > 0 ? plain : all;
}

function dollarsOf(place: Place): string | undefined {
	const { value, words, parent } = place;
	const text =
		typeof value === 'number'
			? String(value)
			: typeof value === 'string'
				? value.trim().replace(/^\$/, '')
				: '';
	if (text === '' || text.length > 40 || !Number.isFinite(Number(text))) return undefined;
	const unit = moneyOf(place, [...words, ...(parent?.words ?? [])]);
	if (unit?.nanos === NANOS_PER_USD) return text;
	const nanos = unit && nanosOf(place, unit);
	return nanos === undefined ? undefined : nanosToUsd(nanos);
}
