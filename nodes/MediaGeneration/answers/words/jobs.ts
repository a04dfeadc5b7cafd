import { wordList, type Rule } from './rows';

const address = 'url|uri|link|href|endpoint|location';

/** A field of a job beside its ID, state, files and error. */
interface JobField {
	/** Its names, the best first. */
	names: readonly Rule[];
	/** Words that make of such a name something else. */
	not?: ReadonlySet<string>;
}

export const jobNames = {
	status_url: {
		names: [
			[`status ${address}`, 'the document'],
			[`poll|polling|check|track|tracking ${address}`, 'Black Forest Labs polling_url'],
			[`fetch|retrieve|retrieval|monitor|query ${address}`, 'plainer services'],
			['get url|link', 'Replicate and WaveSpeed urls.get'],
			[`job|task|operation|prediction|progress ${address}`, 'Azure Operation-Location'],
			[`self ${address}`, 'HAL'],
		],
		not: wordList(
			'webhook callback cancel response result file output asset web stream download next prev model notification',
		),
	},
	webhook_url: {
		names: [[`webhook|callback|notify|notification|hook ${address}`, 'the document']],
	},
	answer_url: {
		names: [[`response|result ${address}`, 'fal: where the answer is to be had']],
	},
	generation_time: {
		names: [
			['generation time|duration|second', 'the document'],
			['inference|predict|execution|processing|render|elapsed time|second', 'Replicate'],
			['elapsed', 'plain shapes'],
		],
	},
	created_at: {
		names: [
			['created|create|submit|submitted|creation at|time|date|on|timestamp', 'the document'],
			['created', 'OpenAI images'],
		],
	},
	completed_at: {
		names: [
			[
				'completed|finished|ended|complete|finish|end|completion at|time|date|on|timestamp',
				'the document',
			],
		],
		not: wordList(
			'estimated estimate expected eta projected predicted approximate approx deadline',
		),
	},
	model: {
		names: [
			['model', 'the document'],
			['engine', 'older services'],
		],
		not: wordList('url uri status type version path price list provider description hash'),
	},
} as const satisfies Record<string, JobField>;

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

/** Names that say no more than that an address stands there. */
export const addressNames = wordList('url link href uri');
/** Names of what tells a model in an object that is called after it. */
export const modelParts = wordList('id name slug');
/** Words of a time that is told in thousandths of a second. */
export const milliseconds = wordList('ms milli millisecond');
