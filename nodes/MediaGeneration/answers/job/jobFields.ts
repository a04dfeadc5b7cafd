import { asText } from '../../support/data';
import { endsWithId, isJobAddress } from './files';
import { endsLikeMedia, LONGEST_ADDRESS } from './media';
import { isLeaf, textOrNumber, type Place, type Walk } from '../core/walk';
import {
	addressNames,
	jobAddress,
	jobNames,
	milliseconds,
	modelParts,
	noResultPlaces,
	resultPlaces,
} from '../words/jobs';
import { hasAny, weigh } from '../words/rows';

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

/**
 * Reads them, each from the place that weighs most as it.
 * @param id where the job's ID stands
 * @param files where its files do
 */
export function readFields(
	{ places }: Walk,
	id: Place | undefined,
	files: ReadonlySet<Place>,
): { values: JobFields; places: Array<[keyof JobFields, Place]> } {
	const jobId = id && textOrNumber(id.value);
	const best = new Map<Name, { place: Place; weight: number }>();
	for (const place of places) {
		if (
			place === id ||
			files.has(place) ||
			!isLeaf(place) ||
			place.marks.has('echo') ||
			place.marks.has('step')
		)
			continue;
		for (const [name, told] of namedBy(nearby(place))) {
			if (!fitting[name](place)) continue;
			const weight = told ?? (isJobs(place, jobId) ? jobAddress : 0);
			if (weight > (best.get(name)?.weight ?? 0)) best.set(name, { place, weight });
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

/** The fields that words can be the name of, and what they weigh as such; an address may tell by itself that it is a job's. */
const namedBy = (words: readonly string[]) =>
	names
		.map((name) => [name, weigh(jobNames[name], words)] as const)
		.filter(([name, told]) => told !== undefined || name === 'status_url');

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

/** Whether an address tells by itself that it is a job's, whatever it is called; one that only ends with the job's ID may be a page about it. */
function isJobs(place: Place, jobId: string | undefined): boolean {
	const address = asText(place.value);
	return (
		isJobAddress(address, jobId) ||
		(endsWithId(address, jobId) && nearby(place).every((word) => addressNames.has(word)))
	);
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
