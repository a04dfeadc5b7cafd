import { asText } from '../../support/data';
import { fileAt, kindInWords } from './media';
import { isEnvelopes } from './state';
import {
	isLeaf,
	orAbove,
	perPlace,
	perWalk,
	textOrNumber,
	walk,
	type Place,
	type Walk,
} from '../core/walk';
import {
	bareId,
	fallbackId,
	fileHolders,
	foreignIds,
	idNames,
	idWeights,
	idWords,
	jobHolders,
	jobNamed,
	jobWords,
	onlyText,
	otherHolders,
	otherJobsId,
	pathId,
	surelyJobs,
	unknownId,
} from '../words/ids';
import { hasAny, traitsOf, weigh, type Trait } from '../words/rows';
import { wordsOf } from '../words/split';
import { stateNames } from '../words/states';

/** A longer text is no ID. */
export const LONGEST_ID = 512;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** How tasks are called for short: t2v, i2i. */
const TASK = /\b[tiva]2[tiva]\b/i;
/** A path that ends with the ID of a job. */
export const RESOURCE = /(^|\/)(operations|predictions|jobs|tasks|generations|runs)\/[^/\s]+$/i;

/** A text that may be the ID of a job, and how surely it is. */
export interface FoundId {
	id: string;
	weight: number;
	place: Place;
}

/** Finds where an answer tells the ID of its job: where the document has it, else by what weighs most. */
export const findJobId = perWalk(({ places, root }: Walk): Place | undefined => {
	const documented = root.children.find(({ key }) => key === 'job_id');
	if (documented && idAt(documented)) return documented;
	let best: FoundId | undefined;
	for (const place of places) {
		const told = idAt(place);
		if (told && told.weight > (best?.weight ?? 0)) best = told;
	}
	return best?.place;
});

/** Whether an answer tells an ID by a name that is a job's; `surely` as in {@link namesJob}. */
export function tellsJob(body: unknown, surely = false): boolean {
	const id = findJobId(walk(body));
	return id !== undefined && namesJob(id, surely);
}

/** Whether an ID in an answer about one job is that of a job, and not of a file or the like: by a name that is surely one, or beside its state. */
export const isOfJob = (place: Place): boolean =>
	idStrength(place) >= surelyJobs || (namesJob(place) && hasStateBeside(place));

/** The IDs of other jobs that an answer tells of in one list with this one. */
export function otherJobs(body: unknown, jobId: string | undefined): string[] {
	const { places } = walk(body);
	const ids = places.filter(
		(place) =>
			place.oneOfMany &&
			place.marks.size === 0 &&
			textOrNumber(place.value) !== undefined &&
			hasAny(place.words, idWords) &&
			namesJob(place),
	);
	const own = ids.find(({ value }) => textOrNumber(value) === jobId);
	const alike = ids.filter(
		({ words, depth }) => own && depth === own.depth && words.join(' ') === own.words.join(' '),
	);
	return [...new Set(alike.flatMap(({ value }) => textOrNumber(value) ?? []))].filter(
		(id) => idKey(id) !== idKey(jobId ?? ''),
	);
}

/** The same as it was kept, each as a job that is named. */
export function othersNamed(ids: unknown): Array<{ job_id: string }> {
	return Array.isArray(ids)
		? ids.flatMap((id: unknown) => (typeof id === 'string' ? [{ job_id: id }] : []))
		: [];
}

/** Whether the name of an ID tells that it is a job's, rather than that of a request or a delivery; `surely` where it is no bare `id` or the like either. */
export function namesJob(place: Place, surely = false): boolean {
	return nameWeight(place, asText(place.value)) >= (surely ? surelyJobs : fallbackId + 1);
}

/** All that may be the ID of a job in these places, each once, the likeliest first. */
export function jobIdsIn(places: readonly Place[]): FoundId[] {
	const found = new Map<string, FoundId>();
	for (const place of places) {
		const told = idAt(place);
		if (told && told.weight > (found.get(told.id)?.weight ?? 0)) found.set(told.id, told);
	}
	return [...found.values()].sort((a, b) => b.weight - a.weight);
}

/** What a place itself tells that may be the ID of a job. */
const idAt = perPlace((place): FoundId | undefined => {
	const id = isLeaf(place) ? idText(place.value) : undefined;
	const weight = id === undefined ? 0 : weighId(place, id);
	return id === undefined || weight === 0 ? undefined : { id, weight, place };
});

/**
 * How surely an ID is that of a job by its name alone, as its weight: a bare `id` in an object called after a job is as
 * one called so, and in a list of jobs as a job's.
 */
export function idStrength(place: Place): number {
	const named = nameWeight(place, asText(place.value));
	const { parent } = place;
	if (named !== bareId || !parent) return named;
	if (hasAny(parent.words.slice(-1), jobHolders)) return weigh(idNames, jobIdWords) ?? bareId;
	return hasAny(parent.words, jobWords) && !Array.isArray(parent.parent?.value)
		? surelyJobs
		: bareId;
}

const jobIdWords = ['job', 'id'];

/** Whether beside an ID stands how its job stands, and not only how the request went. */
export const hasStateBeside = ({ parent }: Place): boolean =>
	parent !== undefined && company(parent).ownState;

/** What two spellings of an ID have in common: services tell a UUID in small letters or in capitals. */
export const idKey = (id: string): string => (UUID.test(id) ? id.toLowerCase() : id);

