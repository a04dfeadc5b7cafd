import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { kinds } from '../../../contract/catalog';
import { endpoints, pathOf, type EndpointName } from '../../../contract/endpoints';
import { BLOCKED_CODE, PROXY_CODE, type NetworkFailure } from '../failures/connection';
import { dataOf, isData, messageOf, textOf } from '../support/data';
import { asNodeFailure, type NodeFailure } from '../failures/failure';
import { withHeaderCharge } from '../answers/money/amount';
import { readBody, type BodyPart } from './body';
import { withDeadline } from '../support/deadline';
import { marked } from '../failures/errors';
import type { ApiAnswer, SendResult } from '../failures/outcome';
import { lostCauseOf } from '../n8n/lostCause';
import { isSuccess } from '../support/httpStatus';
import { redact, redactInSlices, redactText } from './redact';
import { credentialFor, type Context } from './readCredential';
import type { Client } from './client';
import { settled } from '../support/settled';

export interface ApiCall {
	endpoint: EndpointName;
	path?: Record<string, string>;
	/** An address that the server gave, in place of the endpoint's; always on the base URL's origin. */
	url?: string;
	/** In place of the endpoint's method. */
	method?: 'GET';
	body?: IDataObject;
	query?: IDataObject;
	/** Asked before a request that may have been accepted is sent again, if it is not repeatable; when absent, it is not. */
	again?: (failure: NodeFailure) => Promise<boolean>;
	/** Ends the call and the waits between its tries; n8n's Stop when absent. */
	stop?: AbortSignal;
	/** For the whole exchange, or until a stream begins, in milliseconds; {@link timeoutOf} when absent. */
	timeout?: number;
	/** Whether the body of a success is left unread. */
	streamed?: boolean;
	/** Reads an acceptance in an answer whose status or form says otherwise. */
	readAcceptance?: (answer: ApiAnswer) => object | undefined | Promise<object | undefined>;
	once?: boolean;
	/** Ends the connection, also while a stream is read from it. */
	ends?: AbortSignal;
}

/** As long as n8n itself waits, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 300_000;
/** The same for a GET, which takes no time to answer. */
const ASKING_TIMEOUT_MS = 60_000;
/** No stream lasts longer, in milliseconds. */
export const LONGEST_STREAM_MS = 3_600_000;

/** A failure is told by its status alone; what spends may have named its job before it broke off. */
const bodyPartOf = (status: number, { endpoint }: ApiCall): BodyPart =>
	!isSuccess(status) ? 'none' : endpoints[endpoint].repeatable ? 'all' : 'some';

/**
 * Sends a call once, without following redirects. The answer is read within its limits of time and size, and redacted.
 * @throws NodeOperationError for a credential that cannot be used
 */
export async function sendOnce(client: Client, call: ApiCall): Promise<SendResult> {
	const credential = await settled(client.credential(call.endpoint));
	if (credential.status === 'rejected')
		throw marked(asNodeFailure(client, credential.reason), 'refused');
	const { baseUrl, secrets } = credential.value;
	const url = call.url ?? `${baseUrl}${pathOf(call.endpoint, call.path)}`;
	const timeout = timeoutOf(call);
	const outcome = await settled(
		withDeadline(timeout, stopOf(client, call), async (signal) => {
			const answer = await exchange(client, call, url, signal);
			const { status, body } = answer;
			const whole =
				call.streamed && isSuccess(status)
					? body
					: await redactInSlices(await read(call, answer), secrets);
			// The answer to PUT, PATCH and DELETE may be a word.
			const unreadable =
				typeof whole === 'string' && whole !== '' && ['GET', 'POST'].includes(methodOf(call));
			return { status, headers: dataOf(redact(answer.headers, secrets)), body: whole, unreadable };
		}),
	);
	if (outcome.status === 'fulfilled') return { answer: outcome.value };
	return { failure: connectionFailure(outcome.reason, secrets, url) };
}

async function read(call: ApiCall, { status, headers, body }: ApiAnswer): Promise<unknown> {
	const whole = await readBody(body, bodyPartOf(status, call));
	if (endpoints[call.endpoint].spends) return withHeaderCharge(whole, headers);
	// A look costs nothing by itself.
	return statusEndpoints.has(call.endpoint) ? withHeaderCharge(whole, headers, 1n) : whole;
}

/** Where a job is asked about. */
export const statusEndpoints = new Set<EndpointName>(
	Object.values(kinds).map(({ statusEndpoint }) => statusEndpoint),
);

export const stopOf = (client: Client, { stop }: Pick<ApiCall, 'stop'>): AbortSignal | undefined =>
	stop ?? client.stop;

