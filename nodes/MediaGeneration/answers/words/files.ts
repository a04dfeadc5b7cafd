import { wordList } from './words';

const putIn =
	'input init source reference ref prompt mask request requested control conditioning driving template';
const others =
	'status poll polling cancel callback webhook hook notification response get self next prev previous first last retry delete edit operation stream api endpoint queue check track tracking fetch retrieve monitor query ' +
	'web page doc documentation help support dashboard site website html policy share gallery profile billing upgrade pricing console more info schema context instance type ' +
	'log config metadata audio sound music voice caption subtitle transcript zip archive json manifest logo icon avatar model lora ' +
	'user author owner creator account organization';

/** Words of names by which a result is told from other files and addresses. */
export const fileWords = {
	putIn: wordList(putIn),
	/** No name of a result has one of these. */
	never: wordList(`${putIn} ${others}`),
	/** Names of objects that hold no result. */
	neverHolder: wordList(
		'status track tracking check poll callback webhook cancel delete retry audio music voice caption log logo icon avatar web page doc user author owner account organization model project',
	),
	/** Last words of names of objects that do all the same: `StatusResponse`. */
	answerHolder: wordList('response result reply'),
	address: wordList('url uri src link file download path address cdn'),
	result: wordList(
		'output result generated generation creation artifact asset sample final render rendered produced',
	),
	/** Names that other things have too. */
	vague: wordList('media content file download data picture response payload'),
	/** Of a lesser form, or of what mostly was put in. */
	lesser: wordList(
		'watermark watermarked thumbnail thumb preview cover poster small tiny medium low min compressed placeholder blurred frame draft progress intermediate partial base style original uploaded face pose depth mask before webp avif hls dash playlist',
	),
	/** They take those back: `without_watermark`. */
	without: wordList('no without'),
	/** The part of an address before an ID that makes it that of a job. */
	jobCollection: wordList(
		'jobs job tasks task predictions operations requests request status queue',
	),
};
