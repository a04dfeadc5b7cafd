import { asText } from '../../support/data';
import { isBadCode, isNothing, type FoundError } from '../failure/errors';
import type { FoundFiles } from './files';
import { isIdOfJob, tellsId } from './ids';
import { isNameOf, LONGEST_FIELD_TEXT } from './jobFields';
import { isEnvelopeStatus, isRunningOrDone, verdictOf, type FoundState } from './state';
import { besides, isLeaf, type Place, type Walk } from '../core/walk';
import { errorWords } from '../words/errors';
import { fileHolders, idWords } from '../words/ids';
import { includesAny, wordList } from '../words/words';
import { ofQuestion, stateWords } from '../words/states';

/** All in an answer that tells how its job stands. */
export interface Evidence {
	opened: Walk;
	state: FoundState;
	files: FoundFiles;
	errors: readonly FoundError[];
	id: Place | undefined;
	asked: string | undefined;
}

/** How a job stands, in the document's words and one for every bad end. */
export type JobStatus = 'processing' | 'completed' | 'failed';

/** What says that a job failed; `nothing` if only the question may have failed, and the job may run. */
export type FailureEvidence = 'state' | 'error' | 'nothing';

/** The first that holds counts. */
type Rule<Conclusion> = readonly [says: Conclusion, why: string, holds: (facts: Facts) => boolean];

type Facts = ReturnType<typeof factsOf>;

/** How the job of an answer stands. */
export const conclude = (evidence: Evidence): JobStatus =>
	firstOf(standings, factsOf(evidence)) ?? 'processing';

/** What says that the job failed. */
export const failureEvidenceOf = (evidence: Evidence): FailureEvidence =>
	firstOf(evidenceRules, factsOf(evidence)) ?? 'nothing';

const firstOf = <Conclusion>(rules: ReadonlyArray<Rule<Conclusion>>, facts: Facts) =>
	rules.find(([, , holds]) => holds(facts))?.[0];

const standings: ReadonlyArray<Rule<JobStatus>> = [
	[
		'failed',
		'`failed` is true, which no word beside it takes back',
		({ flags }) => flags.has('failed'),
	],
	[
		'failed',
		'an error that says something tells of a bad end, whatever the word beside it',
		({ isBroken }) => isBroken,
	],
	['failed', 'its word says so', ({ verdict }) => verdict === 'failed'],
	[
		'completed',
		'a success in part: what is there comes out',
		({ verdict, hasFile }) => verdict === 'mixed' && hasFile,
	],
	['failed', 'a success in part, of which nothing is there', ({ verdict }) => verdict === 'mixed'],
	[
		'failed',
		'nothing but reasons why results were withheld',
		({ isWithheld, verdict }) => isWithheld && verdict !== 'processing',
	],
	[
		'failed',
		'`success` is false, and neither a file nor a word of running says otherwise',
		({ flags, verdict, hasFile }) =>
			flags.has('no success') && verdict !== 'processing' && !hasFile,
	],
	[
		'failed',
		'a success without anything, with a reason for that: what became of it is not known',
		({ verdict, hasFile, evidence }) =>
			verdict === 'completed' && !hasFile && isEmptyHanded(evidence),
	],
	['completed', '`done` is true', ({ flags }) => flags.has('done')],
	[
		'completed',
		'its word says so; one that may be the request’s does beside a result or an end',
		({ verdict, isEnvelope, hasFile, evidence }) =>
			verdict === 'completed' && (!isEnvelope || hasFile || hasEnded(evidence)),
	],
	[
		'processing',
		'a word of running means that, result or not',
		({ flags, verdict }) => verdict === 'processing' || flags.has('not done'),
	],
	[
		'completed',
		'a result ends a job that has no word for it; one that may be another address, where an end is told',
		({ files, hasFile, evidence }) => files.sure || (hasFile && hasEnded(evidence)),
	],
	[
		'completed',
		'errors beside files tell of what was not made',
		({ isMade, isOthers }) => isMade && isOthers,
	],
	[
		'failed',
		'a number or a code of failure, and nothing that says otherwise',
		({ verdict, evidence: { errors, opened } }) =>
			verdict === 'unknown' && (errors.length > 0 || opened.places.some(isBadCode)),
	],
];

