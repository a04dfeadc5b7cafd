import { asText } from '../../support/data';
import { ranksHigher } from '../core/find';
import { isEnvelopeStatus, isStateName } from './state';
import {
	besides,
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
import { fileHolders, hardlyJobs, idWords, jobWords, neverJobs, otherHolders } from '../words/ids';
import { firstRule, hasAny, type Rule } from '../words/rows';

/** A longer text is no ID. */
export const LONGEST_ID = 512;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** A path that ends with the ID of a job. */
export const RESOURCE = /(^|\/)(operations|predictions|jobs|tasks|generations|runs)\/[^/\s]+$/i;

/** How surely an ID is that of a job: by a name that is nothing else's, most likely, that of a request, or for want of any other. */
export type Certainty = 'job' | 'likely' | 'request' | 'hardly';

/** A text that may be the ID of a job, and which rule found it: 0 for the best. */
export interface FoundId {
	id: string;
	certainty: Certainty;
	rule: number;
	place: Place;
}

const ID = [...idWords].join('|');

const rules: ReadonlyArray<Rule<Place>> = [
	['job', 'the document’s name and place', ({ key, depth }) => key === 'job_id' && depth === 1],
	[`${ID} job`, 'the document'],
	[`${ID} task`, 'Kling, Kie, MiniMax, DashScope, Vidu, PiAPI, Novita'],
	[`${ID} generation|prediction|operation|render|run|inference|invocation|execution`, 'Leonardo'],
	[
		ID,
		'a bare `id` in the object that is called after the job',
		(place) =>
			isBare(place) &&
			(place.parent?.words.at(-1) === 'job' || (isIn(place, jobWords) && !isInEntry(place))),
	],
	[
		'',
		'the path of a job: `name: projects/1/operations/2`',
		(place) => place.words.length > 0 && !isBare(place) && isResource(asText(place.value)),
	],
	[
		ID,
		'a bare `id` beside the state',
		(place) =>
			isBare(place) &&
			statesBeside(place).length > 0 &&
			!(isInEntry(place) && isIn(place, fileHolders)),
	],
	[`${ID} video|image|media|creation|order|ticket|process|work|batch|queue|prompt`, 'HeyGen'],
	[
		ID,
		'a bare `id` in no list, and of no file',
		(place) =>
			isBare(place) &&
			!isInEntry(place) &&
			!place.oneOfMany &&
			!(isIn(place, fileHolders) && place.parent?.key !== 'output'),
	],
	[
		ID,
		'a bare `id` beside that of the request',
		(place) => isBare(place) && besides(place).some(isRequests),
	],
	[ID, 'an ID of another name', ({ words }) => !words.every(isIdOrRequest)],
	[`${ID} request`, 'fal; elsewhere it tells of the HTTP request'],
	[ID, 'any other bare `id`: of an entry, or of a file', (place) => isBare(place)],
	[ID, 'of a request, a delivery or another job'],
];
/** How sure what each rule finds is. */
const certainties = rules.map((_, rule): Certainty =>
	rule < 6 ? 'job' : rule === 11 ? 'request' : rule < 13 ? 'likely' : 'hardly',
);

/** Whether the name of a place is nothing but `id` or the like. */
const isBare = ({ words }: Place) => words.every((word) => idWords.has(word));
const isIdOrRequest = (word: string) => idWords.has(word) || word === 'request';
const isRequests = ({ words }: Place) => words.includes('request') && hasAny(words, idWords);
const isInEntry = ({ parent }: Place) => Array.isArray(parent?.parent?.value);
const isIn = ({ parent }: Place, words: ReadonlySet<string>) =>
	parent !== undefined && hasAny(parent.words, words);

/** What a place itself tells that may be the ID of a job. */
const idAt = perPlace((place): FoundId | undefined => {
	const id = isLeaf(place) && !place.marks.has('echo') ? idText(place.value) : undefined;
	const isId = hasAny(place.words, idWords);
	if (id === undefined || (isId && hasAny(place.words, neverJobs))) return undefined;
	const rule = isId && isHardly(place) ? rules.length - 1 : firstRule(rules, place.words, place);
	const certainty = certainties[rule ?? -1];
	return certainty && rule !== undefined ? { id, certainty, rule, place } : undefined;
});

/** Whether an ID is that of another job, a request, a delivery or of what only belongs to the job. */
const isHardly = (place: Place): boolean =>
	hasAny(place.words, hardlyJobs) ||
	place.marks.has('aside') ||
	place.marks.has('step') ||
	(isBare(place) && besides(place).some(namesEvent)) ||
	(place.parent !== undefined && isOfAnother(place.parent));

/** `type: video.completed`. */
const namesEvent = ({ words, value }: Place) =>
	(words.includes('event') || words.includes('type')) && /^\w+[.:]\w/.test(asText(value));

const isOfAnother = orAbove(({ words }) => hasAny(words, otherHolders));

/** All that may be the ID of an answer's job, each once, the likeliest first: of one rule that beside its state, the deeper, of the shorter name. */
export const jobIdsIn = perWalk(({ places }: Walk): readonly FoundId[] => {
	const order = ({ rule, place }: FoundId) => [
		-rule,
		Number(hasStateBeside(place)),
		place.depth,
		-place.words.length,
	];
	const found = places
		.flatMap((place) => idAt(place) ?? [])
		.sort((a, b) =>
			ranksHigher(order(a), order(b)) ? -1 : Number(ranksHigher(order(b), order(a))),
		);
	const told = new Set<string>();
	return found.filter(({ id }) => !told.has(id) && told.add(id));
});

/** Where an answer tells the ID of its job. */
export const findJobId = (opened: Walk): Place | undefined => jobIdsIn(opened)[0]?.place;

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
	if (asked === undefined || (found && (isAsked(found, asked) || namesJob(found, true))))
		return found;
	const referred = opened.places.find((place) => isLeaf(place) && isAsked(place, asked));
	return referred ?? (found && isOfJob(found) ? found : undefined);
}

