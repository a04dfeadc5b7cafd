import type { ModelKind } from '../../../../contract/catalog';
import { formatUsd } from '../../../../contract/money';
import { asText } from '../../support/data';
import { StepCounter, type InterruptibleWork } from '../../support/slices';
import { findPlace } from '../core/find';
import { findList } from './list';
import { QUADRILLIONTHS_PER_NANO, tokenPriceOf } from '../money/tokenPrice';
import { isLeaf, walk, type Place } from '../core/walk';
import { kindWords } from '../words/models';
import { includesAny, wordList, wordsOf, type NameRule } from '../words/words';

/** The best first, as all names here. */
const kindNames: readonly NameRule[] = [
	['type|kind|category', 'most lists'],
	['output modality', 'OpenRouter: output_modalities'],
	['task|product|capability|feature|support|supported|method', 'fal, Hugging Face, Google'],
	['modality', 'image, or text->image'],
];
const inputWords = wordList('input in tokenizer');

const modelIds: readonly NameRule[] = [
	['id', 'the document'],
	['model|slug|endpoint', 'fal, Replicate'],
	['name', 'Google'],
];
/** Words of which the name of an ID consists. */
const besidesModelIds = wordList('id model slug name endpoint');

const deprecatedWords = wordList('deprecated retired sunset discontinued disabled legacy');
const statusNames = wordList('status state lifecycle');

type Fields = Record<string, unknown>;

/** A model as the service's list tells of it. */
export interface ServiceModel {
	id: string;
	kind: ModelKind | 'chat';
	status: 'Live' | 'Deprecated';
	type?: string;
	/** Of a chat model, for a person to read. */
	priceText?: string;
	/** The service's own entry, as it came. */
	listed: Fields;
}

/**
 * Reads the answer of "List models", whose shape is not documented. An entry that does not tell its kind is taken for a chat
 * model, which the document says the list is there for. Never throws.
 */
export function* readModelList(body: unknown): InterruptibleWork<ServiceModel[]> {
	const slice = new StepCounter();
	const models: ServiceModel[] = [];
	for (const fields of findList(body).entries) {
		const { places } = walk(fields);
		if (slice.isOver(STEPS * places.length)) yield;
		const id = findPlace(places, modelIds, { counts: isModelId })?.place.value;
		if (id !== undefined) models.push(describe(asText(id), fields));
	}
	return models;
}

/** What it takes to read a value of an entry, in steps of a slice. */
const STEPS = 10;

const isModelId = ({ depth, words, value }: Place) =>
	depth === 1 &&
	typeof value === 'string' &&
	value !== '' &&
	words.every((word) => besidesModelIds.has(word));

function describe(id: string, fields: Fields): ServiceModel {
	const near = walk(fields).places.filter(
		(place) => place.depth > 0 && place.depth <= 3 && isLeaf(place),
	);
	const told = findPlace(near, kindNames, {
		counts: (place) => kindAt(place) !== undefined && !includesAny(place.words, inputWords),
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

function kindAt({ value }: Place): ServiceModel['kind'] | undefined {
	const text = typeof value === 'string' ? value.slice(0, 100) : '';
	return text === '' ? undefined : kindWords.find(({ words }) => words.test(text))?.kind;
}

const isDeprecated = ({ words, value, depth }: Place): boolean =>
	depth === 1 &&
	(value === true
		? words.every((word) => word === 'is' || deprecatedWords.has(word))
		: includesAny(words, statusNames) && includesAny(wordsOf(asText(value)), deprecatedWords));
