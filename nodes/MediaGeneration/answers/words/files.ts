import { wordList, type WordRow } from './rows';

/** Words of a name under which no result stands: what was put in, and addresses that are asked or read. */
export const notFiles = {
	'what was put in': wordList(
		'input init source reference ref prompt mask request requested control conditioning driving template',
	),
	'addresses to ask at or to be told at': wordList(
		'status poll polling cancel callback webhook hook notify notification response get self next prev previous first last retry delete edit operation stream websocket ws api endpoint queue check track tracking fetch retrieve retrieval monitor query',
	),
	'pages for people': wordList(
		'web page doc documentation help support homepage dashboard site website html term policy privacy license share gallery profile billing upgrade pricing console viewer more info about schema context instance type',
	),
	'other files': wordList(
		'log config metadata audio sound music voice caption subtitle srt vtt transcript zip archive json manifest logo icon avatar model lora checkpoint weight',
	),
	people: wordList('user author owner creator account organization'),
};

/** Names of objects in which no result stands, whatever it is called. */
export const notFilesIn = wordList(
	'status track tracking check poll callback webhook hook cancel delete retry audio sound music voice caption subtitle log logo icon avatar web page doc user author owner account organization model project',
);

/** Names of objects that end so are answers, whatever they are about: `StatusResponse`. */
export const answers = wordList('response result reply');

/** What a `rel`, `type` or `role` beside an address says of one that is no result. */
export const notFilesBeside = wordList(
	'input source reference init mask self status next prev cancel webhook callback audio caption subtitle log page',
);
export const besideNames = wordList('rel type kind role label');

/** Names of addresses. */
export const addressWords = wordList('url uri src link file download path address cdn');

/** What a name adds, by its first row that fits; all tables together make a candidate's weight. */
export const resultNames: readonly WordRow[] = [
	{
		words:
			'output|result|generated|generation|creation|artifact|asset|sample|final|render|rendered|produced',
		weight: 10,
		why: 'Replicate and Runway output, Luma assets, BFL sample, Leonardo generated_images',
	},
	{
		words: 'media|content|file|download|data|picture|response|payload',
		weight: 5,
		why: 'words that other things go by too',
	},
];

export const variantNames: readonly WordRow[] = [
	{
		words: 'watermark|watermarked',
		weight: -60,
		why: 'a lesser form; before the picture of a video',
	},
	{ words: 'no|without|un|clean|free watermark', weight: 0, why: 'not a lesser form' },
	{
		words:
			'thumbnail|thumb|preview|cover|poster|small|tiny|placeholder|blur|snapshot|frame|draft|progress|progressive|storyboard|sprite|intermediate|partial|blurred',
		weight: -100,
		why: 'a lesser form',
	},
	{
		words: 'base|style|uploaded|face|pose|depth|before|garment|driver',
		weight: -40,
		why: 'what was put in as a rule: base_image_url, uploaded_image_url; the result where there is no other',
	},
	{
		words: 'original',
		weight: -1,
		why: 'the better of several sizes, but beside an edited or upscaled one what was put in',
	},
	{
		words: '1440|2160|4320 p',
		weight: 4,
		why: 'the better of several resolutions: videos by 480p, 720p',
	},
	{ words: '1080 p', weight: 3, why: 'the better of several resolutions' },
	{ words: '720 p', weight: 1, why: 'between the others' },
	{ words: '480|540|576 p', weight: -2, why: 'the worse of several resolutions' },
	{ words: '144|240|360 p', weight: -3, why: 'the worst of several resolutions' },
	{
		words: 'hd|full|large|upscaled|best|highres|uhd|4',
		weight: 2,
		why: 'the better of several sizes',
	},
	{ words: 'medium|low|sd|min|compressed', weight: -4, why: 'the worse of several sizes' },
	{
		words:
			'temporary|temp|cdn|proxy|signed|presigned|download|backup|mirror|public|private|permanent',
		weight: -1,
		why: 'another address of the same file',
	},
];

/** What the format adds that its own name tells: in another the same file may stand beside it, such as webp_url beside image_url. */
export const formatNames: readonly WordRow[] = [
	{ words: 'webp|avif', weight: -3, why: 'for browsers, compressed once more' },
	{ words: 'jpg|jpeg', weight: -2, why: 'compressed, beside a PNG' },
];

/** What the value itself adds. */
export const valueWeights = {
	/** `data:` and base64 are files, whatever they are called. */
	inline: 40,
	/** The extension or a content type beside it tells the kind asked for. */
	knownType: 15,
	/** A list of pieces for players, beside which the file as a whole counts. */
	playlist: -20,
	/** An address of its own, rather than a path. */
	absolute: 5,
	/** Stands in a text, which may speak of other files too. */
	inText: -10,
	/** Its name says that it is an address. */
	addressName: 10,
	/** Its name, or that of what it stands in, tells the kind asked for. */
	mediaName: 20,
	/** Lists hold all results, single fields often the first of them. */
	inList: 5,
	/** Stands with what belongs to the job without being its result. */
	aside: -40,
	/** Stands in an object that is named for a lesser form. */
	lesser: -100,
	/** Stands in {@link asking} with a prompt: in fal's payload so does the result, elsewhere what was put in. */
	asked: -20,
};

/** Extensions of lists of pieces for players: HLS, DASH. */
export const playlists = wordList('m3u8 m3u mpd');

/** Names of objects in which a result may stand, or what was asked for. */
export const asking = wordList('payload');

/** From this weight on a file ends a job that has no word for it; below, only one that says it is done. */
export const SURE = 15;

/** Paths of addresses that tell of a job rather than hold its file: followed by the job's ID, or by nothing. */
export const jobCollections = wordList(
	'jobs job tasks task predictions operations requests request status queue',
);