/** How long one try of a call may take, in milliseconds. */
export const timeoutOf = (call: ApiCall): number =>
	call.timeout ?? (methodOf(call) === 'GET' ? ASKING_TIMEOUT_MS : DEFAULT_TIMEOUT_MS);

const methodOf = ({ endpoint, method }: ApiCall) => method ?? endpoints[endpoint].method;

async function exchange(
	client: Client,
	call: ApiCall,
	url: string,
	signal: AbortSignal,
): Promise<ApiAnswer> {
	const answer = await requestWithKey(client, call.endpoint, {
		...STREAMED,
		method: methodOf(call),
		url,
		headers: headersOf(call),
		qs: call.query,
		// As text, because n8n fails on some field names.
		body: call.body && JSON.stringify(call.body, wholeTexts),
		json: true,
		disableFollowRedirect: true,
		timeout: call.streamed ? LONGEST_STREAM_MS : timeoutOf(call),
		abortSignal: call.ends ? AbortSignal.any([signal, call.ends]) : signal,
	});
	const { statusCode, headers, body } = dataOf(answer);
	const status = Number(statusCode);
	if (isProxyAnswer(url, status, dataOf(headers)))
		throw Object.assign(new Error(`it answered with HTTP status ${status}`), { code: PROXY_CODE });
	return { status, headers: { ...dataOf(headers) }, body };
}

/** Options of a request whose answer comes as a stream, whatever its status. */
export const STREAMED = {
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	sendCredentialsOnCrossOriginRedirect: false,
} as const;

/** Sends a request with the credential of an endpoint. @throws what n8n's helper throws */
export async function requestWithKey(
	{ context }: Client,
	endpoint: EndpointName,
	options: IHttpRequestOptions,
): Promise<unknown> {
	// n8n takes this signal in place of the one in the options.
	const withSignal: Context = Object.create(context, {
		getExecutionCancelSignal: { value: () => options.abortSignal },
	});
	return await context.helpers.httpRequestWithAuthentication.call(
		withSignal,
		credentialFor(endpoint),
		options,
	);
}

/** A replacer that drops half a character at the end of a text, and replaces others. */
const wholeTexts = (_: string, value: unknown): unknown =>
	typeof value === 'string'
		? value.replace(/[\ud800-\udbff]$/, '').replace(/\p{Cs}/gu, '\ufffd')
		: value;

const headersOf = ({ streamed, body }: ApiCall) => ({
	Accept: streamed ? 'text/event-stream' : 'application/json',
	...(body && { 'Content-Type': 'application/json' }),
});

/**
 * Takes code, message and host out of what n8n throws, which also holds the request with its headers.
 * @param url that was asked for
 */
export function connectionFailure(
	error: unknown,
	secrets: readonly string[],
	url: string,
): NetworkFailure {
	const chain: unknown[] = [error];
	for (let link = error; isData(link) && chain.length < 6; chain.push(link)) link = link.cause;
	// A host with several addresses has an error for each.
	const links = [...chain, lostCauseOf(error)]
		.filter(isData)
		.flatMap((link) => [link, ...(Array.isArray(link.errors) ? link.errors.filter(isData) : [])]);
	const told = links.map((link) => link.code).find((entry) => typeof entry === 'string');
	const connecting = links.some(
		({ syscall }) => syscall === 'connect' || syscall === 'getaddrinfo',
	);
	const isBlocked = links.some(({ name }) => textOf(name)?.startsWith('SsrfBlocked'));
	const proxy = links.some((link) => wentToProxy(link, url)) ? PROXY_CODE : undefined;
	const host = URL.canParse(url) ? new URL(url).host : url;
	const code = isBlocked ? BLOCKED_CODE : (proxy ?? textOf(told));
	return { code, connecting, message: redactText(messageOf(error), secrets), host };
}

/** Whether a connection failed at another place than the URL names, which is a proxy. */
function wentToProxy({ syscall, port, hostname }: Record<string, unknown>, url: string): boolean {
	if (!URL.canParse(url)) return false;
	const { port: own, protocol, hostname: host } = new URL(url);
	if (syscall === 'connect')
		return typeof port === 'number' && port !== Number(own || (protocol === 'https:' ? 443 : 80));
	return (
		syscall === 'getaddrinfo' &&
		typeof hostname === 'string' &&
		hostname !== host.replace(/^\[|\]$/g, '')
	);
}

/** Headers of a proxy. A tunnel to an https host would not show them, so there was no tunnel. */
const PROXY_HEADER = /^(proxy-|x-squid-error$)/i;

const isProxyAnswer = (url: string, status: number, headers: object): boolean =>
	url.startsWith('https:') &&
	!isSuccess(status) &&
	(status === 407 || Object.keys(headers).some((name) => PROXY_HEADER.test(name)));
