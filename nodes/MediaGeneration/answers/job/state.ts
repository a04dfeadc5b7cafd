import { asText } from '../../support/data';
import { isWithin, type Place, type Walk } from '../core/walk';
import { fileHolders } from '../words/ids';
import { firstRule, hasAny } from '../words/rows';
import { wordsOf } from '../words/split';
import {
	acceptedWords,
	againWords,
	besideFlags,
	envelopeWords,
	failureHints,
	failureStems,
	flags as table,
	negations,
	otherStates,
	phrases,
	politeWords,
	runningWords,
	stateNames,
	stateTexts,
	stateWords,
	stepWords,
	successWords,
	SURE_NAMES,
	type Flag,
} from '../words/states';

/** What a word tells of a job; `mixed` where it tells both of a good and of a bad end. */
export type Verdict = 'completed' | 'failed' | 'processing' | 'mixed' | 'unknown';

/** How an answer says that the job stands. */
export interface FoundState {
	/** The service's own word. */
	word?: string;
	place?: Place;
	verdict: Verdict;
	/** What fields say that are true or false. */
	flags: ReadonlySet<Flag>;
}

const LONGEST_STATE = 100;
const failures = new RegExp(
	`^(?:${Object.values(failureStems)
		.flatMap((stems) => stems.split(' '))
		.join('|')})`,
);
const ONGOING = /ing$/;
/** Addresses and IDs are no states, whatever words may be in them: `bad3` is in many a UUID. */
const ADDRESS = /:\/\/|^\.{0,2}\/|^data:/i;
const NUMBERED = /\d{2}|\d[a-z]|[a-z]\d/i;

/** Whether a job was taken in, as far as its state tells: it runs, or is done. */
export const isTakenIn = (verdict: Verdict): boolean =>
	verdict === 'processing' || verdict === 'completed';

/** What a state's text tells, by its words: {@link failureStems} and the other tables. */
export function verdictOf(text: string): Verdict {
	const words = wordsOf(text);
	const spoken = ` ${words.join(' ')} `;
	const phrase = phrases.find(({ words: together }) => spoken.includes(` ${together} `));
	if (phrase) return phrase.means;
	const { good, bad, running, hint } = seenIn(words);
	if (bad && !good && hasAny(words, againWords)) return 'processing';
	if (bad) return good ? 'mixed' : 'failed';
	if (good) return isAccepted(words) ? 'processing' : 'completed';
	if (running) return 'processing';
	return hint ? 'failed' : 'unknown';
}

/** So many words after it a negation still turns a word of success: "no image was generated". */
const REACH = 3;

/** Which kinds of words stand in a text, what is negated taken for its opposite. */
function seenIn(words: readonly string[]) {
	const seen = { good: false, bad: false, running: false, hint: false };
	let negation = -Infinity;
	for (const [at, word] of words.entries()) {
		if (negations.has(word)) {
			negation = at;
			continue;
		}
		const distance = at - negation;
		const kind = kindOf(word);
		if (kind === 'good')
			seen[distance <= REACH || stepWords.has(words[at - 1] ?? '') ? 'running' : 'good'] = true;
		else if (kind) seen[kind] ||= kind === 'running' || distance > 1;
		// A negation counts for the first word that it can turn; one of a hint for what is hinted at too: "no policy violation".
		if (kind === 'hint' && distance === 1) negation = at;
		else if (kind) negation = -Infinity;
	}
	return seen;
}

function kindOf(word: string): 'good' | 'bad' | 'running' | 'hint' | undefined {
	if (failures.test(word) && (!ONGOING.test(word) || word === 'missing')) return 'bad';
	if (successWords.has(word)) return 'good';
	if (runningWords.has(word) || ONGOING.test(word)) return 'running';
	return failureHints.has(word) ? 'hint' : undefined;
}

/** Whether a text of success may tell of nothing but a request that was taken in. */
const isAccepted = (words: readonly string[]) =>
	hasAny(words, acceptedWords) &&
	words.every((word) => !successWords.has(word) || politeWords.has(word));

/** A text under a name of a state. */
interface Seen {
	place: Place;
	/** Which of {@link stateNames} it is. */
	name: number;
	verdict: Verdict;
	isPolite: boolean;
	isBesideId: boolean;
}

interface StateRule {
	why: string;
	fits(seen: Seen): boolean;
}

const isOwn = (seen: Seen) => !isListed(seen) && isOutside(seen);

/** Whether it stands outside of what only belongs to the job, and of its steps. */
const isOutside = ({ place: { marks } }: Seen) => !marks.has('aside') && !marks.has('step');

/** Whether it is that of one of several, or of one of the results. */
const isListed = ({ place: { oneOfMany, parent } }: Seen) =>
	oneOfMany || (Array.isArray(parent?.parent?.value) && hasAny(parent.words, fileHolders));

const isStatus = ({ name }: Seen) => name === 0;

