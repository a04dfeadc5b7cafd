import type { IDataObject } from 'n8n-workflow';
import { readServiceError } from '../../answers/failure/serviceError';
import { readKey } from '../../answers/list/record';
import { SECRET_MASK } from '../../http/redact';
import type { ApiCall } from '../../http/request';
import type { Understanding } from '../../lifecycle/paidRequest';
import type { Paid } from '../../run/operation';
import { bounded } from '../../support/bounded';
import { dataOf } from '../../support/data';
import { madeResult, paidCall } from '../paidCall';

/** What an operation does that makes a key: once, as its secret is told only this once. */
export const newKeyCall = <Asked>(
	endpoint: 'createKey' | 'rotateKey',
	call: (asked: Asked) => Pick<ApiCall, 'path' | 'body'>,
): Paid<Asked> => paidCall({ endpoint, call, read: readNewKey });

/** A key whose ID or secret is not told may exist all the same. */
function readNewKey(answer: unknown): Understanding<IDataObject> {
	const { key_id, secret_key, ...others } = dataOf(readKey(answer));
	if (Boolean(dataOf(answer).error) || !isId(key_id) || !isSecret(secret_key)) {
		const said = readServiceError(answer);
		const message = said.message ?? 'The service’s answer contains no key with its secret';
		return { unclear: { ...said, message } };
	}
	return madeResult(
		{ key_id, secret_key, ...others },
		{ ...dataOf(bounded(others, KEPT_OF_OTHERS)), key_id, secret_key },
	);
}

/** What is kept of an answer beside the key. */
const KEPT_OF_OTHERS = { most: 16_000 };

const isId = (value: unknown) =>
	(typeof value === 'string' && value !== '') || Number.isSafeInteger(value);
/** A key goes into a header: signs that can stand there, and enough of them to be hard to guess. */
const isSecret = (value: unknown) =>
	typeof value === 'string' && /^[\x21-\x7e]{8,}$/.test(value) && !value.includes(SECRET_MASK);
