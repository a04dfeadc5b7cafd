import type { IDataObject } from 'n8n-workflow';
import { readKey } from '../../answers/list/record';
import { readServiceError } from '../../answers/failure/serviceError';
import { MASK } from '../../http/redact';
import { apiRequest, type ApiCall } from '../../http/request';
import { sendPaid, type Understanding } from '../../lifecycle/paidRequest';
import type { Request } from '../../lifecycle/request';
import type { Run } from '../../lifecycle/run';
import { bounded } from '../../support/bounded';
import { dataOf, isData } from '../../support/data';

/** Opens the request of a row that makes a key: its secret is remembered only until the node has given it out. */
export function openKey(run: Run, { endpoint, path, body }: ApiCall): Request {
	const request = run.journal.open(run, run.nameOf([endpoint, path, body]));
	request.isSecret = true;
	request.spends = false;
	return request;
}

/**
 * Calls an endpoint that makes a key, once: a try again of the node gives the key that was made, as its secret is told
 * only this once.
 * @throws NodeApiError when the service refuses it, or leaves open whether a key was made
 */
export async function makeKey(run: Run, call: ApiCall, request: Request): Promise<IDataObject> {
	const { value } = await sendPaid<IDataObject>(request, {
		endpoint: call.endpoint,
		send: async () => (await apiRequest(run, call)).body,
		read: understand,
		recall: (attempt) =>
			'result' in attempt && isData(attempt.result.read) ? attempt.result.read : undefined,
	});
	return value;
}

/** A key whose ID or secret is not told may exist all the same. */
function understand(answer: unknown): Understanding<IDataObject> {
	const record = dataOf(readKey(answer));
	if (isError(answer) || !isId(record.key_id) || !isSecret(record.secret_key)) {
		const said = readServiceError(answer);
		const message = said.message ?? 'The service’s answer contains no key with its secret';
		return { unclear: { ...said, message } };
	}
	const { key_id, secret_key, ...others } = record;
	const read = { ...dataOf(bounded(others, KEPT_OF_OTHERS)), key_id, secret_key };
	return {
		value: { key_id, secret_key, ...others },
		as: { state: 'made', job: {}, result: { read } },
	};
}

/** What is kept of an answer beside the key. */
const KEPT_OF_OTHERS = { most: 16_000 };

const isError = (answer: unknown) => Boolean(dataOf(answer).error);
const isId = (value: unknown) =>
	(typeof value === 'string' && value !== '' && !isBroken(value)) || Number.isSafeInteger(value);
/** A key goes into a header: signs that can stand there, and enough of them to be hard to guess. */
const isSecret = (value: unknown) =>
	typeof value === 'string' && /^[\x21-\x7e]{8,}$/.test(value) && !isBroken(value);
/** Text with signs that no decoder could read, or that echoes what is kept secret. */
const isBroken = (text: string) => text.includes('\ufffd') || text.includes(MASK);