const evidenceRules: ReadonlyArray<Rule<FailureEvidence>> = [
	['nothing', 'its own word says that it runs', ({ verdict }) => verdict === 'processing'],
	['state', 'asked about one job, a state of a bad end is that job’s', ({ isEnd }) => isEnd],
	['state', 'a word that only a job ends with', ({ isBad, isCalls }) => isBad && !isCalls],
	[
		'nothing',
		'it has a result, or a word of success without an error',
		({ files, verdict, isBroken, isWithheld, flags }) =>
			files.sure ||
			(verdict === 'completed' && !isBroken && !isWithheld && !flags.has('no success')),
	],
	[
		'state',
		'a word that a request ends with too, beside the job’s ID',
		({ isBad, flags, isNamed }) => (isBad || flags.has('failed')) && isNamed,
	],
	[
		'error',
		'an error beside a word of its state',
		({ verdict, isCalls }) => verdict !== 'unknown' && !isCalls,
	],
	[
		'error',
		'an error of what says that it is over',
		({ flags, evidence: { errors } }) => flags.has('done') && errors.length > 0,
	],
	['error', 'an error beside the job’s ID', ({ isNamed }) => isNamed],
];

function factsOf(evidence: Evidence) {
	const { state, files, errors, id, asked, opened } = evidence;
	const { verdict, flags, word = '' } = state;
	const hasFile = files.urls.length > 0;
	// What is there is there, whatever was not made beside it.
	const isMade = hasFile && verdict !== 'processing' && verdict !== 'failed';
	const isOther = ({ listed }: FoundError) => listed && isMade;
	return {
		evidence,
		verdict,
		flags,
		files,
		hasFile,
		isMade,
		isBroken: errors.some((error) => error.sure && !error.ofPart && !isOther(error)),
		isWithheld: !hasFile && errors.some(({ sure, ofPart }) => sure && ofPart),
		isOthers: errors.length > 0 && errors.every(isOther),
		isEnvelope: isEnvelopeStatus(word),
		isBad: verdict === 'failed' || verdict === 'mixed',
		isCalls: stateWords.call.has(word.trim().toLowerCase()),
		get isEnd() {
			return verdict === 'failed' && isOfAsked(evidence);
		},
		get isNamed() {
			return asked === undefined
				? id !== undefined && isIdOfJob(id)
				: opened.places.some((place) => tellsId(place, asked));
		},
	};
}

/** No other job is named, and nothing beside the state tells of the question. */
function isOfAsked({ state, id, asked }: Evidence): boolean {
	return (
		asked !== undefined &&
		(id === undefined || tellsId(id, asked)) &&
		!(state.place && besides(state.place).some(tellsOfQuestion))
	);
}

const tellsOfQuestion = ({ value }: Place): boolean =>
	typeof value === 'string' && ofQuestion.test(value.slice(0, LONGEST_FIELD_TEXT));

/** Whether anything tells of an end: its time, a progress of 100, the ID of a file. */
function hasEnded({ opened, id }: Evidence): boolean {
	return opened.places.some((place) => {
		const { words, value } = place;
		if (place.marks.size > 0 || !isLeaf(place) || value === id?.value) return false;
		// 100 is a code of success too, and so would be taken for nothing.
		if (words.includes('progress') && /^(100%?|1)$/.test(asText(value))) return true;
		const isFileId =
			includesAny(words, idWords) &&
			words.every((word) => idWords.has(word) || fileHolders.has(word));
		return !isNothing(value) && (isFileId || isNameOf('completed_at', words));
	});
}

const payloadWords = wordList('data output result image video url');

/** Whether the place for a result is empty, and it is said why, in words of no success. */
function isEmptyHanded({ opened }: Evidence): boolean {
	const { places, root } = opened;
	const isEmpty = (place: Place) =>
		place.words.some((word) => payloadWords.has(word)) && isNothing(place.value);
	return (
		places.some((place) => place.depth <= 2 && isEmpty(place)) &&
		!places.some((place) => isNameOf('answer_url', place.words)) &&
		root.children.some(
			({ words, value }) =>
				includesAny(words.slice(-1), errorWords.reason) &&
				typeof value === 'string' &&
				!isNothing(value) &&
				!isRunningOrDone(verdictOf(value)),
		)
	);
}
