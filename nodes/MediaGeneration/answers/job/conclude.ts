import { asText } from '../../support/data';
import { isBadCode, isNothing, type FoundError } from '../failure/errors';
import type { FoundFiles } from './files';
import { idKey, idOf, namesJob } from './ids';
import { isNameOf, LONGEST_FIELD_TEXT } from './jobFields';
import { isEnvelopeStatus, isTakenIn, verdictOf, type FoundState } from './state';
import { besides, isLeaf, textOrNumber, type Place, type Walk } from '../core/walk';
import { reasonWords } from '../words/errors';
import { fileHolders, idWords } from '../words/ids';
import { hasAny, wordList } from '../words/rows';
import { callWords, ofQuestion } from '../words/states';

/** All in an answer that tells how its job stands. */
export interface Evidence {
	opened: Walk;
	state: FoundState;
	files: FoundFiles;
	errors: readonly FoundError[];
	/** Where the job's ID stands. */
	id: Place | undefined;
	/** The job that was asked about. */
	asked: string | undefined;
}

/** How a job stands, in the document's two words and one for every way of ending badly. */
export type JobStatus = 'processing' | 'completed' | 'failed';

/** What says that a job failed: its state or an error; `nothing` if only the question may have failed, and the job may run. */
export type FailureEvidence = 'state' | 'error' | 'nothing';

/** Of these the first that holds counts. */
interface Rule<Conclusion> {
	says: Conclusion;
	if(facts: Facts): boolean;
	why: string;
}

type Facts = ReturnType<typeof factsOf>;

/** What an answer says of how its job stands. */
export const conclude = (evidence: Evidence): JobStatus =>
	firstOf(standings, factsOf(evidence)) ?? 'processing';

/** What says that the job failed. */
export const failureEvidenceOf = (evidence: Evidence): FailureEvidence =>
	firstOf(evidenceRules, factsOf(evidence)) ?? 'nothing';

const firstOf = <Conclusion>(rules: ReadonlyArray<Rule<Conclusion>>, facts: Facts) =>
	rules.find((rule) => rule.if(facts))?.says;

const standings: ReadonlyArray<Rule<JobStatus>> = [
	{
		says: 'failed',
		if: ({ flags }) => flags.has('failed'),
		why: '`failed` is true, which no word beside it takes back',
	},
	{
		says: 'failed',
		if: ({ isBroken }) => isBroken,
		why: 'an error that says something tells of a bad end, whatever the word beside it',
	},
	{ says: 'failed', if: ({ verdict }) => verdict === 'failed', why: 'its word says so' },
	{
		says: 'completed',
		if: ({ verdict, hasFile }) => verdict === 'mixed' && hasFile,
		why: 'a success in part: what is there comes out',
	},
	{
		says: 'failed',
		if: ({ verdict }) => verdict === 'mixed',
		why: 'a success in part, of which nothing is there',
	},
	{
		says: 'failed',
		if: ({ isWithheld, verdict }) => isWithheld && verdict !== 'processing',
		why: 'nothing but reasons why results were withheld',
	},
	{
		says: 'failed',
		if: ({ flags, verdict, hasFile }) =>
			flags.has('no success') && verdict !== 'processing' && !hasFile,
		why: '`success` is false, and neither a file nor a word of running says otherwise',
	},
	{
		says: 'failed',
		if: ({ verdict, hasFile, evidence }) =>
			verdict === 'completed' && !hasFile && isEmptyHanded(evidence),
		why: 'a success without anything, with a reason for that: what became of it is not known',
	},
	{ says: 'completed', if: ({ flags }) => flags.has('done'), why: '`done` is true' },
	{
		says: 'completed',
		if: ({ verdict, isPolite, hasFile, evidence }) =>
			verdict === 'completed' && (!isPolite || hasFile || hasEnded(evidence)),
		why: 'its word says so; one that may be the request’s does beside a result or an end',
	},
	{
		says: 'processing',
		if: ({ flags, verdict }) => verdict === 'processing' || flags.has('not done'),
		why: 'a word of running means that, result or not',
	},
	{
		says: 'completed',
		if: ({ files }) => files.sure,
		why: 'a result ends a job that has no word for it',
	},
	{
		says: 'completed',
		if: ({ isMade, isOthers }) => isMade && isOthers,
		why: 'errors beside files tell of what was not made',
	},
	{
		says: 'failed',
		if: ({ verdict, evidence: { errors, opened } }) =>
			verdict === 'unknown' && (errors.length > 0 || opened.places.some(isBadCode)),
		why: 'a number or a code of failure, and nothing that says otherwise',
	},
];

