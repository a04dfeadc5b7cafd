import type { Media } from '../../../../contract/catalog';
import { asText } from '../../support/data';
import { around, findErrors, isBadCode, isNothing, type FoundError } from '../failure/errors';
import { awaitsFile, endsWithId, findFiles, isJobAddress, type Excluded, type FoundFiles } from './files';
import { findJobId, idKey, LONGEST_ID, namesJob } from './ids';
import { endsLikeMedia, fileAt } from './media';
import { leftOver, OTHERS } from '../core/leftovers';
import { readServiceError, type ServiceError } from '../failure/serviceError';
import { findState, verdictOf, type FoundState } from './state';
import { isLeaf, isWithin, placeAt, textOrNumber, walk, type Place, type Walk } from '../core/walk';
import { addressWords, notFiles } from '../words/files';
import { idWords } from '../words/ids';
import { jobNames, noResultPlaces, resultEvidence, resultPlaces } from '../words/jobs';
import { hasAny, weigh, wordList } from '../words/rows';
import { callWords, ofQuestion } from '../words/states';

/** How a job stands, in the document's two words and one for every way of ending badly. */
type JobState = 'processing' | 'completed' | 'failed';

/** A job as any of the service's answers tells of it, under one set of names. */
export interface Job {
	job_id?: string;
	status: JobState;
	/** The service's own word, where it is another one. */
	reported_status?: string;
	/** The results: addresses as they came (absolute, relative or `data:`), base64 as `data:` addresses. */
	urls: string[];
	status_url?: string;
	webhook_url?: string;
	/** Where the service says that the answer is to be had, if not in this one. */
	answer_url?: string;
	model?: string;
	generation_time?: number;
	created_at?: string;
	completed_at?: string;
	error?: ServiceError;
	/** Why a part of what was asked for is not among the results. */
	missing?: string;
	/** Whether what failed may be the question rather than the job: nothing in the answer says that the job has ended. */
	unsure?: true;
	/** Whether it is done, and its file is yet to come: the answer has an empty place for it. */
	awaitsFile?: true;
	/** Whether the state of a job that failed says so, and not an error alone. */
	ended?: true;
	/** Fields this package does not know, passed on as they came. */
	extra: Record<string, unknown>;
}

/** What helps to read a job. */
export interface JobHints {
	/** Addresses that were put in, which are no result. */
	exclude?: Excluded;
	/** The job that was asked about. */
	jobId?: string;
	/** Where the answer has it, as paths such as `output.0.uri`: these count before anything that is found. */
	paths?: { job_id?: string; status?: string; file?: string };
}

/** Names that a job's own fields have in an item. */
const taken = new Set([
	'job_id',
	'status',
	'reported_status',
	'url',
	'urls',
	'status_url',
	'webhook_url',
	'answer_url',
	'model',
	'generation_time',
	'created_at',
	'completed_at',
	'error',
	'raw',
	OTHERS,
]);

/**
 * Reads a job out of any answer: the synchronous result, the acceptance, the job status, a delivery. What
 * the document names is found by meaning, wherever and under whatever usual name it stands. Never throws.
 * Follows "Image generation job" of the API document.
 */
export function readJob(body: unknown, media: Media, { exclude, jobId, paths = {} }: JobHints = {}): Job {
	const opened = walk(body);
	const id = told(body, paths.job_id) ?? ownId(findJobId(opened), jobId);
	const job_id = id && textOrNumber(id.value)?.trim();
	const state = paths.status ? stateAt(body, paths.status) : findState(opened, id);
	const files = paths.file ? filesAt(body, paths.file) : findFiles(opened, media, { jobId: job_id, exclude });
	const errors = findErrors(opened);
	const status = conclude(opened, { state, files, errors, id }, exclude);
	const fields = readFields(opened, id, new Set(status === 'completed' ? files.places : []));
	const error = status === 'failed' ? readServiceError(body) : undefined;
	const missing =
		status === 'completed' && errors.some(({ listed, ofPart, sure }) => sure && (listed || ofPart))
			? (readServiceError(body).message ?? 'no reason is given')
			: undefined;
	const unsure = status === 'failed' && !isSaidOfJob(opened, { state, files, errors, id }, jobId);
	const ended = status === 'failed' && isSaidByState({ state, errors, id }, jobId);
	const used = new Set([...fields.used, ...(status === 'completed' ? files.places : []), ...(error ? toldBy(errors, error) : [])]);
	for (const place of [id, state.place, ...idsLike(opened, job_id)]) if (place) used.add(place);
	return {
		job_id,
		status,
		reported_status: state.word === status ? undefined : state.word,
		urls: status === 'completed' && !(files.named && fields.values.answer_url !== undefined) ? files.urls : [],
		...whileRunning(status, fields.values),
		...(status === 'completed' && files.urls.length === 0 && { answer_url: fields.values.answer_url ?? elsewhere(opened, fields.values) }),
		error,
		...(missing !== undefined && { missing }),
		...(unsure && { unsure }),
		...(ended && { ended }),
		...(status === 'completed' && files.urls.length === 0 && awaitsFile(opened, media) && { awaitsFile: true as const }),
		extra: leftOver(opened, used, taken),
	};
}

