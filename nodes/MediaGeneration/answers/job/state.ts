import { asText } from '../../support/data';
import { findPlace } from '../core/find';
import { isWithin, type Place, type Walk } from '../core/walk';
import { fileHolders } from '../words/ids';
import { firstRule, includesAny, type NameRule, wordsOf } from '../words/words';
import {
	SURE_NAME_COUNT,
	failureStems,
	flags as table,
	phrases,
	stateFields,
	stateWords,
	type Flag,
} from '../words/states';

/** What a word tells of a job; `mixed` where it tells both of a good and of a bad end. */
export type Verdict = 'completed' | 'failed' | 'processing' | 'mixed' | 'unknown';

/** How an answer says that the job stands. */
export interface FoundState {
	word?: string;
	place?: Place;
	verdict: Verdict;
	flags: ReadonlySet<Flag>;
}

const LONGEST_STATE = 100;
const failures = new RegExp(`^(?:${failureStems.replaceAll(' ', '|')})`);
const ONGOING = /ing$/;
/** Addresses and IDs are no states: `bad3` is in many a UUID. */
const ADDRESS = /:\/\/|^\.{0,2}\/|^data:/i;
const NUMBERED = /\d{2}|\d[a-z]|[a-z]\d/i;

/** Whether a job runs or is done. */
export const isRunningOrDone = (verdict: Verdict): boolean =>
	verdict === 'processing' || verdict === 'completed';

/** What a text tells of a job, by its words; nothing else tells anything. */
export function verdictOf(said: unknown): Verdict {
	const words = typeof said === 'string' ? wordsOf(said) : [];
	const spoken = ` ${words.join(' ')} `;
	const phrase = phrases.find(({ words: together }) => spoken.includes(` ${together} `));
	if (phrase) return phrase.means;
	const seen = seenIn(words);
	if (seen.has('bad') && !seen.has('good') && includesAny(words, stateWords.again))
		return 'processing';
	if (seen.has('bad')) return seen.has('good') ? 'mixed' : 'failed';
	if (seen.has('good')) return 'completed';
	if (seen.has('running')) return 'processing';
	return seen.has('hint') ? 'failed' : 'unknown';
}

/** "no image was generated": so many words after it a negation still turns a word of success. */
const REACH = 3;

type Kind = 'good' | 'bad' | 'running' | 'hint';

/** What is negated counts as its opposite. */
function seenIn(words: readonly string[]): ReadonlySet<Kind> {
	const seen = new Set<Kind>();
	let negation = -Infinity;
	for (const [at, word] of words.entries()) {
		const kind = stateWords.negation.has(word) ? undefined : kindOf(word);
		if (stateWords.negation.has(word)) negation = at;
		if (kind === undefined) continue;
		const distance = at - negation;
		const isStep = distance <= REACH || stateWords.step.has(words[at - 1] ?? '');
		if (kind === 'good') seen.add(isStep ? 'running' : 'good');
		else if (kind === 'running' || distance > 1) seen.add(kind);
		// A negation counts for the first word that it can turn, and after a hint for the next: "no policy violation".
		negation = kind === 'hint' && distance === 1 ? at : -Infinity;
	}
	return seen;
}

function kindOf(word: string): Kind | undefined {
	if (failures.test(word) && (!ONGOING.test(word) || word === 'missing')) return 'bad';
	if (stateWords.success.has(word)) return 'good';
	if (stateWords.running.has(word) || ONGOING.test(word)) return 'running';
	return stateWords.failureHint.has(word) ? 'hint' : undefined;
}

const isListed = ({ oneOfMany, parent }: Place) =>
	oneOfMany || (Array.isArray(parent?.parent?.value) && includesAny(parent.words, fileHolders));
const isOutside = ({ marks }: Place) => !marks.has('aside') && !marks.has('step');
const isOwn = (place: Place) => isOutside(place) && !isListed(place);
const isStatus = (place: Place) => nameOf(place) === 0;
const isOfMetadata = (place: Place) => isStatus(place) && place.parent?.words.at(-1) === 'metadata';
const isEnvelope = ({ value }: Place) => isEnvelopeStatus(value);

const rules: ReadonlyArray<NameRule<Place>> = [
	['', 'a status or state', (place) => isOwn(place) && isStatus(place) && !isEnvelope(place)],
	['', 'a phase', (place) => isOwn(place) && nameOf(place) === 1],
	[
		'',
		'one of several jobs or results',
		(place) => isOutside(place) && isStatus(place) && isListed(place),
	],
	['', 'that of the metadata', isOfMetadata],
	['', 'a status that may be the request’s', (place) => isOwn(place) && isStatus(place)],
	['', 'why it finished', isOutside],
];

const order: readonly Verdict[] = ['unknown', 'failed', 'completed', 'mixed', 'processing'];

/**
 * Finds how an answer says that its job stands: by the first rule that fits; of several places by that beside the job's ID, then
 * the deeper, then the one that tells of running.
 * @param errors where no state of a job stands
 */
export function findState(
	{ places }: Walk,
	jobId?: Place,
	errors: ReadonlySet<Place> = new Set(),
): FoundState {
	const own = places.filter(({ oneOfMany, marks }) => !oneOfMany && marks.size === 0);
	const place = findPlace(places.filter(isState), rules, {
		counts: (at) => !at.marks.has('echo') && !isWithin(at, errors),
		nearness: (at) => [
			Number(!at.oneOfMany && jobId !== undefined && at.parent === jobId.parent),
			at.depth,
			order.indexOf(verdictOf(at.value)),
		],
	})?.place;
	return {
		...(place && { word: asText(place.value), place }),
		verdict: verdictOf(place?.value),
		flags: new Set(own.flatMap((each) => flagsToldBy(each))),
	};
}

function isState(place: Place): boolean {
	const { value: text } = place;
	const name = nameOf(place);
	if (name === undefined || typeof text !== 'string' || text.trim() === '') return false;
	if (text.length > LONGEST_STATE || ADDRESS.test(text)) return false;
	return name < SURE_NAME_COUNT || (verdictOf(text) !== 'unknown' && !NUMBERED.test(text));
}

/** Which name of a state a place has, or the object whose text it is. */
const nameOf = ({ words, parent }: Place): number | undefined =>
	nameOfState(words) ??
	(parent && includesAny(words.slice(-1), stateWords.text) ? nameOfState(parent.words) : undefined);

function nameOfState(words: readonly string[]): number | undefined {
	const name = firstRule(stateFields, words);
	return name === 0 && includesAny(words, stateWords.otherState) ? undefined : name;
}

/** Whether a name is that of a state, whatever stands there. */
export const isStateName = (words: readonly string[]): boolean =>
	(nameOfState(words) ?? SURE_NAME_COUNT) < SURE_NAME_COUNT;

/** Whether a place is a state, of anything, that tells of a failure. */
export function isFailedState(place: Place): boolean {
	return isState(place) && /^(failed|mixed)$/.test(verdictOf(place.value));
}

/** Whether a word of success may be the request's. */
export function isEnvelopeStatus(said: unknown): boolean {
	const words = wordsOf(asText(said));
	return words.length === 1 && includesAny(words, stateWords.envelope);
}

/** What a field tells by being true or false, by the one word of its name. */
export function flagsToldBy({ words, value }: Place): Flag[] {
	if (typeof value !== 'boolean') return [];
	const [word = '', ...more] = words.filter((each) => !stateWords.flagFiller.has(each));
	return more.length > 0
		? []
		: table.flatMap(({ tells, names, is }) => (value === is && names.has(word) ? [tells] : []));
}