const evidenceRules: ReadonlyArray<Rule<FailureEvidence>> = [
	{
		says: 'nothing',
		if: ({ verdict }) => verdict === 'processing',
		why: 'its own word says that it runs',
	},
	{
		says: 'state',
		if: ({ isEnd }) => isEnd,
		why: 'asked about one job, a state of a bad end is that job’s',
	},
	{
		says: 'state',
		if: ({ isBad, isCalls }) => isBad && !isCalls,
		why: 'a word that only a job ends with',
	},
	{
		says: 'nothing',
		if: ({ files, verdict, isBroken, isWithheld, flags }) =>
			files.sure ||
			(verdict === 'completed' && !isBroken && !isWithheld && !flags.has('no success')),
		why: 'it has a result, or a word of success without an error',
	},
	{
		says: 'state',
		if: ({ isBad, flags, isNamed }) => (isBad || flags.has('failed')) && isNamed,
		why: 'a word that a request ends with too, beside the job’s ID',
	},
	{
		says: 'error',
		if: ({ isOwn, isCalls }) => isOwn && !isCalls,
		why: 'an error beside a word of its state',
	},
	{
		says: 'error',
		if: ({ flags, evidence: { errors } }) => flags.has('done') && errors.length > 0,
		why: 'an error of what says that it is over',
	},
	{ says: 'error', if: ({ isNamed }) => isNamed, why: 'an error beside the job’s ID' },
];

function factsOf(evidence: Evidence) {
	const { state, files, errors, id, asked, opened } = evidence;
	const { verdict, flags, word = '' } = state;
	const hasFile = files.urls.length > 0;
	// What is there is there, whatever was not made beside it.
	const isMade = hasFile && verdict !== 'processing' && verdict !== 'failed';
	const isOther = ({ listed }: FoundError) => listed && isMade;
	const isOwn = verdict !== 'unknown';
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
		/** The word may be the request's. */
		isPolite: isEnvelopeStatus(word),
		isOwn,
		isBad: isOwn && (verdict === 'failed' || verdict === 'mixed'),
		isCalls: callWords.has(word.trim().toLowerCase()),
		get isEnd() {
			return isOwn && verdict === 'failed' && isOfAsked(evidence);
		},
		get isNamed() {
			return asked === undefined
				? id !== undefined && namesJob(id)
				: opened.places.some((place) => isLeaf(place) && isSame(textOrNumber(place.value), asked));
		},
	};
}

/** No other job is named, and nothing beside the state tells of the question. */
function isOfAsked({ state, id, asked }: Evidence): boolean {
	const told = idOf(id);
	return (
		asked !== undefined &&
		(told === undefined || isSame(told, asked)) &&
		!(state.place && besides(state.place).some(tellsOfQuestion))
	);
}

const isSame = (told: string | undefined, asked: string) => idKey(told ?? '') === idKey(asked);

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
			hasAny(words, idWords) && words.every((word) => idWords.has(word) || fileHolders.has(word));
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
				hasAny(words.slice(-1), reasonWords) &&
				typeof value === 'string' &&
				!isNothing(value) &&
				!isTakenIn(verdictOf(value.slice(0, LONGEST_FIELD_TEXT))),
		)
	);
}
