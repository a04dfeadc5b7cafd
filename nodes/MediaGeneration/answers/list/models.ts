import type { ModelKind } from '../../../../contract/catalog';
import { formatUsd } from '../../../../contract/money';
import { asText } from '../../support/data';
import { Slice, type Sliced } from '../../support/slices';
import { find } from '../core/find';
import { entriesAt, findList } from './list';
import { tokenPriceOf } from '../money/tokenPrice';
import { isFields, isLeaf, walk, type Place } from '../core/walk';
import {
	besidesModelIds,
	deprecatedWords,
	directionWords,
	inputWords,
	kindNames,
	kindWords,
	modelIds,
	servedWords,
	statusNames,
} from '../words/models';
import { hasAny } from '../words/rows';
import { wordsOf } from '../words/split';

type Fields = Record<string, unknown>;

/** A model as the service's own list tells of it. */
export interface ServiceModel {
	id: string;
	kind: ModelKind | 'chat';
	status: 'Live' | 'Deprecated';
	type?: string;
	/** For a person to read: of a chat model. */
	priceText?: string;
	/** The service's own entry, as it came. */
	listed: Fields;
}

/**
 * Reads the answer of "List models", whose shape is not documented: a list, bare or wrapped, keyed by ID or in groups by
 * what the models make, of IDs or of objects. An entry that does not tell its kind is taken for a chat model, which the
 * document says the list is there for. Never throws.
 */
export function* readModelList(body: unknown): Sliced<ServiceModel[]> {
	const slice = new Slice();
	const models: ServiceModel[] = [];
	for (const fields of entriesOf(body)) {
		const { places } = walk(fields);
		if (slice.isOver(STEPS * places.length)) yield;
		const id = find(places, modelIds, { counts: isModelId })?.place.value;
		if (id !== undefined) models.push(describe(asText(id), fields));
	}
	return models;
}

/** What it takes to read a value of an entry. */
const STEPS = 10;

const isModelId = ({ depth, words, value }: Place) =>
	depth === 1 &&
	typeof value === 'string' &&
	value !== '' &&
	words.every((word) => besidesModelIds.has(word));

function entriesOf(body: unknown): Fields[] {
	const grouped = walk(body).places.find(
		(place) => place.depth < 5 && isFields(place.value) && groups(place).length > 1,
	);
	if (grouped)
		return groups(grouped).flatMap((group) =>
			entriesAt(group).map((entry) => ({ type: group.key, ...entry })),
		);
	const { entries } = findList(body);
	// One entry for each of those that provide them.
	const ofProviders = entries.map(({ models }) =>
		Array.isArray(models) ? findList(models).entries : [],
	);
	return ofProviders.every((models) => models.length > 0) ? ofProviders.flat() : entries;
}

/** Lists whose names all tell what their models make. */
function groups({ children }: Place): Place[] {
	const lists = children.filter((child) => !isLeaf(child) && entriesAt(child).length > 0);
	return lists.every(({ key }) => kindWords.some(({ words }) => words.test(key))) ? lists : [];
}

function describe(id: string, fields: Fields): ServiceModel {
	const near = walk(fields).places.filter(
		(place) => place.depth > 0 && place.depth <= 3 && isLeaf(place),
	);
	const told = find(near, kindNames, {
		counts: (place) => kindAt(place) !== undefined && !hasAny(wordsOfKind(place), inputWords),
		named: wordsOfKind,
	})?.place;
	const kind = (told && kindAt(told)) ?? 'chat';
	const type = asText(told?.value ?? '').slice(0, 100);
	return {
		id,
		kind,
		status: near.some(isDeprecated) ? 'Deprecated' : 'Live',
		type: kind === 'video' && type !== 'video' ? type : undefined,
		priceText: priceOf(fields),
		listed: fields,
	};
}

function priceOf(fields: Fields): string | undefined {
	const price = tokenPriceOf(fields);
	const inMillion = (amount: bigint) => formatUsd(amount / QUADRILLIONTHS_PER_NANO);
	return price && `${inMillion(price.input)} / ${inMillion(price.output)} per million tokens`;
}

const QUADRILLIONTHS_PER_NANO = 1_000_000n;

/** What the text at a place says that a model makes. */
function kindAt({ value }: Place): ServiceModel['kind'] | undefined {
	const text = typeof value === 'string' ? value.slice(0, 100) : '';
	return text === '' ? undefined : kindWords.find(({ words }) => words.test(text))?.kind;
}

/** The words of a name, with those around it where it says only what goes in and what comes out. */
function wordsOfKind({ words, parent }: Place): readonly string[] {
	if (!words.every((word) => directionWords.has(word))) return words;
	const holder = parent?.words === words ? parent.parent : parent;
	return [...(holder?.words ?? []), ...words];
}

function isDeprecated({ words, value, depth }: Place): boolean {
	if (depth > 1) return false;
	if (typeof value !== 'boolean')
		return hasAny(words, statusNames) && hasAny(wordsOf(asText(value)), deprecatedWords);
	const [word = '', ...more] = words.filter((each) => each !== 'is');
	return more.length === 0 && (value ? deprecatedWords : servedWords).has(word);
}
