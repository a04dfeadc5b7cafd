import { asText } from '../../support/data';
import { fileAt } from './media';
import { isEnvelopeStatus } from './state';
import {
	isFields,
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
	another,
	fileHolders,
	foreignIds,
	hardlyJobs,
	idWords,
	jobIdNames,
	jobWords,
	likelyIdNames,
	neverJobs,
	otherHolders,
	requestWords,
} from '../words/ids';
import { firstRule, hasAny } from '../words/rows';
import { stateWords } from '../words/states';

/** A longer text is no ID. */
export const LONGEST_ID = 512;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** A path that ends with the ID of a job. */
export const RESOURCE = /(^|\/)(operations|predictions|jobs|tasks|generations|runs)\/[^/\s]+$/i;

/** How surely an ID is that of a job: by a name that is nothing else's, most likely, that of a request, or for want of any other. */
export type Certainty = 'job' | 'likely' | 'request' | 'hardly';

/** A text that may be the ID of a job. */
export interface FoundId {
	id: string;
	certainty: Certainty;
	/** Which rule found it: 0 for the best. */
	rule: number;
	place: Place;
}

/** An ID and what stands around it. */
interface Seen {
	place: Place;
	id: string;
	words: readonly string[];
	/** Whether its name is nothing but `id` or the like. */
	isBare: boolean;
	/** Whether it stands in an entry of a list. */
	isInEntry: boolean;
	hasState: boolean;
}

interface IdRule {
	certainty: Certainty;
	why: string;
	fits(seen: Seen): boolean;
}

const named = ({ words }: Seen, names: typeof jobIdNames, rule: number) =>
	hasAny(words, idWords) && firstRule(names, words) === rule;

const rules: readonly IdRule[] = [
	{
		certainty: 'job',
		why: 'the documented name, where the document has it',
		fits: ({ place }) => place.key === 'job_id' && place.depth === 1,
	},
	...jobIdNames.map(([, why], rule): IdRule => ({
		certainty: 'job',
		why,
		fits: (seen) => named(seen, jobIdNames, rule),
	})),
	{
		certainty: 'job',
		why: 'a bare `id` in the object that is called after the job',
		fits: ({ isBare, place: { parent }, isInEntry }) =>
			isBare &&
			parent !== undefined &&
			(parent.words.at(-1) === 'job' || (hasAny(parent.words, jobWords) && !isInEntry)),
	},
	{
		certainty: 'job',
		why: 'the path of a job: `name: projects/1/operations/2`',
		fits: ({ words, isBare, id }) => words.length > 0 && !isBare && isResource(id),
	},
	{
		certainty: 'likely',
		why: 'a bare `id` beside the state',
		fits: ({ isBare, hasState, isInEntry, place }) =>
			isBare && hasState && !(isInEntry && isIn(place, fileHolders)),
	},
	...likelyIdNames.map(([, why], rule): IdRule => ({
		certainty: 'likely',
		why,
		fits: (seen) => named(seen, likelyIdNames, rule),
	})),
	{
		certainty: 'likely',
		why: 'a bare `id` in no list, and of no file',
		fits: ({ isBare, isInEntry, place }) =>
			isBare && !isInEntry && !place.oneOfMany && !isIn(place, fileHolders),
	},
	{
		certainty: 'likely',
		why: 'an ID of a name that nobody knows: `dream_id`',
		fits: ({ isBare, words }) => !isBare && hasAny(words, idWords) && !hasAny(words, requestWords),
	},
	{
		certainty: 'likely',
		why: 'a text with digits that is all of `job`',
		fits: ({ words, id }) => words.join(' ') === 'job' && /\d/.test(id),
	},
	{
		certainty: 'request',
		why: 'fal calls its jobs so; elsewhere it tells of the HTTP request',
		fits: ({ words }) => hasAny(words, idWords) && hasAny(words, requestWords),
	},
	{
		certainty: 'likely',
		why: 'any other bare `id`: of an entry, or in an object called after a file',
		fits: ({ isBare, hasState, place }) => isBare && (hasState || !hasFile(place)),
	},
	{ certainty: 'hardly', why: 'that of an entry which is a file', fits: ({ isBare }) => isBare },
	{
		certainty: 'hardly',
		why: 'a text with digits that is all of `result` or `data`',
		fits: ({ words, place, id }) =>
			place.depth === 1 &&
			['result', 'data'].includes(words.join(' ')) &&
			/^(?=.*\d)[\w-]{8,128}$/.test(id),
	},
	{
		certainty: 'hardly',
		why: 'that of a file, a request, a delivery or another job, where there is no other',
		fits: ({ words }) => hasAny(words, idWords),
	},
];
const LAST = rules.length - 1;

