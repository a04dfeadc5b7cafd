import { asText } from '../../support/data';
import { endsWithId, isJobAddress } from './files';
import { idOf } from './ids';
import { endsLikeMedia, LONGEST_ADDRESS } from './media';
import { isLeaf, textOrNumber, type Place, type Walk } from '../core/walk';
import {
	addressNames,
	jobNames,
	milliseconds,
	modelParts,
	noResultPlaces,
	resultPlaces,
} from '../words/jobs';
import { firstRule, hasAny } from '../words/rows';

/** What an answer tells of a job beside its ID, state, files and error. */
export interface JobFields {
	status_url?: string;
	webhook_url?: string;
	/** Where the service says that the answer is to be had, if this one surely has none. */
	answer_url?: string;
	model?: string;
	generation_time?: number;
	created_at?: string;
	completed_at?: string;
}

type Name = keyof typeof jobNames;
const names = Object.keys(jobNames) as Name[];

/** No model or time has a longer name. */
export const LONGEST_NAME = 500;

/** Which of a field's names words are: 0 for the best; nothing where they are none. */
function nameOf(field: Name, words: readonly string[]): number | undefined {
	const row = jobNames[field];
	return 'not' in row && hasAny(words, row.not) ? undefined : firstRule(row.names, words);
}

/** Whether words are the name of a field of a job. */
export const isNameOf = (field: Name, words: readonly string[]): boolean =>
	nameOf(field, words) !== undefined;

/** Which of the names of a job's own address a header has. */
export const statusNameOf = (words: readonly string[]): number | undefined =>
	nameOf('status_url', words);

/**
 * Reads them, each from the place with the best name, the outermost of several.
 * @param id where the job's ID stands
 * @param files where its files do
 */
export function readFields(
	{ places }: Walk,
	id: Place | undefined,
	files: ReadonlySet<Place>,
): { values: JobFields; places: Array<[keyof JobFields, Place]> } {
	const jobId = idOf(id);
	const best = new Map<Name, { place: Place; rule: number }>();
	for (const place of places) {
		const { marks } = place;
		if (
			place === id ||
			files.has(place) ||
			!isLeaf(place) ||
			marks.has('echo') ||
			marks.has('step')
		)
			continue;
		const words = nearby(place);
		for (const name of names) {
			const rule =
				nameOf(name, words) ?? (name === 'status_url' ? jobsRule(place, jobId) : Infinity);
			if (rule < (best.get(name)?.rule ?? Infinity) && fitting[name](place))
				best.set(name, { place, rule });
		}
	}
	const values = [...best].map(([name, { place }]) => [
		name,
		name === 'generation_time' ? secondsAt(place) : asText(place.value),
	]);
	return {
		values: Object.fromEntries(values) as JobFields,
		places: [...best].map(([name, { place }]) => [name, place]),
	};
}

const isShort = ({ value, words }: Place) =>
	words.length > 0 && (textOrNumber(value)?.length ?? Infinity) <= LONGEST_NAME;

/** Whether a place has an address of HTTP, or a path. */
const isAddress = ({ value, words }: Place) =>
	words.length > 0 &&
	typeof value === 'string' &&
	value.length <= LONGEST_ADDRESS &&
	/^(https?:\/)?\/\S+$/i.test(value.slice(0, 8_000));

const isTime = (place: Place) =>
	place.words.length <= 3 && !place.words.includes('by') && isShort(place);

/** Whether what stands at a place can be the value of a field. */
const fitting: Record<Name, (place: Place) => boolean> = {
	status_url: isAddress,
	webhook_url: isAddress,
	answer_url: (place) => isAddress(place) && !endsLikeMedia(asText(place.value)),
	generation_time: ({ value, words }) =>
		words.length > 0 && textOrNumber(value) !== undefined && Number.isFinite(Number(value)),
	created_at: isTime,
	completed_at: isTime,
	model: (place) => place.words.length <= 2 && isShort(place),
};

const secondsAt = ({ value, words }: Place) =>
	Number(value) / (hasAny(words, milliseconds) ? 1000 : 1);

/** After all names: an address that is a job's by itself; one that only ends with the job's ID may be a page about it. */
function jobsRule(place: Place, jobId: string | undefined): number {
	const address = typeof place.value === 'string' ? place.value : '';
	const isJobs =
		isJobAddress(address, jobId) ||
		(endsWithId(address, jobId) && nearby(place).every((word) => addressNames.has(word)));
	return isJobs ? jobNames.status_url.names.length : Infinity;
}

/** A name, and that of the object around it where one is nothing without the other: `urls.get`, `webhook.url`, `model.id`. */
function nearby({ words, parent }: Place): readonly string[] {
	if (!parent || words === parent.words || parent.words.length === 0) return words;
	const [own = '', around = ''] = [words, parent.words].map((name) =>
		name.length === 1 ? name[0] : undefined,
	);
	if (around === 'model') return modelParts.has(own) ? parent.words : words;
	return addressNames.has(around) || addressNames.has(own) ? [...words, ...parent.words] : words;
}

/** Where the result of a job that is done may be had, if its answer surely holds none and names a further address. */
export function furtherAddress(
	{ places }: Walk,
	{ webhook_url, status_url }: JobFields,
): string | undefined {
	const found = places.find(
		(place) =>
			isAddress(place) &&
			place.value !== webhook_url &&
			place.value !== status_url &&
			!endsLikeMedia(asText(place.value)) &&
			place.marks.size === 0 &&
			hasAny(nearby(place), resultPlaces) &&
			!hasAny(place.words, noResultPlaces),
	);
	return found && textOrNumber(found.value);
}
