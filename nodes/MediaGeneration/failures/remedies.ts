import { optionLabels } from './labels';
import type { ServiceError } from '../answers/failure/serviceError';
import { AT_LIMIT, OUT_OF_MONEY } from './nothingMade';

const NO_MONEY =
	'The account has too little money for this: add funds, choose a cheaper model, or ask for less.';

/** What to do about what the service said; the first row that fits counts, and one without a remedy gives none. */
const rows: ReadonlyArray<{
	/** Of the answer; any when absent. */
	statuses?: RegExp;
	/** Found in the service's words. */
	words?: RegExp;
	/** Whether the words are enough without a status: of a job that failed later. */
	byWords?: true;
	remedy?: string;
}> = [
	{
		// Not a parameter that is "deprecated for this model".
		words: /\bmodel\b[^.;\n]{0,60}\bdeprecated|model_deprecated|^\W*deprecated\b/i,
		byWords: true,
		remedy: 'This model is no longer served: choose another one from the list.',
	},
	{
		words: /model[_ ]not[_ ]found/i,
		byWords: true,
		remedy: 'Choose a model from the list, or check the ID you typed: IDs are compared exactly.',
	},
	{
		statuses: /^(402|403|429)$/,
		words: AT_LIMIT,
		byWords: true,
		remedy:
			'A spend limit of the account has been reached: raise it with Billing > Set Limits, or wait until it resets (UTC midnight, or the first of the month UTC).',
	},
	{
		statuses: /^401$/,
		remedy:
			'The API key, or for API Key operations the developer session, was not accepted: open the credential, paste it again and test it.',
	},
	{ statuses: /^402$/, remedy: NO_MONEY },
	{
		statuses: /^(403|429)$/,
		words: OUT_OF_MONEY,
		byWords: true,
		remedy: NO_MONEY,
	},
	{
		statuses: /^403$/,
		words: /moderat|safety|nsfw|content policy|policy violation/i,
		byWords: true,
		remedy:
			'The service’s content moderation refused this: change the prompt or the reference images. Sending it again unchanged will not help.',
	},
	{
		statuses: /^403$/,
		words: /scope|permission/i,
		remedy:
			'The API key lacks the scope for this: use a key that has it: image:* for images and edits, video:gen:* for videos, chat:* for chats, billing:read for balance and transactions.',
	},
	{
		statuses: /^403$/,
		remedy:
			'If the message does not say why: content moderation may have refused this, or the API key may lack the scope for this model. Change the prompt, or use another key.',
	},
	{
		statuses: /^(400|415|422)$/,
		words: /\bdata:\w+\/|data[ -]?ur[il]|base64/i,
		byWords: true,
		remedy: `The service may not take files in the request itself: remove Options > ${optionLabels.inlineFiles}, and give it addresses that it can reach.`,
	},
	{
		statuses: /^400$/,
		remedy: 'Nothing was made and nothing was paid: change the value that the message names.',
	},
	{
		statuses: /^404$/,
		words:
			/\b(no|unknown|unsupported)\b[^;\n]{0,40}\bmodel\b|\bmodel\b[^;\n]{0,60}(not|unknown|unsupported)/i,
		byWords: true,
		remedy:
			'The service does not have this model, or not for this: choose one from the list, or check the ID you typed.',
	},
	{
		// A job that failed is not unknown.
		statuses: /^(404|410)$/,
		words: /\bfail(ed|ure)\b(?! to\b)|cancel|aborted|rejected|refused|blocked|moderat/i,
	},
	{
		statuses: /^(404|410)$/,
		// Not in the path of a route that does not exist.
		words: /(?<![/\w])(job|task)s?(?![a-z/-])/i,
		remedy:
			'The service knows no such job: fetch images and edits with Image > Get Job, videos with Video > Get Job, and check the ID.',
	},
	{
		statuses: /^404$/,
		remedy: 'Check the ID you gave, and that the Base URL of the credential ends with /api.',
	},
	{
		statuses: /^405$/,
		remedy: 'Check that the Base URL of the credential ends with /api.',
	},
	{
		statuses: /^413$/,
		remedy: `The request is too large: send URLs of files instead of the files, or lower Options > ${optionLabels.inlineFiles}.`,
	},
	{
		statuses: /^429$/,
		remedy: `Too many requests at once: wait a little. For images, edits and videos you can also lower Options > ${optionLabels.concurrency}.`,
	},
	{
		statuses: /^[5-9]/,
		remedy: 'The service failed; what you sent was not the cause. Try again later.',
	},
];

/**
 * What to do about a failure of the service ("Errors" of the API document), in a sentence; nothing where it would be a guess.
 * @param status a job that failed later has none
 */
export function remedyFor(status: number | undefined, said: ServiceError): string | undefined {
	const told = [said.message, said.type, said.code].join(' ');
	const row = rows.find(
		({ statuses, words, byWords }) =>
			(words?.test(told) ?? true) &&
			(status === undefined ? byWords : (statuses?.test(String(status)) ?? true)),
	);
	return row?.remedy;
}