/** What a place itself tells that may be the ID of a job. */
export const idAt = perPlace((place): FoundId | undefined => {
	const id = isLeaf(place) && !place.marks.has('echo') ? idText(place.value) : undefined;
	if (id === undefined) return undefined;
	const { words, parent } = place;
	const isId = hasAny(words, idWords);
	if (isId && hasAny(words, neverJobs)) return undefined;
	const seen: Seen = {
		place,
		id,
		words,
		isBare: words.length > 0 && words.every((word) => idWords.has(word)),
		isInEntry: Array.isArray(parent?.parent?.value),
		hasState: parent !== undefined && beside(parent).state,
	};
	const rule = isId && isHardly(seen) ? LAST : rules.findIndex(({ fits }) => fits(seen));
	const found = rules[rule];
	return found && { id, certainty: found.certainty, rule, place };
});

/** Whether an ID is that of another job, a request, a delivery or of what only belongs to the job. */
const isHardly = ({ place, words, id, isBare }: Seen): boolean =>
	hasAny(words, hardlyJobs) ||
	hasAny(words, another) ||
	place.marks.has('aside') ||
	place.marks.has('step') ||
	(isBare && (foreignIds.test(id) || (place.parent !== undefined && beside(place.parent).event))) ||
	(place.parent !== undefined && isOfAnother(place.parent));

