import { endpoints, pathOf, type EndpointName } from '../../../contract/endpoints';
import { asText, preview, textOf } from '../support/data';
import type { NodeFailure } from '../failures/failure';
import { MOST_VALUES, parsedJson } from '../support/json';
import {
	errorIfNothingElse,
	readServiceError,
	type ServiceError,
} from '../answers/failure/serviceError';
import type { ErrorDetails } from '../failures/details';
import { chargeInRefusal } from '../failures/charged';
import { intermediaryOf, isHtml } from '../failures/intermediary';
import { sameOriginUrl } from './addresses';
import { isByteStream, chunksOf } from './body';
import { marked, networkFailure, serviceFailure, unclear } from '../failures/errors';
import { readEvents, StreamTooLarge, type Pieces } from './events';
import { isAmbiguous, type ApiAnswer, type SendResult } from '../failures/outcome';
import { redactInSlices, redactText } from './redact';
import { patienceOf, retryAfterMs, sendWithRetries, TRIES_AFTER_TIMEOUT } from './retry';
import {
	connectionFailure,
	LONGEST_STREAM_MS,
	sendOnce,
	statusEndpoints,
	stopOf,
	timeoutOf,
	type ApiCall,
} from './send';
import type { Client, ExecutionClient } from './client';
import { isRedirect, isSuccess } from '../support/httpStatus';
import { settled } from '../support/settled';

export type { ApiCall } from './send';

/** How long a person waits for a list at most, in milliseconds. */
export const LIST_TIMEOUT_MS = 8_000;

/**
 * Calls an endpoint with its credential, and retries where that is safe. The key goes to the origin of the Base URL only.
 * @throws NodeApiError for an answer that is not a success, and for none at all
 */
export async function apiRequest(client: Client, call: ApiCall): Promise<ApiAnswer> {
	let anyIsOpen = false;
	const timeout = timeoutOf(call);
	const send = async (left = timeout) => {
		const first = await sendOnce(client, { ...call, timeout: Math.min(timeout, left) });
		const outcome = await readAccepted(call, await followRedirect(client, call, first));
		anyIsOpen ||= isAmbiguous(outcome);
		return outcome;
	};
	const retries = {
		stop: stopOf(client, call),
		patience: patienceOf(client, timeout),
		again: resendCheck(client, call),
		longest: timeout * TRIES_AFTER_TIMEOUT,
	};
	const outcome = call.once ? await send() : await sendWithRetries(client.pace, retries, send);
	return answerOf(client, call, outcome, anyIsOpen);
}

function resendCheck(
	client: Client,
	call: ApiCall,
): ((last: SendResult) => Promise<boolean>) | undefined {
	if (endpoints[call.endpoint].repeatable) return async () => await Promise.resolve(true);
	const { again } = call;
	return again && (async (last) => await again(failureOf(client, call, last, true)));
}

/** Takes an answer for an acceptance if the call can read one in it, whatever its status. */
async function readAccepted({ readAcceptance }: ApiCall, outcome: SendResult): Promise<SendResult> {
	const { answer } = outcome;
	const body = answer && (await readAcceptance?.(answer));
	return body ? { answer: { ...answer, status: 202, body, unreadable: false } } : outcome;
}

/** What a GET follows; a request that spends follows only 303, which says that it has been carried out. */
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Follows a redirect once, on the API's own origin. A request that spends has been carried out then, so if the answer cannot
 * be fetched, its address is taken for the answer.
 */
async function followRedirect(
	client: Client,
	call: ApiCall,
	outcome: SendResult,
): Promise<SendResult> {
	const { answer } = outcome;
	const location = textOf(answer?.headers.location);
	const { method, repeatable, spends } = endpoints[call.endpoint];
	const goesOn =
		answer &&
		(method === 'GET'
			? redirects.has(answer.status) && !intermediaryOf(answer)
			: answer.status === 303 && (repeatable || spends));
	if (!goesOn || location === undefined) return outcome;
	const baseUrl = await client.baseUrl(call.endpoint);
	const from = call.url ?? `${baseUrl}${pathOf(call.endpoint, call.path)}`;
	const url = URL.canParse(location, from)
		? sameOriginUrl(baseUrl, new URL(location, from).href)
		: undefined;
	if (url === undefined) return outcome;
	const elsewhere = { ...call, url, body: undefined, query: undefined };
	const next = await sendOnce(client, { ...elsewhere, method: 'GET' });
	if (!spends) return next;
	return next.answer && isSuccess(next.answer.status) && !next.answer.unreadable
		? { answer: { ...next.answer, headers: { ...next.answer.headers, location: url } } }
		: { answer: { ...answer, status: 202, body: { status_url: url } } };
}

/** Whether an answer is a web page. */
export const isPage = ({ body }: Pick<ApiAnswer, 'body'>) =>
	typeof body === 'string' && body.trimStart().startsWith('<');

