import { jsonParse, type IDataObject, type IExecuteFunctions, type IHttpRequestOptions, type ILoadOptionsFunctions, type IPollFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { endpoints, pathOf, type EndpointName } from '../../../contract/endpoints';
import { inputFailure, networkFailure, serviceFailure } from './errors';
import { readEvents } from './events';
import { isAmbiguous, type ApiAnswer, type Outcome } from './outcome';
import { redact } from './redact';
import { sendWithRetries } from './retry';
import { readServiceError } from '../wire/serviceError';

const API_CREDENTIAL = 'mediaGenerationApi';
const SESSION_CREDENTIAL = 'mediaGenerationSessionApi';

/** How long a person waits for a list at most, in milliseconds. */
export const LIST_TIMEOUT_MS = 8_000;

export type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IWebhookFunctions | IPollFunctions;

/** One call of one endpoint. */
export interface ApiCall {
	endpoint: EndpointName;
	path?: Record<string, string>;
	/** Instead of the endpoint's own address: where the server said it is. Only ever on the base URL's origin. */
	url?: string;
	body?: IDataObject;
	query?: IDataObject;
	itemIndex?: number;
	/** Whether to send a request that spends again although it may have been accepted. */
	retryAmbiguous?: boolean;
	/** Milliseconds; n8n's own 300,000 when absent. */
	timeout?: number;
	/** Whether to send it once only, whatever comes of it. */
	once?: boolean;
}

/**
 * Brings a base URL, as people paste it, to the form that endpoint paths are appended to: no trailing
 * slash, and no `/v1` (which an OpenAI-style client wants).
 */
export function normalizeBaseUrl(baseUrl: string): string {
	return baseUrl.trim().replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
}

/** The base URL of the node's credential for this endpoint, in the form of {@link normalizeBaseUrl}. */
export async function baseUrlOf(context: RequestContext, endpoint: EndpointName): Promise<string> {
	const { baseUrl } = await context.getCredentials<{ baseUrl: string }>(credentialFor(endpoint));
	const base = normalizeBaseUrl(String(baseUrl));
	if (/^https?:\/\//i.test(base) && URL.canParse(base)) return base;
	throw inputFailure(context.getNode(), `The credential’s Base URL must begin with https:// or http:// (given: ${base || 'nothing'})`, 0);
}

/**
 * An address that the server gave, made absolute, if it lies on the base URL's origin: the key goes to
 * no other. Otherwise nothing.
 */
export async function ownOriginUrl(context: RequestContext, endpoint: EndpointName, given: string): Promise<string | undefined> {
	const base = await baseUrlOf(context, endpoint);
	if (!URL.canParse(given, base)) return undefined;
	const url = new URL(given, base);
	return url.origin === new URL(base).origin ? url.href : undefined;
}

/**
 * Calls an endpoint of the API with the credential it needs, again where that is safe. Redirects are not
 * followed, so the key goes to the credential's origin and nowhere else.
 * @throws NodeApiError for an answer that is not a success, and for none at all
 */
export async function apiRequest(context: RequestContext, call: ApiCall): Promise<ApiAnswer> {
	const send = async () => await sendOnce(context, call, {});
	const { spends } = endpoints[call.endpoint];
	const repeatable = !spends || call.retryAmbiguous === true;
	const outcome = 'getExecutionCancelSignal' in context && !call.once ? await sendWithRetries(context, repeatable, send) : await send();
	const itemIndex = call.itemIndex ?? 0;
	if (outcome.failure) throw networkFailure(context.getNode(), outcome.failure, itemIndex, spends);
	const { answer } = outcome;
	const ambiguous = spends && isAmbiguous(outcome);
	if (isSuccess(answer.status) && !ambiguous) return answer;
	const said = isSuccess(answer.status) ? { message: 'The service’s answer could not be read' } : explain(answer);
	throw serviceFailure(context.getNode(), answer.status, said, itemIndex, ambiguous ? { may_be_paid: true } : {});
}

/**
 * As {@link apiRequest}, once, for an answer that comes event by event; the key is taken out of each.
 * @throws NodeApiError for an answer that is not a success, and for none at all
 */
export async function* apiEvents(context: IExecuteFunctions, call: ApiCall): AsyncGenerator<string> {
	const secrets = await secretsOf(context, credentialFor(call.endpoint));
	for await (const event of readEvents(await apiStream(context, call, secrets))) yield hideAll(event, secrets);
}

async function apiStream(context: IExecuteFunctions, call: ApiCall, secrets: string[]): Promise<import('node:stream').Readable> {
	const outcome = await sendWithRetries(context, false, async () => await sendOnce(context, call, { encoding: 'stream' }));
	const itemIndex = call.itemIndex ?? 0;
	if (outcome.failure) throw networkFailure(context.getNode(), outcome.failure, itemIndex, true);
	const { answer } = outcome;
	const stream = answer.body as import('node:stream').Readable;
	if (isSuccess(answer.status)) return stream;
	const text = (await context.helpers.binaryToBuffer(stream)).toString();
	const body = hideAll(jsonParse<unknown>(text, { fallbackValue: text }), secrets);
	throw serviceFailure(context.getNode(), answer.status, explain({ ...answer, body }), itemIndex, isAmbiguous(outcome) ? { may_be_paid: true } : {});
}

const isSuccess = (status: number) => status >= 200 && status < 300;

async function sendOnce(context: RequestContext, call: ApiCall, more: Partial<IHttpRequestOptions>): Promise<Outcome> {
	const credential = credentialFor(call.endpoint);
	const secrets = await secretsOf(context, credential);
	const options: IHttpRequestOptions = {
		method: endpoints[call.endpoint].method,
		url: call.url ?? `${await baseUrlOf(context, call.endpoint)}${pathOf(call.endpoint, call.path)}`,
		headers: { Accept: more.encoding === 'stream' ? 'text/event-stream' : 'application/json' },
		qs: call.query,
		body: call.body,
		json: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		timeout: call.timeout,
		...more,
	};
	try {
		const { statusCode, body, headers } = await context.helpers.httpRequestWithAuthentication.call(context, credential, options);
		return { answer: { status: statusCode, body: more.encoding === 'stream' ? body : hideAll(body, secrets), headers: hideAll(headers, secrets) } };
	} catch (error) {
		return { failure: { ...hideAll(failureOf(error), secrets), host: new URL(options.url).host } };
	}
}

function explain({ status, body, headers }: ApiAnswer) {
	if (status >= 300 && status < 400) {
		return { message: `The service redirects to ${String(headers.location)}, which is not followed: put that address in the credential’s Base URL if it is right` };
	}
	return readServiceError(body);
}

function credentialFor(endpoint: EndpointName): string {
	return endpoints[endpoint].auth === 'session' ? SESSION_CREDENTIAL : API_CREDENTIAL;
}

async function secretsOf(context: RequestContext, credential: string): Promise<string[]> {
	const { apiKey, sessionToken } = await context.getCredentials<{ apiKey?: string; sessionToken?: string }>(credential);
	return [apiKey, sessionToken].filter((secret): secret is string => typeof secret === 'string' && secret !== '');
}

function hideAll<T>(value: T, secrets: string[]): T {
	return secrets.reduce((hidden, secret) => redact(hidden, secret), value);
}

/** n8n wraps what went wrong, and the wrapping holds the request with its headers: only these two are taken out. */
function failureOf(error: unknown): { code?: string; message: string } {
	const chain = [error];
	for (let cause = (error as { cause?: unknown }).cause; cause && chain.length < 5; cause = (cause as { cause?: unknown }).cause) {
		chain.push(cause);
	}
	const codes = chain.map((link) => (link as { code?: unknown }).code);
	const code = codes.find((entry): entry is string => typeof entry === 'string');
	return { code, message: error instanceof Error ? error.message : String(error) };
}
