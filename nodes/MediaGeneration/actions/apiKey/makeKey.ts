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

/** The behavior of an operation that makes a key, whose secret is told only once. */
export const keyIssuingBehavior = <Asked>(
	endpoint: 'createKey' | 'rotateKey',
	call: (asked: Asked) => Pick<ApiCall, 'path' | 'body'>,
): Paid<Asked> => paidCall({ endpoint, call, read: readNewKey });

/** The new key; without its ID or secret, a key may exist all the same. */
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

/** The limit for what is remembered beside the key. */
const KEPT_OF_OTHERS = { most: 16_000 };

const isId = (value: unknown) =>
	(typeof value === 'string' && value !== '') || Number.isSafeInteger(value);
/** A secret must fit into a header, and be long enough. */
const isSecret = (value: unknown) =>
	typeof value === 'string' && /^[\x21-\x7e]{8,}$/.test(value) && !value.includes(SECRET_MASK);
