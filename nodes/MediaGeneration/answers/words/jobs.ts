import { wordList, type Rule } from './rows';

const address = 'url|uri|link|href|endpoint|location';
const at = 'at|time|date|on|timestamp';

/** Names of a job's fields beside its ID, state, files and error, the best first. */
export const jobNames = {
	status_url: [
		[`status ${address}`, 'the document'],
		[`poll|polling|check|track|tracking ${address}`, 'Black Forest Labs polling_url'],
		[`fetch|retrieve|retrieval|monitor|query ${address}`, 'plainer services'],
		['get url|link', 'Replicate and WaveSpeed urls.get'],
		[`job|task|operation|prediction|progress ${address}`, 'Azure Operation-Location'],
		[`self ${address}`, 'HAL'],
	],
	webhook_url: [[`webhook|callback|notify|notification|hook ${address}`, 'the document']],
	answer_url: [[`response|result ${address}`, 'fal: where the answer is to be had']],
	generation_time: [
		['generation time|duration|second', 'the document'],
		['inference|predict|execution|processing|render|elapsed time|second', 'Replicate'],
	],
	created_at: [
		[`created|create|submit|submitted|creation ${at}`, 'the document'],
		['created', 'OpenAI images'],
	],
	completed_at: [[`completed|finished|ended|complete|finish|end|completion ${at}`, 'the document']],
	model: [['model', 'the document']],
} as const satisfies Record<string, readonly Rule[]>;

/** Words that make of such a name something else. */
export const notJobNames: Partial<Record<keyof typeof jobNames, ReadonlySet<string>>> = {
	status_url: wordList(
		'webhook callback cancel response result file output asset web stream download next prev model notification',
	),
	completed_at: wordList(
		'estimated estimate expected eta projected predicted approximate deadline',
	),
	model: wordList('url uri status type version path price list provider description hash'),
};

/** Names of what holds a result. */
export const payloadWords = wordList('data output result image video url');
/** Names that say no more than that an address stands there. */
export const addressNames = wordList('url link href uri');
/** Names of what tells a model in an object that is called after it. */
export const modelParts = wordList('id name slug');