const rules: readonly StateRule[] = [
	{
		why: 'a status or state beside the job’s ID',
		fits: (seen) => isOwn(seen) && isStatus(seen) && !seen.isPolite && seen.isBesideId,
	},
	{
		why: 'a status or state elsewhere',
		fits: (seen) => isOwn(seen) && isStatus(seen) && !seen.isPolite,
	},
	{ why: 'a phase', fits: (seen) => isOwn(seen) && seen.name === 1 },
	{
		why: 'that of one of several jobs or results',
		fits: (seen) => isListed(seen) && isOutside(seen) && isStatus(seen),
	},
	{
		why: 'a status that may be the request’s: ok, success',
		fits: (seen) => isOwn(seen) && isStatus(seen),
	},
	{
		why: 'another name of a state, of which only words of the tables count',
		fits: (seen) => isOwn(seen) && seen.name < stateNames.length - 1,
	},
	{ why: 'the same in a list', fits: (seen) => isListed(seen) && isOutside(seen) },
	{
		why: 'what only belongs to the job, such as its metadata',
		fits: (seen) => isStatus(seen) && !seen.place.marks.has('step'),
	},
	{ why: 'the type of a delivery', fits: isOwn },
];

/** Of several that the same rule finds the deeper counts, then the one whose job still runs. */
const order: readonly Verdict[] = ['processing', 'mixed', 'completed', 'failed', 'unknown'];

/**
 * Finds how an answer says that its job stands: by the first rule that fits.
 * @param jobId where it tells the job's ID
 * @param errors what is told in them is no job's state
 */
export function findState(
	{ places }: Walk,
	jobId?: Place,
	errors: ReadonlySet<Place> = new Set(),
): FoundState {
	const flags = new Set<Flag>();
	let best: { seen: Seen; rule: number } | undefined;
	for (const place of places) {
		if (place.marks.has('echo')) continue;
		if (typeof place.value === 'boolean' && !place.oneOfMany && place.marks.size === 0) {
			const words = place.words.filter((word) => !besideFlags.has(word));
			for (const flag of flagsIn(words, place.value)) flags.add(flag);
		}
		const seen = stateAt(place, jobId);
		if (!seen || isWithin(place, errors)) continue;
		const rule = rules.findIndex(({ fits }) => fits(seen));
		if (
			rule >= 0 &&
			(!best || rule < best.rule || (rule === best.rule && isNearer(seen, best.seen)))
		)
			best = { seen, rule };
	}
	return best
		? {
				word: asText(best.seen.place.value),
				place: best.seen.place,
				verdict: best.seen.verdict,
				flags,
			}
		: { verdict: 'unknown', flags };
}

const isNearer = (next: Seen, best: Seen) =>
	next.name === best.name && next.place.depth === best.place.depth
		? order.indexOf(next.verdict) < order.indexOf(best.verdict)
		: next.name < best.name || (next.name === best.name && next.place.depth > best.place.depth);

function stateAt(place: Place, jobId: Place | undefined): Seen | undefined {
	const { value: text, words, parent } = place;
	if (
		typeof text !== 'string' ||
		text.trim() === '' ||
		text.length > LONGEST_STATE ||
		ADDRESS.test(text)
	)
		return undefined;
	const name =
		nameOfState(words) ??
		(parent && hasAny(words.slice(-1), stateTexts) ? nameOfState(parent.words) : undefined);
	if (name === undefined) return undefined;
	const verdict = verdictOf(text);
	if (name >= SURE_NAMES && (verdict === 'unknown' || NUMBERED.test(text))) return undefined;
	if (name === stateNames.length - 1 && !/[._:-]/.test(text)) return undefined;
	return {
		place,
		name,
		verdict,
		isPolite: isEnvelopeStatus(text),
		isBesideId: jobId !== undefined && place.parent === jobId.parent,
	};
}

const nameOfState = (words: readonly string[]) =>
	hasAny(words, stateWords) && hasAny(words, otherStates)
		? undefined
		: firstRule(stateNames, words);

/** Whether a name is that of a state, whatever stands there. */
export const isStateName = (words: readonly string[]): boolean =>
	(nameOfState(words) ?? SURE_NAMES) < SURE_NAMES;

/** Whether a place is a state that tells of a failure, of a job or of anything else. */
export function isFailedState(place: Place): boolean {
	const verdict = stateAt(place, undefined)?.verdict;
	return verdict === 'failed' || verdict === 'mixed';
}

/** Whether a word may tell of nothing but the request. */
export function isEnvelopeStatus(text: string): boolean {
	const words = wordsOf(text);
	return words.length === 1 && envelopeWords.has(words[0] ?? '');
}

/** What a field tells that is true or false, by the one word of its name. */
export function flagsIn([word = '', ...more]: readonly string[], value: unknown): Flag[] {
	return more.length > 0
		? []
		: table.flatMap(({ tells, names, is }) => (value === is && names.has(word) ? [tells] : []));
}
