/** Codes of this package. */
export const STOPPED_CODE = 'ESTOPPED';
export const BLOCKED_CODE = 'EBLOCKED';
export const PROXY_CODE = 'EPROXY';

/** A request that got no answer. */
export interface NetworkFailure {
	code?: string;
	/** Whether the connection itself could not be made. */
	connecting?: boolean;
	message: string;
	host: string;
}

/** The remedy if none is better. */
export const TRY_LATER = 'Try again later.';
const RUNNING = 'Check {address} and that the service is running.';

/** What broke a connection; the first row that fits counts. `{address}` stands for what the user calls it. */
const causes: ReadonlyArray<{
	codes: RegExp;
	means: string;
	remedy?: string;
	/** Whether the request surely was not sent. */
	unsent?: true;
	/** Whether another try gives the same. */
	lasts?: true;
}> = [
	{
		codes: /^ECONNREFUSED$/,
		unsent: true,
		means: 'Nothing answers at {host}: the connection was refused',
		remedy: RUNNING,
	},
	{
		codes: /^(ENOTFOUND|EAI_AGAIN)$/,
		unsent: true,
		means: 'The host {host} could not be found',
		remedy: RUNNING,
	},
	// Not unsent: they also break a connection that was made.
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
		unsent: true,
		lasts: true,
		means:
			'{host} does not use https here, or only a TLS version that this n8n does not support ({code})',
		remedy: 'If it uses http, begin {address} with http://.',
	},
	{
		codes: /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/,
		unsent: true,
		lasts: true,
		means: 'The certificate of {host} is not trusted ({code})',
		remedy:
			'Check {address}; if the server uses a self-signed or private certificate, make this n8n trust it with NODE_EXTRA_CA_CERTS.',
	},
	{
		codes: /^EBLOCKED$/,
		unsent: true,
		lasts: true,
		means:
			'This n8n does not let its workflows reach {host}: its protection against requests to internal addresses (SSRF) blocked it',
		remedy:
			'Whoever runs this n8n can allow the address with N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES.',
	},
	{
		codes: /^EPROXY$/,
		unsent: true,
		means: 'The proxy that this n8n uses does not connect it to {host} ({message})',
		remedy:
			'Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY of this n8n, and that the proxy is running and lets this host through.',
	},
	{
		codes: /^ESTOPPED$/,
		unsent: true,
		means: 'Stopped',
		remedy: 'It can be sent when the workflow is started again.',
	},
	{
		codes: /^ETOOLARGE$/,
		lasts: true,
		means: 'The answer from {host} is too large',
		remedy: 'Check {address}.',
	},
	{ codes: /^/, means: 'The connection to {host} broke ({code})' },
];

const causeOf = (code = '') => causes.find(({ codes }) => codes.test(code));

/** Whether a failed request surely did not reach the service. */
export const surelyNotSent = ({
	code,
	connecting,
}: Pick<NetworkFailure, 'code' | 'connecting'>): boolean =>
	connecting === true || causeOf(code)?.unsent === true;

/** Whether another try may end otherwise. */
export const isRetryableCode = (code: string | undefined): boolean => !causeOf(code)?.lasts;

/**
 * The message and the remedy of a broken connection, each a sentence.
 * @param address names the address for the user
 */
export function networkWords(
	{ code, message, host }: NetworkFailure,
	address = 'the Base URL of the credential',
): { message: string; remedy: string } {
	const facts: Record<string, string> = { host, address, message, code: code ?? message };
	const filled = (text: string) =>
		text.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '');
	const { means = '', remedy = TRY_LATER } = causeOf(code) ?? {};
	return { message: filled(means), remedy: filled(remedy) };
}
