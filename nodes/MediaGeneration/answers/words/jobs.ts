import { wordList, type WordRow } from './rows';

/** Names of the fields of a job beside its ID, state, files and error. */
export const jobNames = {
	status_url: [
		{
			words:
				'webhook|callback|cancel|response|result|file|output|asset|web|stream|download|next|prev|model|notification',
			weight: 0,
			why: 'other addresses',
		},
		{ words: 'status url|uri|link|href|endpoint', weight: 100, why: 'the document' },
		{
			words: 'poll|polling|check|track|tracking url|uri|link|endpoint|href',
			weight: 95,
			why: 'Black Forest Labs polling_url',
		},
		{
			words: 'fetch|retrieve|retrieval|monitor|query url|uri|link|endpoint|href',
			weight: 90,
			why: 'plainer services',
		},
		{ words: 'get url|link', weight: 85, why: 'Replicate and WaveSpeed urls.get' },
		{
			words: 'job|task|operation|prediction|progress url|uri|location|href|link',
			weight: 70,
			why: 'Azure Operation-Location and the like',
		},
		{ words: 'self link|url|href', weight: 50, why: 'HAL' },
	],
	webhook_url: [
		{
			words: 'webhook|callback|notify|notification|hook url|uri|endpoint|href',
			weight: 100,
			why: 'the document',
		},
	],
	answer_url: [
		{
			words: 'response|result url|uri|href|link',
			weight: 100,
			why: 'fal: where the answer is to be had once the job is done',
		},
	],
	generation_time: [
		{ words: 'generation time|duration|second', weight: 100, why: 'the document' },
		{
			words: 'inference|predict|execution|processing|render|elapsed time|second',
			weight: 80,
			why: 'Replicate metrics.predict_time',
		},
		{ words: 'elapsed', weight: 60, why: 'plain shapes' },
	],
	created_at: [
		{
			words: 'created|create|submit|submitted|creation at|time|date|on|timestamp',
			weight: 100,
			why: 'the document',
		},
		{ words: 'created', weight: 90, why: 'OpenAI images' },
	],
	completed_at: [
		{
			words: 'estimated|estimate|expected|eta|projected|predicted|approximate|approx|deadline',
			weight: 0,
			why: 'a guess at an end to come',
		},
		{
			words: 'completed|finished|ended|complete|finish|end|completion at|time|date|on|timestamp',
			weight: 100,
			why: 'the document',
		},
	],
	model: [
		{
			words: 'model url|uri|status|type|version|path|price|list|provider|description|hash',
			weight: 0,
			why: 'tells of the model',
		},
		{ words: 'model', weight: 100, why: 'the document' },
		{ words: 'engine', weight: 30, why: 'older services' },
	],
} as const satisfies Record<string, readonly WordRow[]>;

/** Names that, with something in them, tell of a result: what makes of "success" more than a polite answer. */
export const resultEvidence = wordList(
	'output result file image video creation asset artifact sample',
);

/** What the names of addresses have in them at which a result may be had. */
export const resultPlaces = wordList(
	'output result response file content download asset artifact retrieve fetch media image video data',
);
/** Those of other addresses. */
export const noResultPlaces = wordList(
	'webhook callback cancel delete stream web share view page docs dashboard self status poll polling logo icon next prev stop log input source',
);

/** What an address weighs as that of the job's status that tells by itself that it is a job's. */
export const jobAddress = 40;

/** Names that say no more than that an address stands there. */
export const addressNames = wordList('url link href uri');
/** Names of what tells a model in an object that is called after it. */
export const modelParts = wordList('id name slug');
/** Words of a time that is told in thousandths of a second. */
export const milliseconds = wordList('ms milli millisecond');
