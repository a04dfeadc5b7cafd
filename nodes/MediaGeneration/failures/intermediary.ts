import { asText } from '../support/data';
import { isRedirect } from '../support/httpStatus';

const PAGE_START = /^\s*(<\?xml[^>]{0,200}>\s*)?<(!doctype\s+html|html|head|body|title|script)\b/i;

/** Whether a text is a page for a browser. */
export const isHtml = (text: string): boolean => PAGE_START.test(text.slice(0, 1_000));

/** How much of a page is searched, in characters. */
const PAGE = 20_000;

interface Answer {
	status: number;
	body: unknown;
	headers: Record<string, unknown>;
}

interface Intermediary {
	message: string;
	remedy: string;
	/** Whether the service surely did not see the request. */
	unseen: boolean;
}

const LOGIN =
	'Open the credential, paste the key or the session again and test it; a session expires. The Base URL must end with /api.';
const BOT_CHECK = {
	message: 'A firewall or bot check in front of the service refused this n8n',
	remedy:
		'The service itself did not see the request. Ask it to let the address of this n8n through; the prompt and the key are not to blame.',
};

/** The first row that fits counts; its words are those of {@link wordsOf}. */
const rows: ReadonlyArray<
	Omit<Intermediary, 'unseen'> & { statuses: RegExp; words?: RegExp; unseen?: true }
> = [
	{
		statuses: /^407$/,
		message: 'The proxy on the way to the service wants a login of its own',
		remedy: 'Check HTTP_PROXY and HTTPS_PROXY of this n8n: the user name and the password in them.',
	},
	{
		statuses: /^3/,
		words: /\b(log|sign)[-_]?(in|on)\b|\bauth(enticate|orize)?\b|\bsso\b|\boauth2?\b/i,
		message: 'The service redirects to its login page',
		remedy: LOGIN,
	},
	{
		statuses: /^(403|429|503)$/,
		words:
			/captcha|challenge|just a moment|attention required|you.{1,5}(human|not a robot)|are you a (human|robot)|human verification|checking (your browser|if the site)|javascript and cookies|bot (check|detection|management|protection)|unusual traffic|incapsula/i,
		unseen: true,
		...BOT_CHECK,
	},
	{ statuses: /^(403|429)$/, words: /ddos|cf-ray|access denied/i, ...BOT_CHECK },
	{
		statuses: /^401$/,
		words: /^Basic\b/i,
		message:
			'A server in front of the service wants a user name and a password of its own (Basic authentication)',
		remedy:
			'The service itself did not see the request, and the key is not to blame. Ask whoever runs that server to let the address of this n8n through.',
	},
	{
		statuses: /^(401|403)$/,
		words: /type=["']?password|<title>[^<]{0,80}(log|sign)[ -]?(in|on)/i,
		message: 'A login page answered in place of the service',
		remedy: LOGIN,
	},
	{
		statuses: /^403$/,
		message: 'Something in front of the service refused this with a web page',
		remedy:
			'A firewall or a proxy on the way may have refused this n8n: ask whoever runs it, and check that the Base URL of the credential ends with /api.',
	},
];

/** The intermediary that gave an answer, if it surely was not the service. */
export function intermediaryOf({ status, body, headers }: Answer): Intermediary | undefined {
	const told = wordsOf({ status, body, headers });
	const row = rows.find(
		({ statuses, words }) =>
			told !== undefined && statuses.test(String(status)) && (words?.test(told) ?? true),
	);
	const where = isRedirect(status) ? ` (${told})` : '';
	return row && { message: row.message + where, remedy: row.remedy, unseen: row.unseen === true };
}

/** The target of a redirect, the scheme of Basic authentication, or the page; none for 407. */
function wordsOf({ status, body, headers }: Answer): string | undefined {
	if (isRedirect(status)) return asText(headers.location);
	if (status === 407) return '';
	if (typeof body !== 'string' || !isHtml(body)) return undefined;
	const scheme = asText(headers['www-authenticate']);
	return /^Basic\b/i.test(scheme) ? scheme : body.slice(0, PAGE);
}
