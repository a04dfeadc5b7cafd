import { isHtml } from '../answers/core/html';
import { asText } from '../support/data';
import { deniesAccess, isRedirect } from '../support/httpStatus';
import type { ApiAnswer } from './outcome';

/** What answers in place of the service. */
interface Front {
	statuses: (status: number) => boolean;
	/** What its page says; of a redirect its address. */
	words: RegExp;
	says: string;
	remedy: string;
}

const LOGIN =
	'Open the credential, paste the key or the session again and test it; a session expires. The Base URL must end with /api.';

/** The first row that fits counts. */
const fronts: readonly Front[] = [
	{
		statuses: (status) => status === 407,
		words: /^/,
		says: 'The proxy on the way to the service wants a login of its own',
		remedy: 'Check HTTP_PROXY and HTTPS_PROXY of this n8n: the user name and the password in them.',
	},
	{
		statuses: isRedirect,
		words: /\b(log|sign)[-_]?(in|on)\b|\bauth(enticate|orize)?\b|\bsso\b|\boauth2?\b/i,
		says: 'The service redirects to its login page',
		remedy: LOGIN,
	},
	{
		statuses: (status) => [403, 429, 503].includes(status),
		words:
			/captcha|challenge|just a moment|attention required|verify(ing)? (that )?you are (a )?human|checking your browser|ddos|bot (check|detection|protection)|cf-ray|access denied/i,
		says: 'A firewall or bot check in front of the service refused this n8n',
		remedy:
			'The service itself did not see the request. Ask it to let the address of this n8n through; the prompt and the key are not to blame.',
	},
	{
		statuses: (status) => status === 401,
		words: /^Basic\b/i,
		says: 'A server in front of the service wants a user name and a password of its own (Basic authentication)',
		remedy:
			'The service itself did not see the request, and the key is not to blame. Ask whoever runs that server to let the address of this n8n through.',
	},
	{
		statuses: (status) => status === 400,
		words: /plain HTTP request was sent to (an )?HTTPS port/i,
		says: 'The server at this address speaks https, and was asked over http',
		remedy: 'Begin the Base URL of the credential with https://.',
	},
	{
		statuses: deniesAccess,
		words: /type=["']?password|<title>[^<]{0,80}(log|sign)[ -]?(in|on)/i,
		says: 'A login page answered in place of the service',
		remedy: LOGIN,
	},
	{
		statuses: (status) => status === 403,
		words: /^/,
		says: 'Something in front of the service refused this with a web page',
		remedy:
			'A firewall or a proxy on the way may have refused this n8n: ask whoever runs it, and check that the Base URL of the credential ends with /api.',
	},
];

const PAGE = 20_000;

/** Who answered in place of the service, in a sentence, and what to do; nothing where the service itself may have answered. */
export function inFront({
	status,
	body,
	headers,
}: Pick<ApiAnswer, 'status' | 'body' | 'headers'>):
	{ message: string; remedy: string } | undefined {
	const location = asText(headers.location);
	const page = typeof body === 'string' && isHtml(body) ? body.slice(0, PAGE) : undefined;
	const scheme = page === undefined ? '' : asText(headers['www-authenticate']);
	const text = isRedirect(status)
		? location
		: status === 407
			? ''
			: /^Basic\b/i.test(scheme)
				? scheme
				: page;
	const front =
		text === undefined
			? undefined
			: fronts.find(({ statuses, words }) => statuses(status) && words.test(text));
	return (
		front && {
			message: isRedirect(status) ? `${front.says} (${location})` : front.says,
			remedy: front.remedy,
		}
	);
}