/** The answer of an outcome. @param isOpen whether any try may have been accepted @throws NodeApiError if it is no success */
function answerOf(
	client: Client,
	call: ApiCall,
	outcome: SendResult,
	isOpen = isAmbiguous(outcome),
): ApiAnswer {
	const { answer } = outcome;
	if (answer && isSuccess(answer.status) && isReadable(call, outcome)) return answer;
	// An earlier try that was not answered may have deleted it.
	if (answer && isOpen && call.endpoint === 'deleteKey' && [404, 410].includes(answer.status))
		return { ...answer, status: 204, body: undefined };
	throw failureOf(client, call, outcome, isOpen);
}

/** Whether a success can be used: about a job, any answer can; else it must be JSON, and more than an error. */
function isReadable({ endpoint }: ApiCall, outcome: SendResult): boolean {
	if (!endpoints[endpoint].repeatable) return !isAmbiguous(outcome);
	return (
		statusEndpoints.has(endpoint) ||
		(outcome.answer?.unreadable !== true && errorIfNothingElse(outcome.answer?.body) === undefined)
	);
}

const PAGE_MESSAGE =
	'The service’s answer could not be read: it is a web page. Check the Base URL of the credential: it ends with /api';

function failureOf(
	client: Client,
	{ endpoint }: ApiCall,
	{ answer, failure: broken }: SendResult,
	isOpen: boolean,
): NodeFailure {
	const row = endpoints[endpoint];
	if (broken) return networkFailure(client, broken, row, isOpen);
	const ambiguous = !row.repeatable && isOpen;
	const asked = retryAfterMs(answer);
	const retry_after = asked === undefined ? undefined : asked / 1000;
	const [said, more] = explainAnswer(row, answer);
	const charge = row.spends ? chargeInRefusal(answer.body, answer.status) : {};
	const failure = serviceFailure(client, answer.status, said, {
		...more,
		...charge,
		retry_after,
		...(ambiguous && unclear(row)),
	});
	return row.repeatable || !isAmbiguous({ answer }) ? marked(failure, 'refused') : failure;
}

/** How long a stream may be silent, and last. */
export const STREAM_TIMES = { idleMs: 300_000, longestMs: LONGEST_STREAM_MS };

/** One event of a streamed answer, parsed where it is JSON, without secrets. */
export interface ApiEvent {
	name?: string;
	data: unknown;
	/** Rather than JSON; a number may be a word of the answer, so it is text. */
	isText: boolean;
}

/**
 * As {@link apiRequest} for a stream of events, without retries after an unclear failure. The connection closes when the
 * caller stops reading.
 * @throws NodeApiError for an answer that is not a success, for none at all, and for one that breaks off
 */
export async function* apiEvents(client: ExecutionClient, call: ApiCall): AsyncGenerator<ApiEvent> {
	const connection = new AbortController();
	const outcome = await sendWithRetries(
		client.pace,
		{ stop: client.stop, patience: patienceOf(client) },
		async () => await sendOnce(client, { ...call, streamed: true, ends: connection.signal }),
	);
	const { body } = answerOf(client, call, outcome);
	if (!isByteStream(body)) return;
	const { secrets, baseUrl } = await client.credential(call.endpoint);
	const pieces = body[Symbol.asyncIterator]();
	const next = async () => await pieces.next();
	const chunks = chunksOf(next, () => body.destroy(), STREAM_TIMES);
	const events = redactedEvents(chunks, secrets);
	try {
		for (;;) {
			const event = await settled(events.next());
			if (event.status === 'rejected') {
				const failure = { ...connectionFailure(event.reason, secrets, baseUrl), connecting: false };
				throw networkFailure(client, failure, endpoints[call.endpoint]);
			}
			if (event.value.done) return;
			yield event.value.value;
		}
	} finally {
		await events.return(undefined);
		// Destroying a body does not end a pending read.
		connection.abort();
	}
}

/** The events of a stream, each without secrets. @throws as {@link readEvents} */
export async function* redactedEvents(
	stream: Pieces,
	secrets: readonly string[],
): AsyncGenerator<ApiEvent> {
	for await (const { name, data } of readEvents(stream)) {
		const value = parsedJson(data, tooManyValues);
		const isText = value === null || !(typeof value === 'object' || typeof value === 'string');
		yield {
			name,
			data: isText ? redactText(data, secrets) : await redactInSlices(value, secrets),
			isText,
		};
	}
}

function tooManyValues(): never {
	throw new StreamTooLarge('event', MOST_VALUES, 'values');
}

/** What an answer that is no success, or cannot be used as one, says. */
function explainAnswer(
	{ repeatable, spends }: (typeof endpoints)[EndpointName],
	{ status, body, headers }: ApiAnswer,
): [ServiceError, ErrorDetails] {
	if (isSuccess(status)) {
		const isWebPage = !repeatable && typeof body === 'string' && isHtml(body);
		const message = isWebPage ? PAGE_MESSAGE : 'The service’s answer could not be read';
		const said = { message, ...(repeatable && errorIfNothingElse(body)) };
		return [said, spends ? { answer: preview(body) } : {}];
	}
	const front = intermediaryOf({ status, body, headers });
	if (front) return [{ message: front.message }, { remedy: front.remedy }];
	if (isRedirect(status) && headers.location !== undefined) {
		const message = `The service redirects to ${asText(headers.location)}, which is not followed: if that address is right, use it in the credential’s Base URL`;
		return [{ message }, {}];
	}
	return [readServiceError(body), {}];
}
