import type { IDataObject } from 'n8n-workflow';
import { inOneCall } from '../../spend/calls';
import { spend, type Understood } from '../../spend/spend';
import { bounded } from '../../support/bounded';
import { dataOf, isData } from '../../support/data';
import { apiRequest, type ApiCall } from '../../http/request';
import { MASK } from '../../http/redact';
import { readKey } from '../../answers/list/record';
import { readServiceError } from '../../answers/failure/serviceError';
import type { Note } from '../../spend/notes';
import type { Run } from '../../spend/run';

/**
 * Calls an endpoint that makes a key, once: a try again of the node gives the key that was made, as its secret is told
 * only this once. The secret is remembered only until the node has given it out.
 * @throws NodeApiError when the service refuses it, or leaves open whether a key was made
 */
export async function makeKey(run: Run, call: ApiCall): Promise<IDataObject> {
	const { endpoint, path, body } = call;
	return await inOneCall(
		run,
		run.noteKey([endpoint, path, body]),
		async (key) =>
			await spend(
				run,
				{ endpoint, key },
				async () => (await apiRequest(run, call)).body,
				understand,
			),
	);
}

/** A key whose ID or secret is not told may exist all the same. */
function understand(answer: unknown, _: boolean, note?: Note): Understood<IDataObject> {
	if (isData(note?.read)) return { result: note.read };
	const record = dataOf(readKey(answer));
	if (isError(answer) || !isId(record.key_id) || !isSecret(record.secret_key)) {
		const said = readServiceError(answer);
		return {
			unclear: {
				...said,
				message: said.message ?? 'The service’s answer contains no key with its secret',
			},
		};
	}
	const { key_id, secret_key, ...others } = record;
	const result = { key_id, secret_key, ...others };
	return {
		result,
		note: {
			read: { ...dataOf(bounded(others, KEPT_OF_OTHERS)), key_id, secret_key },
			secret: true,
		},
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
