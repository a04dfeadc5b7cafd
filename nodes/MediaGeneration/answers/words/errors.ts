import { wordList } from './words';

/** Codes that mean success. */
export const goodCodes = new Set([0, 1, 100, 200, 201, 202, 204, 10000, 20000]);
/** Zero in any writing: 0000, 0x0, 0.0. */
export const zeroPattern = /^[+-]?(0x)?0+([.]0+)?$/i;

/** Words of names and texts by which an error is told from anything else. */
export const errorWords = {
	/** They make a name that of an error. */
	error: wordList('error err failure fail failed fault exception'),
	/** So do these beside `reason`, as the name of a list or a flag, and as the state of a result. */
	refusal: wordList(
		'block blocked reject rejection rejected refused cancel cancellation refusal filtered withheld omitted incomplete violation decline declined moderated',
	),
	/** And these beside `reason`, if the text tells of a failure. */
	check: wordList('moderation status'),
	reason: wordList('reason detail message msg info'),
	/** They make an error's name that of a count, a setting, an address, what is over or a later step. */
	otherField: wordList(
		'count rate total retry limit threshold url uri callback webhook hook notification notify email handling last previous prior ignore max allowed on log over warning handler policy tolerance budget margin id fast mode correction strategy diffusion upload store storage save archive backup mirror publish review approval thumbnail thumb preview poster',
	),
	/** They make it that of a time, which alone tells of no failure. */
	time: wordList('at time date timestamp'),
	/** Texts that mean no error. */
	nothing: wordList(
		'none null nil no false 200 ok okay undefined n/a na - -- success succeed succeeded successful completed noerror no_error no_errors',
	),
	/** No name of a message has one of these. */
	otherPart: wordList('code type id param field loc url'),
	/** Beside an error's word in the name of its code. */
	errorCode: wordList('code no number errno'),
	code: wordList('code status errno retcode ret'),
	/** They make a code that of something else. */
	otherCode: wordList('country zip http language currency'),
	/** They tell of a failure in a code, beside those of states: TooManyRequests. */
	badCode: wordList('throttling arrearage illegal conflict wrong many enough required'),
	/** Names of what an error tells of its request. */
	request: wordList('request trace path timestamp time doc documentation help version object'),
	message: wordList('message msg title detail description error'),
	/** Names of an error's other fields. */
	beside: wordList('type instance id param time timestamp'),
};