/** Of two that the same rule finds the nearest to the job: beside its state, the deeper one, the shorter name, text before a row's number. */
function isNearer(next: FoundId, best: FoundId | undefined): boolean {
	if (!best || next.rule !== best.rule) return !best || next.rule < best.rule;
	const [one, other] = [next.place, best.place].map((place) => [
		Number(hasStateBeside(place)),
		place.depth,
		-place.words.length,
		Number(typeof place.value === 'string'),
	]) as [number[], number[]];
	const at = one.findIndex((value, index) => value !== other[index]);
	return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

/** Finds where an answer tells the ID of its job. */
export const findJobId = perWalk(({ places }: Walk): Place | undefined => {
	let best: FoundId | undefined;
	for (const place of places) {
		const told = idAt(place);
		if (told && isNearer(told, best)) best = told;
	}
	return best?.place;
});

/** All that may be the ID of a job in these places, each once, the likeliest first. */
export function jobIdsIn(places: readonly Place[]): FoundId[] {
	const found = new Map<string, FoundId>();
	for (const place of places) {
		const told = idAt(place);
		if (told && isNearer(told, found.get(told.id))) found.set(told.id, told);
	}
	return [...found.values()].sort((a, b) => (isNearer(a, b) ? -1 : Number(isNearer(b, a))));
}

/** Whether an answer tells an ID by a name that is a job's; `surely` as in {@link namesJob}. */
export function tellsJob(body: unknown, surely = false): boolean {
	const id = findJobId(walk(body));
	return id !== undefined && namesJob(id, surely);
}

/** Whether an ID is a job's, rather than that of a request or a delivery; `surely` where its name is nothing else's. */
export function namesJob(place: Place, surely = false): boolean {
	const certainty = idAt(place)?.certainty;
	return certainty === 'job' || (!surely && certainty === 'likely');
}

/** Whether an ID in an answer about one job is that of a job, and not of a file or the like: by a name that is surely one, or beside its state. */
export const isOfJob = (place: Place): boolean =>
	namesJob(place, true) || (namesJob(place) && hasStateBeside(place));

/**
 * Where an answer tells the ID of its job. Where one was asked about it is that, wherever it stands, unless a name that is
 * surely a job's tells another; that of a request, a delivery or a file is none then.
 */
export function ownId(opened: Walk, asked: string | undefined): Place | undefined {
	const found = findJobId(opened);
	if (asked === undefined || (found && isAsked(found, asked))) return found;
	if (found && namesJob(found, true)) return found;
	const referred = opened.places.find((place) => isLeaf(place) && isAsked(place, asked));
	return referred ?? (found && isOfJob(found) ? found : undefined);
}

const isAsked = (place: Place, asked: string) => idKey(idOf(place) ?? '') === idKey(asked);

/** The IDs of other jobs that an answer tells of in one list with this one; files that refer back to their job are none. */
export function otherJobs(body: unknown, jobId: string | undefined): string[] {
	if (jobId === undefined) return [];
	const ids = walk(body).places.filter(
		(place) =>
			place.oneOfMany && place.marks.size === 0 && hasAny(place.words, idWords) && namesJob(place),
	);
	const key = idKey(jobId);
	const own = ids.find((place) => idOf(place) !== undefined && idKey(idOf(place) ?? '') === key);
	const alike = ids.filter(
		({ words, depth }) => own && depth === own.depth && words.join(' ') === own.words.join(' '),
	);
	return [...new Set(alike.flatMap((place) => idOf(place) ?? []))].filter(
		(id) => idKey(id) !== key,
	);
}

/** The same as it was kept, each as a job that is named. */
export function othersNamed(ids: unknown): Array<{ job_id: string }> {
	return Array.isArray(ids)
		? ids.flatMap((id: unknown) => (typeof id === 'string' ? [{ job_id: id }] : []))
		: [];
}

/** The ID at a place, as it is asked with: of the path of a job its last part. */
export const idOf = (place: Place | undefined): string | undefined =>
	place && lastPart(textOrNumber(place.value)?.trim());

/** What two spellings of an ID have in common: services tell a UUID in small letters or in capitals, and an ID as the path of its job. */
export function idKey(id: string): string {
	const last = lastPart(id) ?? id;
	return UUID.test(last) ? last.toLowerCase() : last;
}

const isResource = (id: string) => RESOURCE.test(id) && /^\w/.test(id) && !id.includes('://');

const lastPart = (id: string | undefined) =>
	id !== undefined && isResource(id) ? id.slice(id.lastIndexOf('/') + 1) : id;

/** Whether beside an ID stands how its job stands, and not only how the request went. */
export const hasStateBeside = ({ parent }: Place): boolean =>
	parent !== undefined && beside(parent).ownState;

const isIn = ({ parent }: Place, words: ReadonlySet<string>) =>
	parent !== undefined && hasAny(parent.words, words);

/** What stands beside a bare `id` and tells whose it is. */
const beside = perPlace(({ children }) => {
	const states = children.filter(
		({ words, value }) =>
			hasAny(words, stateWords) && (typeof value === 'string' || isFields(value)),
	);
	return {
		state: states.length > 0,
		ownState: states.some(({ value }) => !isEnvelopeStatus(asText(value).slice(0, 100))),
		event: children.some(
			({ words, value }) =>
				typeof value === 'string' &&
				(words.includes('event') || words.includes('type')) &&
				/[.:]/.test(value.slice(0, 100)),
		),
	};
});

/** Whether what an ID stands in is about a file: `{ id, url }`, `{ id, result: { src } }`. */
const hasFile = ({ parent }: Place): boolean =>
	parent !== undefined && (holdsFile(parent) || parent.children.some(holdsFile));

const holdsFile = perPlace(({ children }) =>
	children.some((place) => !idWords.has(place.key) && fileAt(place) !== undefined),
);

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
