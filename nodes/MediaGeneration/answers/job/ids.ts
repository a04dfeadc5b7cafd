import { asText } from '../../support/data';
import { fileAt, kindInWords } from './media';
import { isEnvelopes } from './state';
import { isLeaf, orAbove, perPlace, perWalk, textOrNumber, walk, type Place, type Walk } from '../core/walk';
import {
	bareId,
	fallbackId,
	fileHolders,
	foreignIds,
	idNames,
	idWords,
	inJob,
	jobHolders,
	jobWords,
	numberedId,
	otherHolders,
	otherJobsId,
	surelyJobs,
	unknownId,
} from '../words/ids';
import { hasAny, weigh } from '../words/rows';
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

/** The IDs of other jobs that an answer tells of in one list with this one. */
export function otherJobs(body: unknown, jobId: string | undefined): string[] {
	const { places } = walk(body);
	const ids = places.filter(
		(place) => place.oneOfMany && place.marks.size === 0 && textOrNumber(place.value) !== undefined && hasAny(place.words, idWords) && namesJob(place),
	);
	const own = ids.find(({ value }) => textOrNumber(value) === jobId);
	const alike = ids.filter(({ words, depth }) => own && depth === own.depth && words.join(' ') === own.words.join(' '));
	return [...new Set(alike.flatMap(({ value }) => textOrNumber(value) ?? []))].filter((id) => idKey(id) !== idKey(jobId ?? ''));
}

/** The same as it was kept, each as a job that is named. */
export function othersNamed(ids: unknown): Array<{ job_id: string }> {
	return Array.isArray(ids) ? ids.flatMap((id: unknown) => (typeof id === 'string' ? [{ job_id: id }] : [])) : [];
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
	const weight = id === undefined ? 0 : weighId(place);
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
	return hasAny(parent.words, jobWords) && !Array.isArray(parent.parent?.value) ? surelyJobs : bareId;
}

const jobIdWords = ['job', 'id'];

/** Whether beside an ID stands how its job stands, and not only how the request went. */
export const hasStateBeside = ({ parent }: Place): boolean => parent !== undefined && company(parent).ownState;

/** What two spellings of an ID have in common: services tell a UUID in small letters or in capitals. */
export const idKey = (id: string): string => (UUID.test(id) ? id.toLowerCase() : id);

function weighId(place: Place): number {
	const { value, words, parent } = place;
	const id = idText(value);
	if (id === undefined || place.marks.has('echo')) return 0;
	let weight = nameWeight(place, id);
	if (weight <= 0) return 0;
	const bare = weight === bareId;
	const holder = parent && Array.isArray(parent.value) ? undefined : parent;
	const { state, ownState, file, deepFile, event } = parent ? company(parent) : alone;
	if (bare && typeof value === 'number') weight -= numberedId;
	if (bare && holder && hasAny(holder.words, jobWords)) weight += !Array.isArray(holder.parent?.value) ? inJob.alone : state ? inJob.listed : 0;
	if (bare && holder && hasAny(holder.words, fileHolders)) weight -= 15;
	if (!bare && weight < bareId && ownState) weight += 10;
	if (bare && parent) {
		if (state) weight += 15;
		else if (deepFile && Array.isArray(parent.parent?.value)) weight -= 45;
		else if (place.oneOfMany || (file && Array.isArray(parent.parent?.value))) weight -= 20;
		if (event) weight -= 30;
	}
	if (UUID.test(id)) weight += 3;
	if (foreignIds.test(id)) weight -= 45;
	if (place.marks.has('aside') || place.marks.has('step')) weight -= 50;
	// Of two names that are as good the shorter is the job's own: `job_id` before `batch_job_id`.
	return Math.max(weight + 2 * place.depth - (words.includes('id') ? 0 : 1) - (!bare && words.length > 2 ? 1 : 0), 1);
}

/** What stands beside a bare `id` and tells whose it is. */
const company = perPlace(({ children }) => {
	const texts = children.filter(({ value }) => typeof value === 'string');
	const states = texts.filter(({ words }) => (weigh(stateNames, words) ?? 0) >= 90);
	return {
		state: states.length > 0,
		ownState: states.some(({ value }) => !isEnvelopes(asText(value).slice(0, 100))),
		file: texts.some((place) => !idWords.has(place.key) && fileAt(place) !== undefined),
		deepFile: children.some(holdsFile),
		event: texts.some(({ words, value }) => (words.includes('event') || words.includes('type')) && /[.:]/.test(asText(value).slice(0, 100))),
	};
});

const alone = { state: false, ownState: false, file: false, deepFile: false, event: false };

/** Whether an object is about a file: `result: { src }`. */
function holdsFile({ children }: Place): boolean {
	return children.some((place) => !idWords.has(place.key) && fileAt(place) !== undefined);
}

function nameWeight({ words, parent, depth }: Place, id: string): number {
	if (hasAny(words, idWords)) {
		if (parent && isOfAnother(parent)) return otherJobsId;
		const known = weigh(idNames, words);
		if (known !== undefined) return known;
		return words.every((word) => idWords.has(word)) ? bareId : unknownId;
	}
	if (RESOURCE.test(id) && /^\w/.test(id) && words.length > 0) return 80;
	const last = words.at(-1) ?? '';
	if (words.length === 1 && jobWords.has(last)) return isTasksName(id) ? 0 : 50;
	return depth === 1 && parent && ['result', 'data'].includes(last) && /\d/.test(id) && /^[\w-]{8,128}$/.test(id) ? 8 : 0;
}

/** Whether a text names what a task does, such as `text_to_video`, rather than one task. */
const isTasksName = (text: string) => !/\d/.test(text) || kindInWords(wordsOf(text)) !== undefined || TASK.test(text);

/** Whether an object belongs to another job than the answer is about. */
const isOfAnother = orAbove(({ words }) => hasAny(words, otherHolders));

function idText(value: unknown): string | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : undefined;
	const text = textOrNumber(value)?.trim();
	return text === undefined || text.length > LONGEST_ID || /\s|^(https?:|data:)/i.test(text) ? undefined : text;
}
