import { wordList, type WordRow } from './rows';

/** Words that make a name that of an error. */
export const errorWords = wordList('error err failure fail failed fault exception');
/** Words beside `reason`, `detail` or `message` that make a name that of an error. */
export const refusalWords = wordList(
	'block blocked reject rejection rejected cancel cancellation refusal filtered incomplete violation decline declined',
);
/** Words of checks that most answers pass: beside {@link reasonWords} they name an error only where something in it tells of a failure. */
export const checkWords = wordList('moderation');
export const reasonWords = wordList('reason detail message msg info');
/** Words that make of an error's name something else: counts, settings, addresses, what is over. */
export const noErrorWords = wordList(
	'count rate total retry limit threshold url uri callback webhook hook notification notify email handling last previous prior ignore max allowed on log over warning handler policy tolerance budget margin id fast mode correction strategy diffusion',
);

/** Words of what is done with a result once it is made: an error of theirs is the job's only where there is no file. */
export const afterwardsWords = wordList(
	'upload store storage save archive backup mirror publish review approval moderation safety thumbnail thumb preview poster',
);
/** Words that make of an error's name that of its time, which tells of a failure only where nothing tells how the job stands. */
export const errorTimeWords = wordList('at time date timestamp');

/** Texts of an error that tell that there is none. */
export const nothingWords = wordList(
	'none null nil no false 200 ok okay undefined n/a na - -- success succeed succeeded successful completed noerror no_error no_errors',
);

/** Words by which a short text of success tells what is wrong: "Job already completed". */
export const objectionWords = wordList('already only closed but however instead');

/** Names under which an error tells its parts; the heavier counts. */
export const messageNames: readonly WordRow[] = [
	{ words: 'code|type|id|param|field|loc|url', weight: 0, why: 'tells another part' },
	{ words: 'user message|msg', weight: 95, why: 'written for people' },
	{ words: 'message|msg|faultstring', weight: 100, why: 'the document' },
	{
		words: 'error|failure|fail|failed|err description|reason|detail|text',
		weight: 92,
		why: 'OAuth error_description, Runway failureReason, Midjourney failReason',
	},
	{ words: 'detail|description|explanation', weight: 90, why: 'RFC 9457, FastAPI' },
	{ words: 'reason|cause', weight: 80, why: 'Novita' },
	{ words: 'title|summary', weight: 70, why: 'RFC 9457' },
	{ words: 'error|err|failure|failed|text|info|note|hint', weight: 60, why: 'plain shapes' },
];
/** Names under which an error says more where its message says nothing. */
export const detailNames: readonly WordRow[] = [
	{ words: 'code|type|id|param|field|loc|url', weight: 0, why: 'tells another part' },
	{ words: 'detail|description|explanation|reason|cause', weight: 90, why: 'RFC 9457, FastAPI' },
];
export const codeNames: readonly WordRow[] = [
	{ words: 'status http', weight: 0, why: 'tells of HTTP' },
	{
		words: 'status code',
		weight: 30,
		why: 'MiniMax status_code; elsewhere the status of HTTP again, which does not count',
	},
	{ words: 'code error|err|failure|fail', weight: 100, why: 'errorCode, failureCode' },
	{ words: 'code|errno', weight: 90, why: 'the document' },
	{ words: 'name', weight: 20, why: 'Stability: bad_request' },
];
export const typeNames: readonly WordRow[] = [
	{ words: 'type', weight: 100, why: 'the document' },
	{ words: 'kind|category', weight: 50, why: 'plain shapes' },
];
export const paramNames: readonly WordRow[] = [
	{ words: 'param|parameter', weight: 100, why: 'the document' },
	{
		words: 'field|loc|location|pointer|property|path',
		weight: 50,
		why: 'FastAPI loc, JSON pointers',
	},
];

/** Numbers that mean no error as a `code`: HTTP's own, and what services use for success. */
export const goodCodes = new Set([0, 1, 100, 200, 201, 202, 204, 10000, 20000]);
/** Those of them that mean nothing else: beside these an error's text is one only if it tells of a failure. */
export const noErrorCodes = wordList('200');
/** Zero in any writing, which as a code means success: 0000, 0x0, 0.0. */
export const zero = /^[+-]?(0x)?0+([.]0+)?$/i;
/** What stands beside an error's words in the name of its code. */
export const errorCodeWords = wordList('code no number errno');
/** Names of such codes, and words that make them codes of something else. */
export const codeWords = wordList('code status errno retcode ret');
export const otherCodes = wordList('country zip http language currency');
/** Words of failure in the code of an envelope, besides those of a job's states: Throttling, TooManyRequests. */
export const badCodeWords = wordList(
	'throttling arrearage illegal conflict restricted wrong many enough required',
);
/** Names of what an error tells of the request that it ended. */
export const requestWords = wordList(
	'request trace path timestamp time doc documentation help version object',
);
/** Names under which an envelope says in words what its code means. */
export const sayingWords = wordList('message msg title detail description error');
/** Names of what is said of an answer, and not of what it holds. */
export const complaintNames = wordList('message msg detail code');
