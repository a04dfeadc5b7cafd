import type { ISupplyDataFunctions, SupplyData } from 'n8n-workflow';
import { dataOf, isData } from '../support/data';
import { isRateLimited } from '../support/httpStatus';
import type { Credential } from '../http/readCredential';
import { nodeFailure } from '../failures/failure';
import { networkWords, surelyNotSent } from '../failures/connection';
import { retryAfterMs } from '../http/retry';
import { connectionFailure } from '../http/send';
import { redactError } from './redactError';
import { serviceFetch } from './serviceFetch';

/**
 * Lets a model's client retry only what was surely not accepted: a rate limit, after the time that it asks for, or a request
 * that never reached the service. The failure is redacted, as n8n logs and shows it.
 * @throws the failure itself, which ends the retries
 */
export function tryAgainIfUnpaid(
	failure: unknown,
	secrets: readonly string[],
	baseUrl: string,
): void {
	const error = redactError(failure, secrets);
	if (!isData(error)) throw error;
	const { status, headers } = error;
	const isLimited = isRateLimited(Number(status));
	// With a status the code is that of the answer.
	const broken =
		typeof status !== 'number' ? connectionFailure(error, secrets, baseUrl) : undefined;
	const isUnsent = broken !== undefined && surelyNotSent(broken);
	// The client's message is only "Connection error".
	if (broken?.code !== undefined) error.message = Object.values(networkWords(broken)).join('. ');
	if (!isLimited && !isUnsent) throw error;
	// n8n retries only errors with `retriesLeft`; the client counts.
	const retryAfter = headers instanceof Headers ? headers.get('retry-after') : undefined;
	const wait = retryAfterMs({ headers: { 'retry-after': retryAfter } });
	Object.assign(error, { retriesLeft: 1, retryAfterMs: wait });
}

/**
 * The model with {@link serviceFetch}: n8n's SDK takes no `fetch`, so it is constructed again from its own fields.
 * @throws NodeOperationError when n8n's model is not built as expected
 */
export function withServiceFetch(
	context: ISupplyDataFunctions,
	model: SupplyData,
	credential: Pick<Credential, 'apiKey' | 'secrets'>,
): SupplyData {
	const { constructor, fields } = dataOf(model.response);
	const { configuration } = dataOf(fields);
	if (typeof constructor !== 'function' || !isData(configuration))
		throw nodeFailure(
			{ node: context.getNode() },
			'This version of n8n cannot make sure that the API key goes to the chat service only',
			'Nothing was sent. Use another version of n8n.',
		);
	const fetching = {
		...dataOf(fields),
		configuration: { ...configuration, fetch: serviceFetch(credential) },
	};
	const made: object = Reflect.construct(constructor, [fetching]);
	// For some models it would use the Responses API, which the service does not have.
	const { completions } = dataOf(made);
	return {
		...model,
		response:
			completions === undefined
				? made
				: Reflect.construct(constructor, [{ ...fetching, responses: completions }]),
	};
}