/** Of a job that still runs there is no answer yet: the address that is told, under whatever name, is where to ask. */
function whileRunning(status: JobState, values: Partial<Job>): Partial<Job> {
	const { status_url, answer_url, ...others } = values;
	return status === 'processing' && status_url === undefined ? { ...others, status_url: answer_url } : values;
}

/** Where the result of a job that is done may be had, if its answer holds none and names a further address. */
function elsewhere({ places }: Walk, { webhook_url }: Partial<Job>): string | undefined {
	const found = places.find(
		({ value, words, marks, parent }) =>
			typeof value === 'string' &&
			value !== webhook_url &&
			/^(https?:\/)?\/\S+$/i.test(value.slice(0, LONGEST_ADDRESS)) &&
			marks.size === 0 &&
			hasAny([...words, ...(parent?.words ?? [])], resultPlaces) &&
			!hasAny(words, noResultPlaces),
	);
	return found && textOrNumber(found.value);
}

interface Evidence {
	state: FoundState;
	files: FoundFiles;
	errors: readonly FoundError[];
	id: Place | undefined;
}

/** An error ends a job badly whatever its word says; a file or `done` ends it well whatever it does not say. */
function conclude(opened: Walk, { state, files, errors, id }: Evidence, exclude: JobHints['exclude']): JobState {
	const { verdict, done } = state;
	const hasFile = files.urls.length > 0 && !files.named;
	// What is there is there, whatever was not made beside it.
	const isMade = hasFile && (verdict === 'completed' || verdict === 'mixed' || verdict === 'unknown');
	const isOthers = ({ listed, afterwards }: FoundError) => (listed && isMade) || (afterwards && (isMade || verdict === 'processing'));
	if (state.broken || errors.some((error) => error.sure && !error.ofPart && !isOthers(error))) return 'failed';
	if (verdict === 'failed') return 'failed';
	if (verdict === 'mixed') return hasFile ? 'completed' : 'failed';
	if (state.denied && verdict !== 'processing' && !hasFile) return 'failed';
	if (done) return 'completed';
	if (verdict === 'completed' && (!state.envelope || hasFile || hasEnded(opened, id, exclude))) return 'completed';
	if (verdict === 'processing' || state.notDone) return 'processing';
	if (files.sure || (isMade && errors.length > 0 && errors.every(isOthers))) return 'completed';
	if (verdict === 'unknown' && (errors.length > 0 || opened.places.some(isBadCode))) return 'failed';
	return 'processing';
}

/** Whether a failure is that of the job: its state says so, or the answer names the job and nothing says that it goes on, or has a result. */
function isSaidOfJob({ places }: Walk, { state, files, errors, id }: Evidence, asked: string | undefined): boolean {
	const { verdict, word = '' } = state;
	if (verdict === 'processing') return false;
	const isWord = verdict !== 'unknown' && !isOfErrors(state, errors) && !isCallWord(word);
	if (isWord && verdict !== 'completed') return true;
	if (isEndOf({ state, errors, id }, asked)) return true;
	if (files.sure) return false;
	if (isWord) return true;
	return asked === undefined
		? id !== undefined && namesJob(id)
		: places.some((place) => isLeaf(place) && idKey(textOrNumber(place.value) ?? '') === idKey(asked));
}