/** An ID and what stands around it. */
interface Seen {
	place: Place;
	id: string;
	/** What its name weighs. */
	named: number;
	isBare: boolean;
	/** Whether it stands in an entry of a list. */
	isInEntry: boolean;
	beside: ReturnType<typeof company>;
}

const traits: ReadonlyArray<Trait<Seen>> = [
	{
		adds: idWeights.bareNumber,
		if: ({ isBare, place }) => isBare && typeof place.value === 'number',
	},
	{
		adds: idWeights.bareInJob,
		if: ({ isBare, place, isInEntry }) => isBare && isInOne(place, jobWords) && !isInEntry,
	},
	{
		adds: idWeights.bareInListedJob,
		if: ({ isBare, place, isInEntry, beside }) =>
			isBare && isInOne(place, jobWords) && isInEntry && beside.state,
	},
	{ adds: idWeights.bareInFile, if: ({ isBare, place }) => isBare && isInOne(place, fileHolders) },
	{ adds: idWeights.bareBesideState, if: ({ isBare, beside }) => isBare && beside.state },
	{ adds: idWeights.bareBesideEvent, if: ({ isBare, beside }) => isBare && beside.event },
	{ adds: idWeights.bareOfFileBelow, if: (seen) => isOfFileBelow(seen) },
	{
		adds: idWeights.bareListed,
		if: (seen) =>
			seen.isBare &&
			!seen.beside.state &&
			!isOfFileBelow(seen) &&
			(seen.place.oneOfMany || (seen.beside.file && seen.isInEntry)),
	},
	{
		adds: idWeights.weakBesideState,
		if: ({ isBare, named, beside }) => !isBare && named < bareId && beside.ownState,
	},
	{ adds: idWeights.uuid, if: ({ id }) => UUID.test(id) },
	{ adds: idWeights.foreign, if: ({ id }) => foreignIds.test(id) },
	{ adds: idWeights.aside, if: ({ place }) => place.marks.has('aside') || place.marks.has('step') },
	{ adds: idWeights.unnamed, if: ({ place }) => !place.words.includes('id') },
	{ adds: idWeights.longName, if: ({ isBare, place }) => !isBare && place.words.length > 2 },
];

function weighId(place: Place, id: string): number {
	const named = place.marks.has('echo') ? 0 : nameWeight(place, id);
	if (named <= 0) return 0;
	const { parent } = place;
	const isInEntry = Array.isArray(parent?.parent?.value);
	const seen = {
		place,
		id,
		named,
		isBare: named === bareId,
		isInEntry,
		beside: parent ? company(parent) : alone,
	};
	return Math.max(named + traitsOf(traits, seen) + idWeights.level * place.depth, 1);
}

const isInOne = ({ parent }: Place, words: ReadonlySet<string>) =>
	parent !== undefined && !Array.isArray(parent.value) && hasAny(parent.words, words);

const isOfFileBelow = ({ isBare, isInEntry, beside }: Seen) =>
	isBare && !beside.state && beside.deepFile && isInEntry;

/** What stands beside a bare `id` and tells whose it is. */
const company = perPlace(({ children }) => {
	const texts = children.filter(({ value }) => typeof value === 'string');
	const states = texts.filter(({ words }) => (weigh(stateNames, words) ?? 0) >= 90);
	return {
		state: states.length > 0,
		ownState: states.some(({ value }) => !isEnvelopes(asText(value).slice(0, 100))),
		file: texts.some((place) => !idWords.has(place.key) && fileAt(place) !== undefined),
		deepFile: children.some(holdsFile),
		event: texts.some(
			({ words, value }) =>
				(words.includes('event') || words.includes('type')) &&
				/[.:]/.test(asText(value).slice(0, 100)),
		),
	};
});

const alone = { state: false, ownState: false, file: false, deepFile: false, event: false };

/** Whether an object is about a file: `result: { src }`. */
function holdsFile({ children }: Place): boolean {
	return children.some((place) => !idWords.has(place.key) && fileAt(place) !== undefined);
}

function nameWeight(place: Place, id: string): number {
	const { words, parent } = place;
	if (!hasAny(words, idWords)) return otherNameWeight(place, id);
	if (parent && isOfAnother(parent)) return otherJobsId;
	return weigh(idNames, words) ?? (words.every((word) => idWords.has(word)) ? bareId : unknownId);
}

/** What a name weighs that has no word for an ID. */
function otherNameWeight({ words, parent, depth }: Place, id: string): number {
	if (RESOURCE.test(id) && /^\w/.test(id) && words.length > 0) return pathId;
	const last = words.at(-1) ?? '';
	if (words.length === 1 && jobWords.has(last)) return isTasksName(id) ? 0 : jobNamed;
	return depth === 1 &&
		parent &&
		['result', 'data'].includes(last) &&
		/\d/.test(id) &&
		/^[\w-]{8,128}$/.test(id)
		? onlyText
		: 0;
}

/** Whether a text names what a task does, such as `text_to_video`, rather than one task. */
const isTasksName = (text: string) =>
	!/\d/.test(text) || kindInWords(wordsOf(text)) !== undefined || TASK.test(text);

/** Whether an object belongs to another job than the answer is about. */
const isOfAnother = orAbove(({ words }) => hasAny(words, otherHolders));

function idText(value: unknown): string | undefined {
	if (typeof value === 'number')
		return Number.isSafeInteger(value) && value > 0 ? String(value) : undefined;
	const text = textOrNumber(value)?.trim();
	return text === undefined || text.length > LONGEST_ID || /\s|^(https?:|data:)/i.test(text)
		? undefined
		: text;
}
