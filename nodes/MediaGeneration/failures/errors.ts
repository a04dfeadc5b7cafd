import type { INode, NodeApiError } from 'n8n-workflow';
import type { EndpointRow } from '../../../contract/endpoints';
import { withDetails, type ErrorDetails, type NodeFailure } from './details';
import { apiError } from './failure';
import { marks } from '../support/marks';
import type { ServiceError } from '../answers/failure/serviceError';
import { neverLeft, type NetworkFailure } from './outcome';
import { remedyFor } from './remedies';

/** What is wrong with a key, as it was pasted, that no header can hold. */
export const UNSENDABLE = 'A secret of the credential contains a line break or another character that cannot be sent';

/** What an unclear outcome leaves open, by what an accepted request would have done. */
type Effect = Pick<EndpointRow, 'spends' | 'repeatable'>;

/** Errors of requests that the service surely did not accept when they were sent last. */
const refusals = marks();

/** Whether an error says that the service surely did not accept the request when it was sent last; any other leaves it open. */
export const wasRefused = refusals.isOn;

/** Notes on an error that the service surely did not accept the request when it was sent last. */
export const asRefusal = refusals.put;

const ours = marks();

/** Whether nothing of an error's message was said by the service, whose words may quote what was sent. */
export const isInOwnWords = ours.isOn;

/** Notes that nothing of an error's message was said by the service. */
export const asOwnWords = ours.put;

/**
 * The error of an answer that is not a success: the service's own words first, then what they mean and
 * what to do. Carries no header and no key.
 */
export function serviceFailure(node: INode, status: number, service: ServiceError, itemIndex: number, more: ErrorDetails = {}): NodeApiError {
	const remedy = unclearRemedy(more) ?? remedyFor(status, service) ?? otherwise(status);
	const named = [
		`HTTP ${status}`,
		service.type && `type ${service.type}`,
		service.code && `code ${service.code}`,
		service.param && `parameter ${service.param}`,
		more.job_id && `job ${more.job_id}`,
	];
	const error = apiError(
		node,
		service.message ?? `The service answered with HTTP status ${status} and ${service.code ? `the code ${service.code}` : 'no message'}`,
		`${remedy} (${named.filter(Boolean).join(', ')})`,
		itemIndex,
		status,
	);
	return withDetails(error, { ...service, http_code: status, remedy, ...more });
}

const otherwise = (status: number) =>
	status >= 400
		? 'The service refused the request: change what its message names, or try again later.'
		: 'Check the Base URL of the credential; it ends with /api.';

/**
 * The error of a request that got no answer: what failed, at which host, and what to do.
 * @param isOpen whether an earlier try of the same request may have been accepted
 */
export function networkFailure(node: INode, failure: NetworkFailure, itemIndex: number, effect: Effect, isOpen = false): NodeApiError {
	const { message, remedy } = networkWords(failure);
	const unsent = neverLeft(failure) && !isOpen;
	const left = unsent ? {} : unclear(effect);
	const description = unclearRemedy(left) ?? (unsent ? `${remedy} This request was not sent.` : remedy);
	const error = withDetails(apiError(node, message, description, itemIndex), { code: failure.code, message, remedy: description, ...left });
	if (failure.code !== undefined) asOwnWords(error);
	return neverLeft(failure) ? asRefusal(error) : error;
}

/** What is not known of a request that may have been accepted. */
export function unclear({ spends, repeatable }: Effect): ErrorDetails {
	if (spends) return { may_be_paid: true };
	return repeatable ? {} : { may_be_made: true };
}

function unclearRemedy({ may_be_paid, may_be_made }: ErrorDetails): string | undefined {
	if (may_be_paid) return 'The request may still have been accepted and paid for: check Billing > Get Transactions before sending it again.';
	return may_be_made ? 'The API key may still have been created: check API Key > Get Many before trying again, and delete keys you do not need.' : undefined;
}

/** What to do about a failure that comes after the paid part is done, in place of what it would mean before. */
export function afterPayment<E extends NodeFailure>(error: E, remedy: string): E {
	error.description = remedy;
	return withDetails(error, { remedy });
}

const words: Array<[code: RegExp, message: (host: string) => string, remedy: string]> = [
	[
		/^ECONNREFUSED$/,
		(host) => `Nothing answers at ${host}: the connection was refused`,
		'Check the Base URL of the credential and that the service is running.',
	],
	[/^(ENOTFOUND|EAI_AGAIN)$/, (host) => `The host ${host} could not be found`, 'Check the Base URL of the credential and that the service is running.'],
	[
		/^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/,
		(host) => `This n8n cannot reach ${host}`,
		'Check the network of this n8n and the Base URL of the credential.',
	],
	[/^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/, (host) => `No answer from ${host} in time`, 'Try again later.'],
	[
		/^EPROTO$|^ERR_SSL_\w*(WRONG_VERSION|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|HTTP_REQUEST|HANDSHAKE)/,
		(host) => `${host} does not use https here, or only a TLS version that this n8n does not support`,
		'If it uses http, begin the Base URL of the credential with http://.',
	],
	[
		/CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/,
		(host) => `The certificate of ${host} is not trusted`,
		'Check the Base URL of the credential; if the server uses a self-signed or private certificate, make this n8n trust it with NODE_EXTRA_CA_CERTS.',
	],
	[/^ERR_(INVALID_URL|UNESCAPED_CHARACTERS)$/, (host) => `${host} is not a valid address`, 'Check the Base URL of the credential.'],
	[/^ERR_INVALID_CHAR$/, () => UNSENDABLE, 'Paste it again.'],
	[/^ESTOPPED$/, () => 'Stopped', 'It can be sent when the workflow is started again.'],
	[/^ETOOLARGE$/, (host) => `The answer from ${host} is too large`, 'Check the Base URL of the credential.'],
];

/** What went wrong on the way, and what to do about it, each in a sentence. */
export function networkWords({ code, message, host }: NetworkFailure): { message: string; remedy: string } {
	const known = words.find(([codes]) => codes.test(code ?? ''));
	if (!known) return { message: `The connection to ${host} broke (${code ?? message})`, remedy: 'Try again later.' };
	const [, say, remedy] = known;
	return { message: `${say(host)}${/CERT|SSL|EPROTO|^UNABLE_TO_|TLS/.test(code ?? '') ? ` (${code})` : ''}`, remedy };
}
