import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { inOneCall } from '../../spend/calls';
import { noteKey } from '../../spend/memory';
import { spend, type Understood } from '../../spend/spend';
import { dataOf } from '../../support/data';
import { apiRequest, type ApiCall } from '../../transport/request';
import { MASK } from '../../transport/redact';
import { readKey } from '../../wire/record';
import { readServiceError } from '../../wire/serviceError';

/**
 * Calls an endpoint that makes a key, once: a try again of the node gives the key that was made, as its secret is told
 * only this once. The secret is remembered only until the node has given it out.
 * @throws NodeApiError when the service refuses it, or leaves open whether a key was made
 */
export async function makeKey(context: IExecuteFunctions, call: ApiCall & { itemIndex: number }): Promise<IDataObject> {
	const { endpoint, path, body, itemIndex } = call;
	return await inOneCall(context, noteKey(context, itemIndex, [endpoint, path, body]), async (key) => await spend(context, { endpoint, key, itemIndex }, async () => (await apiRequest(context, call)).body, understand));
}

/** A key that is told by neither its secret nor its ID may exist all the same. */
function understand(answer: unknown): Understood<IDataObject> {
	const record = dataOf(readKey(answer));
	const isTold = [record.key_id, record.secret_key].some((value) => typeof value === 'string' && value !== '' && value !== MASK);
	return isTold ? { result: record, note: { answer, secret: true } } : { unclear: { message: 'The service’s answer tells no key', ...readServiceError(answer) } };
}
