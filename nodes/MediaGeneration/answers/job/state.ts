import { asText } from '../../support/data';
import type { Place, Walk } from '../core/walk';
import { hasAny, traitsOf, weigh, type Trait } from '../words/rows';
import { wordsOf } from '../words/split';
import {
	acceptedWords,
	againWords,
	besideFlags,
	envelopeWords,
	failureHints,
	failureStems,
	flags as table,
	leastOfState,
	negations,
	phrases,
	politeWords,
	runningWords,
	stateNames,
	stateTexts,
	stateWeights,
	stepWords,
	successWords,
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

/** Finds how an answer says that its job stands; `jobId` is where it tells the job's ID. */
export function findState({ places }: Walk, jobId?: Place): FoundState {
	const flags = new Set<Flag>();
	let best: { place: Place; weight: number; verdict: Verdict } | undefined;
	for (const place of places) {
		if (place.marks.has('echo')) continue;
		if (typeof place.value === 'boolean' && !place.oneOfMany && place.marks.size === 0) {
			const words = place.words.filter((word) => !besideFlags.has(word));
			for (const flag of flagsIn(words, place.value)) flags.add(flag);
		}
		const candidate = weighState(place, jobId);
		if (
			candidate &&
			(!best ||
				candidate.weight > best.weight ||
				(candidate.weight === best.weight && rank[candidate.verdict] > rank[best.verdict]))
		)
			best = candidate;
	}
	return best
		? { word: asText(best.place.value), place: best.place, verdict: best.verdict, flags }
		: { verdict: 'unknown', flags };
}

/** Of several jobs in one answer the one that still runs counts. */
const rank: Record<Verdict, number> = {
	processing: 4,
	mixed: 3,
	completed: 2,
	failed: 1,
	unknown: 0,
};

/** A state, and the place of the job's ID. */
interface Seen {
	place: Place;
	text: string;
	jobId: Place | undefined;
}

const traits: ReadonlyArray<Trait<Seen>> = [
	{ adds: stateWeights.aside, if: ({ place }) => place.marks.has('aside') },
	{ adds: stateWeights.step, if: ({ place }) => place.marks.has('step') },
	{ adds: stateWeights.listed, if: ({ place }) => place.oneOfMany },
	{
		adds: stateWeights.besideId,
		if: ({ place, jobId }) =>
			jobId !== undefined && !place.oneOfMany && place.parent === jobId.parent,
	},
	{ adds: stateWeights.envelope, if: ({ text }) => isEnvelopes(text) },
];

function weighState(place: Place, jobId: Place | undefined) {
	const { value: text, words, parent, depth } = place;
	if (
		typeof text !== 'string' ||
		text.trim() === '' ||
		text.length > LONGEST_STATE ||
		ADDRESS.test(text)
	)
		return undefined;
	const named =
		weigh(stateNames, words) ??
		(parent && hasAny(words.slice(-1), stateTexts) ? weigh(stateNames, parent.words) : undefined);
	if (!named) return undefined;
	const verdict = verdictOf(text);
	if (named < leastOfState.sure && (verdict === 'unknown' || NUMBERED.test(text))) return undefined;
	if (named <= leastOfState.vague && !/[._:-]/.test(text)) return undefined;
	return {
		place,
		weight: named + stateWeights.level * depth + traitsOf(traits, { place, text, jobId }),
		verdict,
	};
}

/** Whether a place is a state that tells of a failure, of a job or of anything else. */
export function isFailedState(place: Place): boolean {
	const { verdict } = weighState(place, undefined) ?? {};
	return verdict === 'failed' || verdict === 'mixed';
}

/** Whether a word may tell of nothing but the request. */
export function isEnvelopes(text: string): boolean {
	const words = wordsOf(text);
	return words.length === 1 && envelopeWords.has(words[0] ?? '');
}

/** What a field tells that is true or false, by the one word of its name. */
export function flagsIn([word = '', ...more]: readonly string[], value: unknown): Flag[] {
	return more.length > 0
		? []
		: table.flatMap(({ tells, names, is }) => (value === is && names.has(word) ? [tells] : []));
}
