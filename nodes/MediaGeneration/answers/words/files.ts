import { wordList } from './rows';

/** Words of what was put in. */
export const putIn = wordList(
	'input init source reference ref prompt mask request requested control conditioning driving template',
);
/** Words of other addresses, pages, files and people. */
const others =
	'status poll polling cancel callback webhook hook notification response get self next prev previous first last retry delete edit operation stream api endpoint queue check track tracking fetch retrieve monitor query ' +
	'web page doc documentation help support dashboard site website html policy share gallery profile billing upgrade pricing console more info schema context instance type ' +
	'log config metadata audio sound music voice caption subtitle transcript zip archive json manifest logo icon avatar model lora ' +
	'user author owner creator account organization';
/** Words that no name of a result has. */
export const neverFiles = wordList(`${[...putIn].join(' ')} ${others}`);
/** Names of objects that hold no result. */
export const neverHolders = wordList(
	'status track tracking check poll callback webhook cancel delete retry audio music voice caption log logo icon avatar web page doc user author owner account organization model project',
);
/** Last words of names of objects that do all the same: `StatusResponse`. */
export const answerHolders = wordList('response result reply');

/** Names of addresses. */
export const addressWords = wordList('url uri src link file download path address cdn');
/** Names of results. */
export const resultWords = wordList(
	'output result generated generation creation artifact asset sample final render rendered produced',
);
/** Names that other things have too. */
export const vagueWords = wordList('media content file download data picture response payload');

/** Words of a lesser form, or of what mostly was put in. */
export const lesserWords = wordList(
	'watermark watermarked thumbnail thumb preview cover poster small tiny medium low min compressed placeholder blurred frame draft progress intermediate partial base style original uploaded face pose depth mask before webp avif',
);
/** Words that take those back: `without_watermark`. */
export const withoutWords = wordList('no without');

/** The part of an address before an ID that makes it that of a job. */
export const jobCollections = wordList(
	'jobs job tasks task predictions operations requests request status queue',
);
