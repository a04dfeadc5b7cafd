import { wordList, type Rule } from './rows';

/** Words that make a name that of an error. */
export const errorWords = wordList('error err failure fail failed fault exception');
/** Words of what was refused: beside {@link reasonWords}, as the name of a list or a flag, as the state of a result. */
export const refusalWords = wordList(
	'block blocked reject rejection rejected refused cancel cancellation refusal filtered withheld omitted incomplete violation decline declined moderated',
);
/** Words of checks, most of which are passed: beside {@link reasonWords} where the text tells of a failure. */
export const checkWords = wordList('moderation status');
export const reasonWords = wordList('reason detail message msg info');
/** Words that make an error's name that of a count, a setting, an address, what is over or a later step. */
export const nonErrorFieldWords = wordList(
	'count rate total retry limit threshold url uri callback webhook hook notification notify email handling last previous prior ignore max allowed on log over warning handler policy tolerance budget margin id fast mode correction strategy diffusion upload store storage save archive backup mirror publish review approval thumbnail thumb preview poster',
);
/** Words that make it that of a time, which alone tells of no failure. */
export const errorTimeWords = wordList('at time date timestamp');

/** Texts that mean no error. */
export const nothingWords = wordList(
	'none null nil no false 200 ok okay undefined n/a na - -- success succeed succeeded successful completed noerror no_error no_errors',
);

/** Names under which an error tells its parts, the best first. */
export const messageNames: readonly Rule[] = [
	['message|msg|faultstring', 'the document'],
	['error|failure|fail|failed|err description|reason|detail|text', 'OAuth, Runway, Midjourney'],
	['detail|description|explanation', 'RFC 9457, FastAPI'],
	['reason|cause', 'Novita'],
	['title|summary', 'RFC 9457'],
	['error|err|failure|failed|text|info|note|hint', 'plain shapes'],
];
/** Words that no name of a message has. */
export const otherParts = wordList('code type id param field loc url');
export const codeNames: readonly Rule[] = [
	['code error|err|failure|fail', 'errorCode, failureCode'],
	['code|errno', 'the document'],
	['name', 'Stability: bad_request'],
];
export const typeNames: readonly Rule[] = [['type|kind|category', 'the document']];
export const paramNames: readonly Rule[] = [
	['param|parameter', 'the document'],
	['field|loc|location|pointer|property|path', 'FastAPI loc, JSON pointers'],
];

/** Codes that mean success. */
export const goodCodes = new Set([0, 1, 100, 200, 201, 202, 204, 10000, 20000]);
/** Zero in any writing: 0000, 0x0, 0.0. */
export const zero = /^[+-]?(0x)?0+([.]0+)?$/i;
/** Words beside an error's in the name of its code. */
export const errorCodeWords = wordList('code no number errno');
/** Names of codes, and words that make them codes of something else. */
export const codeWords = wordList('code status errno retcode ret');
export const otherCodes = wordList('country zip http language currency');
/** Words of failure in a code beside those of states: TooManyRequests. */
export const badCodeWords = wordList(
	'throttling arrearage illegal conflict wrong many enough required',
);
/** Names of what an error tells of its request. */
export const requestWords = wordList(
	'request trace path timestamp time doc documentation help version object',
);
/** Names of the words beside a code. */
export const sayingWords = wordList('message msg title detail description error');
/** Names of an error's other fields. */
export const besideWords = wordList('type instance id param time timestamp');
