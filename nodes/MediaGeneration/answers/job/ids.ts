import { asText, isData } from '../../support/data';
import { compareRanks } from '../core/find';
import { isEnvelopeStatus, isStateName } from './state';
import {
	besides,
	listEntryAround,
	atOrAbove,
	perPlace,
	perWalk,
	textOrNumber,
	walk,
	type Place,
	type Walk,
} from '../core/walk';
import { fileHolders, idWords, jobIdWords } from '../words/ids';
import { firstRule, includesAny, type NameRule } from '../words/words';

/** The longest ID, in characters. */
export const LONGEST_ID = 512;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** A path that ends with the ID of a job. */
export const JOB_ADDRESS_PATH =
	/(^|\/)(operations|predictions|jobs|tasks|generations|renders|runs)\/[^/\s]+$/i;

/** How surely an ID is a job's: by its name, likely, a request's, or for want of any other. */
export type Certainty = 'job' | 'likely' | 'request' | 'hardly';

interface FoundId {
	id: string;
	certainty: Certainty;
	rule: number;
	place: Place;
}

const ID = [...idWords].join('|');

const rules: ReadonlyArray<NameRule<Place>> = [
	['job', 'the document’s name and place', ({ key, depth }) => key === 'job_id' && depth === 1],
	[`${ID} job`, 'the document'],
	[`${ID} task`, 'Kling, Kie, MiniMax, DashScope, Vidu, PiAPI, Novita'],
	[`${ID} generation|prediction|operation|render|run|inference|invocation|execution`, 'Leonardo'],
	[
		ID,
		'a bare `id` in the object that is called after the job',
		(place) =>
			isBare(place) &&
			(place.parent?.words.at(-1) === 'job' ||
				(isIn(place, jobIdWords.holder) && !isInEntry(place))),
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
const certaintyOf = (rule: number): Certainty =>
	rule < 6 ? 'job' : rule === 11 ? 'request' : rule < 13 ? 'likely' : 'hardly';

const isBare = ({ words }: Place) => words.every((word) => idWords.has(word));
const isIdOrRequest = (word: string) => idWords.has(word) || word === 'request';
const isRequests = ({ words }: Place) => words.includes('request') && includesAny(words, idWords);
const isInEntry = ({ parent }: Place) => Array.isArray(parent?.parent?.value);
const isIn = ({ parent }: Place, words: ReadonlySet<string>) =>
	parent !== undefined && includesAny(parent.words, words);

const idAt = perPlace((place): FoundId | undefined => {
	const id = place.marks.has('echo') ? undefined : idText(place.value);
	const isId = includesAny(place.words, idWords);
	if (id === undefined || (isId && includesAny(place.words, jobIdWords.never))) return undefined;
	const rule = isId && isHardly(place) ? rules.length - 1 : firstRule(rules, place.words, place);
	return rule === undefined ? undefined : { id, certainty: certaintyOf(rule), rule, place };
});

const isHardly = (place: Place): boolean =>
	includesAny(place.words, jobIdWords.hardly) ||
	place.marks.has('aside') ||
	place.marks.has('step') ||
	(isBare(place) && besides(place).some(namesEvent)) ||
	(place.parent !== undefined && isOfAnother(place.parent));

/** `type: video.completed`. */
const namesEvent = ({ words, value }: Place) =>
	(words.includes('event') || words.includes('type')) && /^\w+[.:]\w/.test(asText(value));

const isOfAnother = atOrAbove(({ words }) => includesAny(words, jobIdWords.otherHolder));

/** All that may be the ID of an answer's job, each once, the likeliest first: of one rule beside a state, deeper, of a shorter name. */
export const jobIdsIn = perWalk(({ places }: Walk): readonly FoundId[] => {
	const order = ({ rule, place }: FoundId) => [
		-rule,
		Number(hasStateBeside(place)),
		place.depth,
		-place.words.length,
	];
	const found = places
		.flatMap((place) => idAt(place) ?? [])
		.sort((a, b) => compareRanks(order(a), order(b)));
	const told = new Set<string>();
	return found.filter(({ id }) => !told.has(id) && told.add(id));
});

/** Where an answer most likely tells its job's ID. */
export const findJobId = (opened: Walk): Place | undefined => jobIdsIn(opened)[0]?.place;

/** Whether an answer tells an ID that {@link isIdOfJob}. */
export function tellsJob(body: unknown, surely = false): boolean {
	const id = findJobId(walk(body));
	return id !== undefined && isIdOfJob(id, surely);
}

/** Whether an ID is a job's rather than a request's or a delivery's. @param surely by a name that is nothing else's */
export function isIdOfJob(place: Place, surely = false): boolean {
	const certainty = idAt(place)?.certainty;
	return certainty === 'job' || (!surely && certainty === 'likely');
}

/** Whether an ID in an answer about one job is a job's rather than a file's. */
export const isOfJob = (place: Place): boolean =>
	isIdOfJob(place, true) || (isIdOfJob(place) && hasStateBeside(place));

/**
 * Where an answer tells its job's ID: the one that was asked about, wherever it stands, unless the name of another is surely a
 * job's.
 */
export function ownId(opened: Walk, asked: string | undefined): Place | undefined {
	if (asked === undefined) return findJobId(opened);
	const own = jobIdsIn(opened).find(
		({ certainty, place }) => certainty === 'job' && tellsId(place, asked),
	);
	const found = own?.place ?? findJobId(opened);
	if (found && (tellsId(found, asked) || isIdOfJob(found, true))) return found;
	const referred = opened.places.find((place) => tellsId(place, asked));
	return referred ?? (found && isOfJob(found) ? found : undefined);
}

/** Whether an ID stands at a place, in any spelling. */
export const tellsId = (place: Place, id: string): boolean =>
	idKey(jobIdAt(place) ?? '') === idKey(id);

/** The IDs of other jobs that an answer lists with this one. */
export function otherJobs(body: unknown, jobId: string | undefined): string[] {
	if (jobId === undefined) return [];
	const ids = walk(body).places.filter(
		(place) => place.oneOfMany && place.marks.size === 0 && isIdOfJob(place),
	);
	const own = ids.find((place) => tellsId(place, jobId));
	const alike = ids.filter(
		({ words, depth }) => depth === own?.depth && words.join(' ') === own.words.join(' '),
	);
	return [...new Set(alike.flatMap((place) => jobIdAt(place) ?? []))].filter(
		(id) => idKey(id) !== idKey(jobId),
	);
}

/** An answer with only one job's entry in a list of several jobs. */
export function narrowedToJob(body: unknown, jobId: string | undefined): unknown {
	if (jobId === undefined) return body;
	const own = walk(body).places.find((place) => place.oneOfMany && tellsId(place, jobId));
	const entry = own && otherJobs(body, jobId).length > 0 ? listEntryAround(own) : undefined;
	return entry ? narrowedTo(entry) : body;
}

function narrowedTo(entry: Place): unknown {
	let value: unknown = [entry.value];
	for (let at = entry.parent; at?.parent; at = at.parent) {
		const { key, parent } = at;
		value = isData(parent.value)
			? { ...parent.value, [key]: value }
			: Object.values(parent.value as unknown[]).with(Number(key), value);
	}
	return value;
}

/** The ID at a place, as it is asked with: the last part of a job's path. */
export const jobIdAt = (place: Place | undefined): string | undefined =>
	place && lastPart(textOrNumber(place.value)?.trim());

/** What spellings of one ID have in common: a UUID in capitals, the path of a job. */
export function idKey(id: string): string {
	const last = lastPart(id) ?? id;
	return UUID.test(last) ? last.toLowerCase() : last;
}

const isResource = (id: string) =>
	JOB_ADDRESS_PATH.test(id) && /^\w/.test(id) && !id.includes('://');

const lastPart = (id: string | undefined) =>
	id !== undefined && isResource(id) ? id.slice(id.lastIndexOf('/') + 1) : id;

const hasStateBeside = (place: Place): boolean =>
	statesBeside(place).some(({ value }) => !isEnvelopeStatus(value));

const statesBeside = ({ parent }: Place) => (parent ? statesIn(parent) : []);

const statesIn = perPlace(({ children }) =>
	children.filter(
		({ words, value }) => isStateName(words) && (typeof value === 'string' || isData(value)),
	),
);

function idText(value: unknown): string | undefined {
	if (typeof value === 'number' && !(Number.isSafeInteger(value) && value > 0)) return undefined;
	const text = textOrNumber(value)?.trim() ?? '';
	const isId = text.length <= LONGEST_ID && !/^$|\s|^(https?:|data:)/i.test(text);
	return isId ? text : undefined;
}
