import type { ServiceError } from '../answers/failure/serviceError';
import { OUT_OF_MONEY } from './nothingMade';
import { optionLabels } from './labels';

interface Remedy {
	/** One of these; any where none is told. */
	status?: number[] | 'server error';
	/** Looked for in the service's message, type and code. */
	words?: RegExp;
	remedy: string;
}

const OVER_LIMIT =
	'A spend limit of the account has been reached: raise it with Billing > Set Limits, or wait until it resets (UTC midnight, or the first of the month UTC).';

const NO_MONEY =
	'The account has too little money for this: add funds, choose a cheaper model, or ask for less.';

/** A model is, where no parameter of it is. */
const MODEL_DEPRECATED =
	/^(?!.*\b(param|field|option|argument)[^;\n]*deprecated)(?!.*deprecated (for|on|with|by|in) ((this|the|that) )?model).*deprecated/is;

/**
 * What a user can do about each documented failure ("Errors" of the API document) and the undocumented
 * ones that HTTP services commonly answer with. The first row that fits counts.
 */
const remedies: Remedy[] = [
	{
		words: MODEL_DEPRECATED,
		remedy: 'This model is no longer served: choose another one from the list.',
	},
	{
		words: /model[_ ]not[_ ]found/i,
		remedy: 'Choose a model from the list, or check the ID you typed: IDs are compared exactly.',
	},
	{
		words: /(spend(ing)?|daily|monthly)[_ ]limit[_ ]((is|was|has been) )?(reached|exceeded)/i,
		remedy: OVER_LIMIT,
	},
	{ status: [402, 403, 429], words: /(spend(ing)?|daily|monthly)[_ ]limit/i, remedy: OVER_LIMIT },
	{ status: [402, 403], words: /limit[_ ]?reached/i, remedy: OVER_LIMIT },
	{
		status: [401, 403],
		words:
			/\bip([ _-]address)?\b[^;\n]{0,60}(not |un|den|block|restrict|whitelist|allow)|(allow|white)list[^;\n]{0,40}\bip\b/i,
		remedy:
			'The service does not take requests from the address of this n8n: allow it where the key or the account is managed.',
	},
	{
		status: [401],
		remedy:
			'The API key, or for API Key operations the developer session, was not accepted: open the credential, paste it again and test it.',
	},
	{ status: [402], remedy: NO_MONEY },
	{ status: [403, 429], words: OUT_OF_MONEY, remedy: NO_MONEY },
	{
		status: [403],
		words: /moderat|safety|nsfw|(?<!(resource|identity)-based |bucket |iam )policy/i,
		remedy:
			'The service’s content moderation refused this: change the prompt or the reference images. Sending it again unchanged will not help.',
	},
	{
		status: [403],
		words:
			/(country|region|territory)[^;\n]{0,40}(not|un)[ _-]?(supported|available|allowed)|unsupported_country|not available in your/i,
		remedy:
			'The service is not available in the country or region that this n8n runs in: ask it which are.',
	},
	{
		status: [403],
		words:
			/(organi[sz]ation|account|identity|e-?mail|phone)[^;\n]{0,60}verif|verif[^;\n]{0,40}(organi[sz]ation|account|identity|e-?mail|phone)/i,
		remedy: 'The account has to be verified with the service first: its website says how.',
	},
	{
		status: [403],
		words: /scope|permi|allow/i,
		remedy:
			'The API key lacks the scope for this: use a key that has it: image:* for images and edits, video:gen:* for videos, chat:* for chats, billing:read for balance and transactions.',
	},
	{
		status: [403],
		remedy:
			'Either content moderation refused this, or the API key lacks the scope for this model: change the prompt, or use another key.',
	},
	{
		status: [400, 415, 422],
		words: /\bdata:\w+\/|data[ -]?ur[il]|base64/i,
		remedy: `The service may not take files in the request itself: remove Options > ${optionLabels.inlineFiles}, and give it addresses that it can reach.`,
	},
	{
		status: [400],
		remedy: 'Nothing was made and nothing was paid: change the value that the message names.',
	},
	{
		status: [404],
		words:
			/\b(no|unknown|unsupported)\b[^;\n]{0,40}\bmodel\b|\bmodel\b[^;\n]{0,60}(not|unknown|unsupported)/i,
		remedy:
			'The service does not have this model, or not for this: choose one from the list, or check the ID you typed.',
	},
	{
		status: [404, 410],
		// Not where it is part of a path that is not there.
		words: /(?<![/\w])(job|task)s?(?![a-z/-])/i,
		remedy:
			'The service knows no such job: fetch images and edits with Image > Get Job, videos with Video > Get Job, and check the ID.',
	},
	{
		status: [404],
		remedy: 'Check the ID you gave, and that the Base URL of the credential ends with /api.',
	},
	{ status: [405], remedy: 'Check that the Base URL of the credential ends with /api.' },
	{
		status: [413],
		remedy: `The request is too large: send URLs of files instead of the files, or lower Options > ${optionLabels.inlineFiles}.`,
	},
	{
		status: [429],
		remedy: `Too many requests at once: wait a little. For images, edits and videos you can also lower Options > ${optionLabels.concurrency}.`,
	},
	{
		status: 'server error',
		remedy: 'The service failed; what you sent was not the cause. Try again later.',
	},
];

/**
 * What to do about a failure, in a sentence for someone who has never read the API document; nothing
 * where only guesses could be made. `status` is that of the answer; a job that failed later has none.
 */
export function remedyFor(status: number | undefined, service: ServiceError): string | undefined {
	const said = [service.message, service.type, service.code].join(' ');
	const fits = ({ status: wanted, words }: Remedy) =>
		(status === undefined
			? words !== undefined && !isOfAddress(wanted)
			: matches(wanted, status)) &&
		(words?.test(said) ?? true);
	return remedies.find(fits)?.remedy;
}

/** Whether a row is about what is not there: a job that failed was. */
const isOfAddress = (wanted: Remedy['status']) =>
	Array.isArray(wanted) && wanted.every((status) => status === 404 || status === 410);

function matches(wanted: Remedy['status'], status: number): boolean {
	return (
		wanted === undefined || (wanted === 'server error' ? status >= 500 : wanted.includes(status))
	);
}