/** Whether a state says that its job failed: by a word, or beside what is the ID of a job by one of a request's too. */
function isSaidByState({ state, errors, id }: Omit<Evidence, 'files'>, asked: string | undefined): boolean {
	if (isEndOf({ state, errors, id }, asked)) return true;

	const { verdict, word = '', broken } = state;
	const isBad = (verdict === 'failed' || verdict === 'mixed') && !isOfErrors(state, errors);
	return (isBad && !isCallWord(word)) || ((isBad || broken) && id !== undefined && namesJob(id));
}

/** Whether the state of what was asked about is one of a bad end: its own, as far as nothing tells of the question. */
function isEndOf({ state, errors, id }: Omit<Evidence, 'files'>, asked: string | undefined): boolean {
	const told = id && textOrNumber(id.value)?.trim();
	if (asked === undefined || (told !== undefined && idKey(told) !== idKey(asked))) return false;
	return state.verdict === 'failed' && !isOfErrors(state, errors) && !(state.place?.parent?.children ?? []).some(tellsOfQuestion);
}

/** Whether a text tells what was wrong with a question rather than with a job. */
const tellsOfQuestion = ({ value }: Place): boolean => typeof value === 'string' && ofQuestion.test(value.slice(0, LONGEST_NAME));

/** The ID of a job: where one was asked about, that of a request or a delivery is none. */
function ownId(found: Place | undefined, asked: string | undefined): Place | undefined {
	return found && asked !== undefined && !namesJob(found) && idKey(textOrNumber(found.value)?.trim() ?? '') !== idKey(asked) ? undefined : found;
}

/** Whether what was read as a state is that of an error. */
const isOfErrors = ({ place }: FoundState, errors: readonly FoundError[]): boolean =>
	place !== undefined && isWithin(place, new Set(errors.map((error) => error.place)));

const isCallWord = (word: string) => callWords.has(word.trim().toLowerCase());

/** Whether something beside a word such as "success" tells that there is a result, or was an end. */
function hasEnded({ places }: Walk, id: Place | undefined, exclude: JobHints['exclude']): boolean {
	return places.some((place) => {
		if (place === id || place.marks.size > 0) return false;
		// 100 is a code of success too, and so would be taken for nothing.
		if (place.words.includes('progress') && /^(100%?|1)$/.test(asText(place.value))) return true;
		const ended = (weigh(jobNames.completed_at, place.words) ?? 0) > 0 && isLeaf(place);
		return (ended || isEvidence(place, id, exclude)) && !isNothing(place.value);
	});
}

/** Whether a place tells of a result: by what it is itself, and not of how one is to be, of what was put in, or of the job. */
function isEvidence(place: Place, id: Place | undefined, exclude: JobHints['exclude']): boolean {
	const { words, value } = place;
	if (!hasAny(words, resultEvidence) || hasAny(words, notFiles['what was put in'])) return false;
	const isId = hasAny(words, idWords);
	if (!isId && !hasAny(words.slice(-1), resultEvidence) && !hasAny(words.slice(-1), addressWords)) return false;
	if (id && (isWithin(id, new Set([place])) || value === id.value)) return false;
	if (typeof value === 'string') return !exclude?.has(value) && verdictOf(value) !== 'processing';
	return isId || !isLeaf(place);
}

/** The place at a path that the user gave; where a result was fetched from elsewhere, in it or in what said so. */
function givenPlace(body: unknown, path: string): Place | undefined {
	return placeAt(body, path) ?? placeAt(body, `answer.${path}`) ?? placeAt(body, `status.${path}`);
}

function told(body: unknown, path: string | undefined): Place | undefined {
	const place = path ? givenPlace(body, path) : undefined;
	const text = place && textOrNumber(place.value);
	return text !== undefined && text.length <= LONGEST_ID ? place : undefined;
}

function stateAt(body: unknown, path: string): FoundState {
	const place = told(body, path);
	const found = findState(walk({ status: place?.value }));
	return { ...found, place };
}

/** All texts at or below a path, as they came. */
function filesAt(body: unknown, path: string): FoundFiles {
	const at = givenPlace(body, path);
	const places = at ? walk(body).places.filter((place) => isWithin(place, new Set([at])) && typeof place.value === 'string' && place.value !== '') : [];
	const urls = places.map((place) => fileAt(place)?.url ?? asText(place.value));
	return { urls: [...new Set(urls)], places, sure: urls.length > 0 };
}

