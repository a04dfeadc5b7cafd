import { wordList, type NameRule } from './words';

/** Beginnings of words of a bad end. A word in -ing tells that the job runs, whatever it begins with. */
export const failureStems =
	'fail err fault fatal crash exception broke corrupt bad malform nok ' +
	'cancel abort terminat kill dead died stopp interrupt drop abandon preempt revok withdraw withheld delet skip refund ' +
	'timeout expir reject refus denied deny declin forbid forbidden disallow prohibit banned unauthor ' +
	'moderated block nsfw unsafe violat flag filter infring censor ' +
	'invalid insufficient incomplete lost missing unavailable unsupported unable cannot exhaust exceed unprocess oom unsuccess';

/** What words mean together, whatever each means alone. */
export const phrases = Object.entries({
	failed:
		'could not, never finished, never completed, never started, no longer, not found, timed out, time out, not successful, not allowed, no credit',
	completed: 'ready to download, ready for download',
	processing:
		'ready to, ready for, in progress, in queue, in process, waiting for, cancellation requested, successfully queued, successfully submitted, submitted successfully, submit success, task created successfully, job created successfully, request created successfully, retry after',
} as const).flatMap(([means, texts]) =>
	texts
		.split(', ')
		.map((words) => ({ words, means: means as 'failed' | 'completed' | 'processing' })),
);

/** Names of a state, the best first. */
export const stateFields: readonly NameRule[] = [
	['status|state', 'the document; Kling and DashScope task_status'],
	['phase|lifecycle|stage', 'Kubernetes-like services'],
	['finish|stop|end reason', 'Stability and Gemini: SUCCESS, CONTENT_FILTERED, IMAGE_SAFETY'],
];
/** How many of them count whatever their text; that of the others must be a word of the tables. */
export const SURE_NAME_COUNT = 2;

const doneNames = wordList('done complete completed finish finished ready succeeded ended');

/** What a field that is true or false tells of a job. */
export type Flag = 'done' | 'not done' | 'failed' | 'no success';

export const flags: ReadonlyArray<{ tells: Flag; names: ReadonlySet<string>; is: boolean }> = [
	{ tells: 'done', names: doneNames, is: true },
	{ tells: 'not done', names: doneNames, is: false },
	{
		tells: 'failed',
		names: wordList(
			'failed failure error errored cancelled canceled aborted rejected expired blocked',
		),
		is: true,
	},
	{ tells: 'no success', names: wordList('success ok succeeded successful'), is: false },
];

/** Words of a question that was not answered, which say nothing of the job. */
export const ofQuestion =
	/(rate|too many)[ _-]?(limit|requests)|unauthori[sz]ed|forbidden|permission|(api|access)[ _-]?key|token|not[ _-]?found|no such|unknown (job|task|id)|try again|time[d -]*out|gateway|unavailable|maintenance/i;

/** Words of states, and of their names. */
export const stateWords = {
	/** Of a bad end, unless another word tells that the job runs: moderation may be a step. */
	failureHint: wordList('moderation safety sensitive policy recitation blocklist spii'),
	success: wordList(
		'complete completed completion succeed succeeded success successful successfully done ready finish finished finalized finalised ok okay generated available rendered processed delivered saved stored exported published fulfilled resolved ended achieved passed produced made closed',
	),
	/** Success that may be the request's: it needs a result or an end beside it. */
	envelope: wordList('ok okay success'),
	/** A bad end that may be the request's: without the job's ID it says nothing of it. */
	call: wordList('error fail failure'),
	running: wordList(
		'pending queue queued wait progress run active start started submit submitted accept accepted receive received create created new schedule scheduled planned enqueued inprogress requested allocated dispatched registered initiated initialized init busy throttled paused suspended hold held retry resumed delayed deferred open',
	),
	/** Running, whatever failed before. */
	again: wordList('retrying reattempting'),
	/** They turn a word of success soon after them into its opposite, and a word of failure next to them. */
	negation: wordList('not no non nothing never without almost nearly yet be being must'),
	/** They make the next word of success that of a step. */
	step: wordList(
		'intermediate preview pre preprocessing prompt payment moderation validation upload',
	),
	/** Names of the state of something else. */
	otherState: wordList(
		'http code payment billing webhook callback notification moderation safety review approval publish publication delivery upload storage archive backup thumbnail preview account subscription message msg url uri time date at history previous last',
	),
	/** Names of the text in an object that is named as a state. */
	text: wordList('str value name code text current label'),
	/** Words that a flag's name may have besides: `is_done`. */
	flagFiller: wordList('is has was job task'),
};
