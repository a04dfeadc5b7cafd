/** A request that got no answer. */
export interface NetworkFailure {
	code?: string;
	/** Whether the connection itself could not be made. */
	connecting?: boolean;
	message: string;
	host: string;
}

/** What is wrong with a key, as it was pasted, that no header can hold. */
export const UNSENDABLE =
	'A secret of the credential contains a line break or another character that cannot be sent';

/** The codes of failures that no other program names. */
export const STOPPED_CODE = 'ESTOPPED';
export const BLOCKED_CODE = 'EBLOCKED';
export const PROXY_CODE = 'EPROXY';

/** What keeps a request from its answer, and what that means. */
interface Cause {
	codes: RegExp;
	/** Whether the request surely never reached the service. */
	neverSent: boolean;
	/** Whether another try can give anything else. */
	passes: boolean;
	says?: (host: string) => string;
	/** @param address what was asked for: the service's address or that of a file */
	remedy?: (address: string) => string;
}

const running = (address: string) => `Check ${address} and that the service is running.`;

/** The first row that fits counts. */
const causes: readonly Cause[] = [
	{
		codes: /^ECONNREFUSED$/,
		neverSent: true,
		passes: true,
		says: (host) => `Nothing answers at ${host}: the connection was refused`,
		remedy: running,
	},
	{
		codes: /^(ENOTFOUND|EAI_AGAIN)$/,
		neverSent: true,
		passes: true,
		says: (host) => `The host ${host} could not be found`,
		remedy: running,
	},
	{
		codes: /^EADDRNOTAVAIL$/,
		neverSent: true,
		passes: true,
		says: (host) => `This n8n cannot reach ${host}`,
		remedy: (address) => `Check the network of this n8n and ${address}.`,
	},
	{
		// They also end a connection that was made.
		codes: /^(EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/,
		neverSent: false,
		passes: true,
		says: (host) => `This n8n cannot reach ${host}`,
		remedy: (address) => `Check the network of this n8n and ${address}.`,
	},
	{
		codes: /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/,
		neverSent: false,
		passes: true,
		says: (host) => `No answer from ${host} in time`,
	},
	{
		codes:
			/^EPROTO$|^ERR_SSL_\w*(WRONG_VERSION|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|HTTP_REQUEST|HANDSHAKE)/,
		neverSent: true,
		passes: false,
		says: (host) =>
			`${host} does not use https here, or only a TLS version that this n8n does not support`,
		remedy: (address) => `If it uses http, begin ${address} with http://.`,
	},
	{
		codes: /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/,
		neverSent: true,
		passes: false,
		says: (host) => `The certificate of ${host} is not trusted`,
		remedy: (address) =>
			`Check ${address}; if the server uses a self-signed or private certificate, make this n8n trust it with NODE_EXTRA_CA_CERTS.`,
	},
	// TLS that breaks on a connection on which the request has gone out.
	{ codes: /^ERR_(SSL|TLS)_(?!\w*HANDSHAKE)/, neverSent: false, passes: false },
	{ codes: /^ERR_TLS_/, neverSent: true, passes: false },
	{
		codes: /^ERR_(INVALID_URL|UNESCAPED_CHARACTERS)$/,
		neverSent: true,
		passes: false,
		says: (host) => `${host} is not a valid address`,
		remedy: (address) => `Check ${address}.`,
	},
	{
		codes: /^ERR_INVALID_CHAR$/,
		neverSent: true,
		passes: false,
		says: () => UNSENDABLE,
		remedy: () => 'Paste it again.',
	},
	// Requests that Node.js or its HTTP client refuses to build.
	{
		codes:
			/^ERR_(INVALID_(PROTOCOL|DOMAIN_NAME|HTTP_TOKEN|IP_ADDRESS)|UNESCAPED_|BAD_OPTION|HTTP_INVALID_)/,
		neverSent: true,
		passes: false,
	},
	{
		codes: new RegExp(`^${BLOCKED_CODE}$`),
		neverSent: true,
		passes: false,
		says: (host) =>
			`This n8n does not let its workflows reach ${host}: its protection against requests to internal addresses (SSRF) blocked it`,
		remedy: () =>
			'Whoever runs this n8n can allow the address with N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES.',
	},
	{
		codes: new RegExp(`^${PROXY_CODE}$`),
		neverSent: true,
		passes: true,
		says: (host) => `The proxy that this n8n uses does not connect it to ${host}`,
		remedy: () =>
			'Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY of this n8n, and that the proxy is running and lets this host through.',
	},
	{
		codes: new RegExp(`^${STOPPED_CODE}$`),
		neverSent: true,
		passes: true,
		says: () => 'Stopped',
		remedy: () => 'It can be sent when the workflow is started again.',
	},
	{
		codes: /^ETOOLARGE$/,
		neverSent: false,
		passes: false,
		says: (host) => `The answer from ${host} is too large`,
		remedy: (address) => `Check ${address}.`,
	},
];

/** What to do where nothing else is known. */
export const LATER = 'Try again later.';
const anyCause: Cause = { codes: /^/, neverSent: false, passes: true };

const causeOf = (code = ''): Cause => causes.find(({ codes }) => codes.test(code)) ?? anyCause;

/** Whether a failed request surely did not reach the service. */
export function neverLeft({
	code,
	connecting,
}: Pick<NetworkFailure, 'code' | 'connecting'>): boolean {
	return connecting === true || causeOf(code).neverSent;
}

/** Whether sending it again can give anything else. */
export const passes = (code: string | undefined): boolean => causeOf(code).passes;

/**
 * What went wrong on the way, and what to do about it, each in a sentence.
 * @param address what was asked for, as a user knows it
 */
export function networkWords(
	{ code, message, host }: NetworkFailure,
	address = 'the Base URL of the credential',
): { message: string; remedy: string } {
	const { says, remedy = () => LATER } = causeOf(code);
	if (!says)
		return { message: `The connection to ${host} broke (${code ?? message})`, remedy: LATER };
	const detail =
		code === PROXY_CODE
			? ` (${message})`
			: /CERT|SSL|EPROTO|^UNABLE_TO_|TLS/.test(code ?? '')
				? ` (${code})`
				: '';
	return { message: `${says(host)}${detail}`, remedy: remedy(address) };
}
