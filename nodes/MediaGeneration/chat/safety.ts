import type { ISupplyDataFunctions, SupplyData } from 'n8n-workflow';
import { dataOf, isData } from '../support/data';
import { isRateLimited } from '../support/httpStatus';
import type { Credential } from '../http/readCredential';
import { nodeFailure } from '../failures/failure';
import { networkWords, neverLeft } from '../failures/connection';
import { retryAfterMs } from '../http/retry';
import { connectionFailure } from '../http/send';
import { redactError } from './redactError';
import { serviceFetch } from './serviceFetch';

/**
 * Lets a chat model's client try again what the service surely did not accept: too many requests, after as long as
 * it asks for, or a request that never reached it. Anything else may have been paid for. Takes the secrets out of the
 * failure in either case, as n8n logs it and shows it.
 * @throws the failure itself, which ends the tries
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
	// The client gives an answer's own code to the error, where it could look like that of a connection.
	const broken =
		typeof status !== 'number' ? connectionFailure(error, secrets, baseUrl) : undefined;
	const isUnsent = broken !== undefined && neverLeft(broken);
	// The client says no more than that there was a connection error.
	if (broken?.code !== undefined) error.message = Object.values(networkWords(broken)).join('. ');
	if (!isLimited && !isUnsent) throw error;
	// n8n ends the tries when an error does not say that any are left, and the client's errors never do; the client counts by itself.
	const retryAfter = headers instanceof Headers ? headers.get('retry-after') : undefined;
	const wait = retryAfterMs({ headers: { 'retry-after': retryAfter } });
	Object.assign(error, { retriesLeft: 1, retryAfterMs: wait });
}

/**
 * The same model, but its client sends and receives through {@link serviceFetch}. n8n's SDK takes none, so the model is
 * made anew from its own fields, as it makes others from them itself.
 * @throws NodeOperationError where this n8n's model is another
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
	// It would call some models by their names at an endpoint that the API does not have.
	const { completions } = dataOf(made);
	return {
		...model,
		response:
			completions === undefined
				? made
				: Reflect.construct(constructor, [{ ...fetching, responses: completions }]),
	};
}