const isAsked = (place: Place, asked: string) => idKey(idOf(place) ?? '') === idKey(asked);

/** The IDs of other jobs that an answer tells of in one list with this one; files that refer back to their job are none. */
export function otherJobs(body: unknown, jobId: string | undefined): string[] {
	if (jobId === undefined) return [];
	const ids = walk(body).places.filter(
		(place) => place.oneOfMany && place.marks.size === 0 && namesJob(place),
	);
	const own = ids.find((place) => isAsked(place, jobId));
	const alike = ids.filter(
		({ words, depth }) => depth === own?.depth && words.join(' ') === own.words.join(' '),
	);
	return [...new Set(alike.flatMap((place) => idOf(place) ?? []))].filter(
		(id) => idKey(id) !== idKey(jobId),
	);
}

/** The same as it was kept, each as a job that is named. */
export const othersNamed = (ids: unknown): Array<{ job_id: string }> =>
	(Array.isArray(ids) ? ids : []).flatMap((id: unknown) =>
		typeof id === 'string' ? [{ job_id: id }] : [],
	);

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
const hasStateBeside = (place: Place): boolean =>
	statesBeside(place).some(({ value }) => !isEnvelopeStatus(asText(value).slice(0, 100)));

const statesBeside = ({ parent }: Place) => (parent ? statesIn(parent) : []);

const statesIn = perPlace(({ children }) =>
	children.filter(
		({ words, value }) => isStateName(words) && (typeof value === 'string' || isFields(value)),
	),
);

function idText(value: unknown): string | undefined {
	const text = textOrNumber(value)?.trim() ?? '';
	const isNumber = typeof value !== 'number' || (Number.isSafeInteger(value) && value > 0);
	const isId = isNumber && text !== '' && text.length <= LONGEST_ID;
	return isId && !/\s|^(https?:|data:)/i.test(text) ? text : undefined;
}
