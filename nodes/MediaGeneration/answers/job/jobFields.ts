import { asText } from '../../support/data';
import { find } from '../core/find';
import { endsLikeMedia, LONGEST_ADDRESS } from './media';
import { isLeaf, perPlace, textOrNumber, type Place, type Walk } from '../core/walk';
import { firstRule, hasAny, wordList, type Rule } from '../words/rows';

/** A job's fields beside its ID, state, files and error. */
export interface JobFields {
	status_url?: string;
	webhook_url?: string;
	/** Where the result is to be had, if this answer surely has none. */
	answer_url?: string;
	model?: string;
	generation_time?: number;
	created_at?: string;
	completed_at?: string;
}

const address = 'url|uri|link|href|endpoint|location';
const at = 'at|time|date|on|timestamp';

/** The best first. */
const jobNames = {
	status_url: [
		[`status ${address}`, 'the document'],
		[`poll|polling|check|track|tracking ${address}`, 'Black Forest Labs polling_url'],
		[`fetch|retrieve|retrieval|monitor|query ${address}`, 'plainer services'],
		['get url|link', 'Replicate and WaveSpeed urls.get'],
		[`job|task|operation|prediction|progress ${address}`, 'Azure Operation-Location'],
		[`self ${address}`, 'HAL'],
	],
	webhook_url: [[`webhook|callback|notify|notification|hook ${address}`, 'the document']],
	answer_url: [[`response|result ${address}`, 'fal: where the answer is to be had']],
	generation_time: [
		['generation time|duration|second', 'the document'],
		['inference|predict|execution|processing|render|elapsed time|second', 'Replicate'],
	],
	created_at: [
		[`created|create|submit|submitted|creation ${at}`, 'the document'],
		['created', 'OpenAI images'],
	],
	completed_at: [[`completed|finished|ended|complete|finish|end|completion ${at}`, 'the document']],
	model: [['model', 'the document']],
} as const satisfies Record<string, readonly Rule[]>;

const notJobNames: Partial<Record<keyof typeof jobNames, ReadonlySet<string>>> = {
	status_url: wordList(
		'webhook callback cancel response result file output asset web stream download next prev model notification',
	),
	completed_at: wordList(
		'estimated estimate expected eta projected predicted approximate deadline',
	),
	model: wordList('url uri status type version path price list provider description hash'),
};

const addressNames = wordList('url link href uri');
const modelParts = wordList('id name slug');

type Name = keyof typeof jobNames;

/** The longest model or time, in characters. */
export const LONGEST_FIELD_TEXT = 500;

/** Whether words are the name of a field of a job. */
export const isNameOf = (field: Name, words: readonly string[]): boolean =>
	!hasAny(words, notJobNames[field] ?? new Set()) &&
	firstRule(jobNames[field], words) !== undefined;

/**
 * Reads them, each from the outermost place with the best name.
 * @param id where the job's ID stands
 * @param files where its files stand
 */
export function readFields(
	{ places }: Walk,
	id: Place | undefined,
	files: ReadonlySet<Place>,
): { values: JobFields; places: Array<[keyof JobFields, Place]> } {
	const told = places.filter(
		(place) =>
			place !== id &&
			!files.has(place) &&
			isLeaf(place) &&
			!place.marks.has('echo') &&
			!place.marks.has('step'),
	);
	const found = (Object.keys(jobNames) as Name[]).flatMap((name): Array<[Name, Place]> => {
		const counts = (place: Place) => isNameOf(name, nearby(place)) && fits[name](place);
		const place = find(told, jobNames[name], { counts, named: nearby })?.place;
		return place ? [[name, place]] : [];
	});
	const values = found.map(([name, { value }]) => [
		name,
		name === 'generation_time' ? Number(value) : asText(value),
	]);
	return { values: Object.fromEntries(values) as JobFields, places: found };
}

const isShort = ({ value, words }: Place) =>
	words.length > 0 && (textOrNumber(value)?.length ?? Infinity) <= LONGEST_FIELD_TEXT;

const isAddress = ({ value, words }: Place) =>
	words.length > 0 &&
	typeof value === 'string' &&
	value.length <= LONGEST_ADDRESS &&
	/^(https?:\/)?\/\S+$/i.test(value.slice(0, 8_000));

const isTime = (place: Place) =>
	place.words.length <= 3 && !place.words.includes('by') && isShort(place);

const fits: Record<Name, (place: Place) => boolean> = {
	status_url: isAddress,
	webhook_url: isAddress,
	answer_url: (place) => isAddress(place) && !endsLikeMedia(asText(place.value)),
	generation_time: ({ value, words }) =>
		!words.some((word) => /^(ms|milli)/.test(word)) &&
		Number.isFinite(Number(textOrNumber(value) ?? NaN)),
	created_at: isTime,
	completed_at: isTime,
	model: (place) => place.words.length <= 2 && isShort(place),
};

/** A name with that of its object, where one is nothing without the other: `urls.get`, `model.id`. */
const nearby = perPlace(({ words, parent }: Place): readonly string[] => {
	if (!parent || words === parent.words || parent.words.length === 0) return words;
	const [own = '', around = ''] = [words, parent.words].map((name) =>
		name.length === 1 ? name[0] : undefined,
	);
	if (around === 'model') return modelParts.has(own) ? parent.words : words;
	return addressNames.has(around) || addressNames.has(own) ? [...words, ...parent.words] : words;
});
