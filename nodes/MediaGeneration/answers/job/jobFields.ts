import { asText } from '../../support/data';
import { findPlace } from '../core/find';
import { endsLikeMedia, LONGEST_ADDRESS } from './media';
import { isLeaf, perPlace, textOrNumber, type Place, type Walk } from '../core/walk';
import { firstRule, includesAny, wordList, type NameRule } from '../words/words';

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

interface Row {
	/** The best first. */
	names: readonly NameRule[];
	/** Words that make of such a name something else. */
	never?: ReadonlySet<string>;
	/** Whether what stands there can be it. */
	fits(place: Place): boolean;
}

const fields: Readonly<Record<keyof JobFields, Row>> = {
	status_url: {
		names: [
			[`status ${address}`, 'the document'],
			[`poll|polling|check|track|tracking ${address}`, 'Black Forest Labs polling_url'],
			[`fetch|retrieve|retrieval|monitor|query ${address}`, 'plainer services'],
			['get url|link', 'Replicate and WaveSpeed urls.get'],
			[`job|task|operation|prediction|progress ${address}`, 'Azure Operation-Location'],
			[`self ${address}`, 'HAL'],
		],
		never: wordList('webhook callback cancel response result file output next model notification'),
		fits: isAddress,
	},
	webhook_url: {
		names: [[`webhook|callback|notify|notification|hook ${address}`, 'the document']],
		fits: isAddress,
	},
	answer_url: {
		names: [[`response|result ${address}`, 'fal: where the answer is to be had']],
		fits: (place) => isAddress(place) && !endsLikeMedia(asText(place.value)),
	},
	generation_time: {
		names: [
			['generation time|duration|second', 'the document'],
			['inference|predict|execution|processing|render|elapsed time|second', 'Replicate'],
		],
		fits: ({ value, words }) =>
			!words.some((word) => /^(ms|milli)/.test(word)) &&
			Number.isFinite(Number(textOrNumber(value) ?? NaN)),
	},
	created_at: {
		names: [
			[`created|create|submit|submitted|creation ${at}`, 'the document'],
			['created', 'OpenAI images'],
		],
		fits: isTime,
	},
	completed_at: {
		names: [[`completed|finished|ended|complete|finish|end|completion ${at}`, 'the document']],
		never: wordList('estimated estimate expected eta projected predicted approximate deadline'),
		fits: isTime,
	},
	model: {
		names: [['model', 'the document']],
		never: wordList('url uri status type version path price list provider description hash'),
		fits: (place) => place.words.length <= 2 && isShort(place),
	},
};

const addressNames = wordList('url link href uri');
const modelParts = wordList('id name slug');

/** The longest model or time, in characters. */
export const LONGEST_FIELD_TEXT = 500;

/** Whether words are the name of a field of a job. */
export const isNameOf = (field: keyof JobFields, words: readonly string[]): boolean =>
	!includesAny(words, fields[field].never ?? new Set()) &&
	firstRule(fields[field].names, words) !== undefined;

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
	const found = (Object.keys(fields) as Array<keyof JobFields>).flatMap(
		(name): Array<[keyof JobFields, Place]> => {
			const counts = (place: Place) => isNameOf(name, nearby(place)) && fields[name].fits(place);
			const place = findPlace(told, fields[name].names, { counts, named: nearby })?.place;
			return place ? [[name, place]] : [];
		},
	);
	const values = found.map(([name, { value }]) => [
		name,
		name === 'generation_time' ? Number(value) : asText(value),
	]);
	return { values: Object.fromEntries(values) as JobFields, places: found };
}

function isShort({ value, words }: Place): boolean {
	return words.length > 0 && (textOrNumber(value)?.length ?? Infinity) <= LONGEST_FIELD_TEXT;
}

/** An address of HTTP, or a path. */
function isAddress({ value, words }: Place): boolean {
	return (
		words.length > 0 &&
		typeof value === 'string' &&
		value.length <= LONGEST_ADDRESS &&
		/^(https?:\/)?\/\S+$/i.test(value.slice(0, 8_000))
	);
}

function isTime(place: Place): boolean {
	return place.words.length <= 3 && !place.words.includes('by') && isShort(place);
}

/** A name with that of its object, where one is nothing without the other: `urls.get`, `model.id`. */
const nearby = perPlace(({ words, parent }: Place): readonly string[] => {
	if (!parent || words === parent.words || parent.words.length === 0) return words;
	const [own = '', around = ''] = [words, parent.words].map((name) =>
		name.length === 1 ? name[0] : undefined,
	);
	if (around === 'model') return modelParts.has(own) ? parent.words : words;
	return addressNames.has(around) || addressNames.has(own) ? [...words, ...parent.words] : words;
});