/** The job's ID again, under another name. */
function idsLike({ places }: Walk, jobId: string | undefined): Place[] {
	return jobId === undefined ? [] : places.filter((place) => isLeaf(place) && hasAny(place.words, idWords) && textOrNumber(place.value) === jobId);
}

/** Where the error that is told stands in the answer. */
function toldBy(errors: readonly FoundError[], error: ServiceError): Place[] {
	const texts = new Set<unknown>(Object.values(error).filter((part) => part !== undefined));
	return errors.flatMap(({ place }) => around(place)).filter((place) => isLeaf(place) && texts.has(textOrNumber(place.value)?.trim()));
}

type Known = { [name in keyof typeof jobNames]?: string };

/** What an address weighs that tells by itself that it is a job's. */
const jobAddress = 40;

/** Whether an address tells by itself that it is a job's, whatever it is called; one that only ends with the job's ID may be a page about it. */
function isJobs(place: Place, jobId: string | undefined): boolean {
	const address = asText(place.value);
	return isJobAddress(address, jobId) || (endsWithId(address, jobId) && nearby(place).every((word) => addressNames.has(word)));
}

function readFields({ places }: Walk, id: Place | undefined, files: ReadonlySet<Place>): { values: Partial<Job>; used: Place[] } {
	const best = new Map<string, { place: Place; weight: number }>();
	for (const place of places) {
		if (place === id || files.has(place) || !isLeaf(place) || place.marks.has('echo') || place.marks.has('step')) continue;
		for (const { name, told } of namedBy(nearby(place))) {
			const weight = fits(name, place) ? (told ?? (isJobs(place, id && textOrNumber(id.value)) ? jobAddress : 0)) : 0;
			if (weight > (best.get(name)?.weight ?? 0)) best.set(name, { place, weight });
		}
	}
	const time = best.get('generation_time')?.place;
	const { generation_time, ...texts } = Object.fromEntries([...best].map(([name, { place }]) => [name, asText(place.value)])) as Known;
	return {
		values: {
			...texts,
			...(generation_time !== undefined && { generation_time: Number(generation_time) / (time && hasAny(time.words, milliseconds) ? 1000 : 1) }),
		},
		used: [...best.values()].map(({ place }) => place),
	};
}

/** The fields that words can be the name of, and what they weigh as such; an address may tell by itself that it is a job's. */
const namedBy = (words: readonly string[]) =>
	(Object.keys(jobNames) as Array<keyof typeof jobNames>)
		.map((name) => ({ name, told: weigh(jobNames[name], words) }))
		.filter(({ name, told }) => told !== undefined || name === 'status_url');

function fits(name: keyof typeof jobNames, { value, words }: Place): boolean {
	if (words.length === 0) return false;
	if (name === 'generation_time') return (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) && Number.isFinite(Number(value));
	const length = textOrNumber(value)?.length ?? Infinity;
	if (length > (name.endsWith('_url') ? LONGEST_ADDRESS : LONGEST_NAME)) return false;
	if (name === 'created_at' || name === 'completed_at') return words.length <= 3 && !words.includes('by');
	if (name === 'model') return words.length <= 2;
	return typeof value === 'string' && /^(https?:\/)?\/\S+$/i.test(value.slice(0, 8_000)) && !(name === 'answer_url' && endsLikeMedia(value));
}

/** No server takes a longer address, and no model or time has a longer name. */
const LONGEST_ADDRESS = 16_384;
const LONGEST_NAME = 500;

const milliseconds = wordList('ms milli millisecond');
const addressNames = wordList('url link href uri');
const modelParts = wordList('id name slug');

/** A name, and that of the object around it where one is nothing without the other: `urls.get`, `webhook.url`, `model.id`. */
function nearby({ words, parent }: Place): readonly string[] {
	if (!parent || words === parent.words || parent.words.length === 0) return words;
	const [own = '', around = ''] = [words, parent.words].map((name) => (name.length === 1 ? name[0] : undefined));
	if (around === 'model') return modelParts.has(own) ? parent.words : words;
	return addressNames.has(around) || addressNames.has(own) ? [...words, ...parent.words] : words;
}
