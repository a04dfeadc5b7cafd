import { isRedirect } from '../support/httpStatus';
import { optionLabels } from './labels';
import type { ServiceError } from '../answers/failure/serviceError';
import { AT_LIMIT, OUT_OF_MONEY } from './nothingMade';

/** An intermediary is in front of the service. */
type Answerer = 'nobody' | 'intermediary' | 'service';

/** One failure: how it is known, what it means and what to do. */
interface FailureRow {
	/** The code of a broken connection. */
	codes?: RegExp;
	/** The status of an answer; any when absent. */
	statuses?: number[] | 'redirect' | 'server error';
	/** Found in the service's words, a page, or the target of a redirect. */
	words?: RegExp;
	/** Whether the words are enough without a status: of a job that failed later. */
	byWords?: true;
	/** Whether the service surely did not see the request. */
	unseen?: true;
	/** Whether another try gives the same. */
	lasts?: true;
	/** The message, with `{host}`; the service has its own. */
	means?: string;
	/** With `{address}` for what the user calls it. */
	remedy?: string;
}

const RUNNING = 'Check {address} and that the service is running.';
const LOGIN =
	'Open the credential, paste the key or the session again and test it; a session expires. The Base URL must end with /api.';
const BOT_CHECK = {
	means: 'A firewall or bot check in front of the service refused this n8n',
	remedy:
		'The service itself did not see the request. Ask it to let the address of this n8n through; the prompt and the key are not to blame.',
};
const NO_MONEY =
	'The account has too little money for this: add funds, choose a cheaper model, or ask for less.';

/** For each answerer, the first row that fits counts. */
const failureTable: Readonly<Record<Answerer, readonly FailureRow[]>> = {
	nobody: [
		{
			codes: /^ECONNREFUSED$/,
			unseen: true,
			means: 'Nothing answers at {host}: the connection was refused',
			remedy: RUNNING,
		},
		{
			codes: /^(ENOTFOUND|EAI_AGAIN)$/,
			unseen: true,
			means: 'The host {host} could not be found',
			remedy: RUNNING,
		},
		// Not unseen: they also break a connection that was made.
		{
			codes: /^(EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/,
			means: 'This n8n cannot reach {host}',
			remedy: 'Check the network of this n8n and {address}.',
		},
		{
			codes: /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/,
			means: 'No answer from {host} in time',
		},
		{
			codes:
				/^EPROTO$|^ERR_SSL_\w*(WRONG_VERSION|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|HTTP_REQUEST|HANDSHAKE)/,
			unseen: true,
			lasts: true,
			means: '{host} does not use https here, or only a TLS version that this n8n does not support',
			remedy: 'If it uses http, begin {address} with http://.',
		},
		{
			codes: /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/,
			unseen: true,
			lasts: true,
			means: 'The certificate of {host} is not trusted',
			remedy:
				'Check {address}; if the server uses a self-signed or private certificate, make this n8n trust it with NODE_EXTRA_CA_CERTS.',
		},
		{
			codes: /^EBLOCKED$/,
			unseen: true,
			lasts: true,
			means:
				'This n8n does not let its workflows reach {host}: its protection against requests to internal addresses (SSRF) blocked it',
			remedy:
				'Whoever runs this n8n can allow the address with N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES.',
		},
		{
			codes: /^EPROXY$/,
			unseen: true,
			means: 'The proxy that this n8n uses does not connect it to {host}',
			remedy:
				'Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY of this n8n, and that the proxy is running and lets this host through.',
		},
		{
			codes: /^ESTOPPED$/,
			unseen: true,
			means: 'Stopped',
			remedy: 'It can be sent when the workflow is started again.',
		},
		{
			codes: /^ETOOLARGE$/,
			lasts: true,
			means: 'The answer from {host} is too large',
			remedy: 'Check {address}.',
		},
	],
	intermediary: [
		{
			statuses: [407],
			means: 'The proxy on the way to the service wants a login of its own',
			remedy:
				'Check HTTP_PROXY and HTTPS_PROXY of this n8n: the user name and the password in them.',
		},
		{
			statuses: 'redirect',
			words: /\b(log|sign)[-_]?(in|on)\b|\bauth(enticate|orize)?\b|\bsso\b|\boauth2?\b/i,
			means: 'The service redirects to its login page',
			remedy: LOGIN,
		},
		{
			statuses: [403, 429, 503],
			words:
				/captcha|challenge|just a moment|attention required|you.{1,5}(human|not a robot)|are you a (human|robot)|human verification|checking (your browser|if the site)|javascript and cookies|bot (check|detection|management|protection)|unusual traffic|incapsula/i,
			unseen: true,
			...BOT_CHECK,
		},
		{ statuses: [403, 429], words: /ddos|cf-ray|access denied/i, ...BOT_CHECK },
		{
			statuses: [401],
			words: /^Basic\b/i,
			means:
				'A server in front of the service wants a user name and a password of its own (Basic authentication)',
			remedy:
				'The service itself did not see the request, and the key is not to blame. Ask whoever runs that server to let the address of this n8n through.',
		},
		{
			statuses: [401, 403],
			words: /type=["']?password|<title>[^<]{0,80}(log|sign)[ -]?(in|on)/i,
			means: 'A login page answered in place of the service',
			remedy: LOGIN,
		},
		{
			statuses: [403],
			means: 'Something in front of the service refused this with a web page',
			remedy:
				'A firewall or a proxy on the way may have refused this n8n: ask whoever runs it, and check that the Base URL of the credential ends with /api.',
		},
	],
	service: [
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
			statuses: [402, 403, 429],
			words: AT_LIMIT,
			byWords: true,
			remedy:
				'A spend limit of the account has been reached: raise it with Billing > Set Limits, or wait until it resets (UTC midnight, or the first of the month UTC).',
		},
		{
			statuses: [401],
			remedy:
				'The API key, or for API Key operations the developer session, was not accepted: open the credential, paste it again and test it.',
		},
		{ statuses: [402], remedy: NO_MONEY },
		{
			statuses: [403, 429],
			words: OUT_OF_MONEY,
			byWords: true,
			remedy: NO_MONEY,
		},
		{
			statuses: [403],
			words: /moderat|safety|nsfw|content policy|policy violation/i,
			byWords: true,
			remedy:
				'The service’s content moderation refused this: change the prompt or the reference images. Sending it again unchanged will not help.',
		},
		{
			statuses: [403],
			words: /scope|permission/i,
			remedy:
				'The API key lacks the scope for this: use a key that has it: image:* for images and edits, video:gen:* for videos, chat:* for chats, billing:read for balance and transactions.',
		},
		{
			statuses: [403],
			remedy:
				'If the message does not say why: content moderation may have refused this, or the API key may lack the scope for this model. Change the prompt, or use another key.',
		},
		{
			statuses: [400, 415, 422],
			words: /\bdata:\w+\/|data[ -]?ur[il]|base64/i,
			byWords: true,
			remedy: `The service may not take files in the request itself: remove Options > ${optionLabels.inlineFiles}, and give it addresses that it can reach.`,
		},
		{
			statuses: [400],
			remedy: 'Nothing was made and nothing was paid: change the value that the message names.',
		},
		{
			statuses: [404],
			words:
				/\b(no|unknown|unsupported)\b[^;\n]{0,40}\bmodel\b|\bmodel\b[^;\n]{0,60}(not|unknown|unsupported)/i,
			byWords: true,
			remedy:
				'The service does not have this model, or not for this: choose one from the list, or check the ID you typed.',
		},
		{
			// A job that failed is not unknown.
			statuses: [404, 410],
			words: /\bfail(ed|ure)\b(?! to\b)|cancel|aborted|rejected|refused|blocked|moderat/i,
		},
		{
			statuses: [404, 410],
			// Not in the path of a route that does not exist.
			words: /(?<![/\w])(job|task)s?(?![a-z/-])/i,
			remedy:
				'The service knows no such job: fetch images and edits with Image > Get Job, videos with Video > Get Job, and check the ID.',
		},
		{
			statuses: [404],
			remedy: 'Check the ID you gave, and that the Base URL of the credential ends with /api.',
		},
		{
			statuses: [405],
			remedy: 'Check that the Base URL of the credential ends with /api.',
		},
		{
			statuses: [413],
			remedy: `The request is too large: send URLs of files instead of the files, or lower Options > ${optionLabels.inlineFiles}.`,
		},
		{
			statuses: [429],
			remedy: `Too many requests at once: wait a little. For images, edits and videos you can also lower Options > ${optionLabels.concurrency}.`,
		},
		{
			statuses: 'server error',
			remedy: 'The service failed; what you sent was not the cause. Try again later.',
		},
	],
};

interface Facts {
	code?: string;
	status?: number;
	words?: string;
}

/** The row that fits a failure, if any. */
export function failureRow(
	answerer: Answerer,
	{ code = '', status, words = '' }: Facts,
): FailureRow | undefined {
	return failureTable[answerer].find(
		(row) =>
			(row.codes?.test(code) ?? true) &&
			(row.words?.test(words) ?? true) &&
			(answerer === 'nobody' ||
				(status === undefined ? row.byWords : isOneOf(row.statuses, status))),
	);
}

function isOneOf(statuses: FailureRow['statuses'], status: number): boolean {
	if (statuses === 'redirect') return isRedirect(status);
	if (statuses === 'server error') return status >= 500;
	return statuses?.includes(status) ?? true;
}

/**
 * What to do about a failure of the service ("Errors" of the API document), in a sentence; nothing where it would be a guess.
 * @param status a job that failed later has none
 */
export function remedyFor(status: number | undefined, said: ServiceError): string | undefined {
	const words = [said.message, said.type, said.code].join(' ');
	return failureRow('service', { status, words })?.remedy;
}
