import type { EndpointName } from '../../../../contract/endpoints';
import { readServiceError } from './serviceError';
import { wordsOf } from '../words/split';

/** A refusal that says that what was asked for is done: its statuses and, where those alone leave it open, a sentence of it. */
interface Done {
	statuses: readonly number[];
	says?: RegExp;
}

/** Stands for the ID that the request names. */
const ID = 'idgiven';
/** The key that the request is about, in words: neither another nor several. */
const KEY = `(?:(?:the |this |your )?(?:api )?key(?: (?:with (?:the )?id )?${ID})?|${ID})`;
/** Statuses of requests that do not fit the state of things; those about who asks, such as 401, tell of other things revoked. */
const CONFLICT = [400, 409, 410, 412, 422];

/** @assumed all of it: the document shows none of these refusals */
const done: Partial<Record<EndpointName, Done>> = {
	deleteKey: { statuses: [404, 410] },
	revokeKey: {
		statuses: CONFLICT,
		says: new RegExp(
			`^(?:${KEY} )?(?:(?:is |was )?already (?:revoked|inactive)|has already been revoked)$|^${KEY} (?:is|was|has been) revoked$`,
		),
	},
	// Without the key it may be another that is active, where only so many may be.
	reactivateKey: { statuses: CONFLICT, says: new RegExp(`^${KEY} (?:is |was )?already active$`) },
};

/**
 * Whether a refusal says that what was asked for is done, most likely by an earlier try that was not answered. Never throws.
 * @param ids what the request's path names
 */
export function isAlreadyDone(
	endpoint: EndpointName,
	{ status, body }: { status: number; body: unknown },
	ids: readonly string[],
): boolean {
	const row = done[endpoint];
	if (!row?.statuses.includes(status)) return false;
	const { says } = row;
	return says === undefined || sentencesOf(body, ids).some((sentence) => says.test(sentence));
}

/** What an error's message and code say, sentence by sentence and without what leads up to it: "Conflict: the key is revoked". */
function sentencesOf(body: unknown, ids: readonly string[]): string[] {
	const { message = '', code = '' } = readServiceError(body);
	const named = ids.reduce((text, id) => text.replaceAll(id, ` ${ID} `), message);
	return [
		...named.split(/[.;!](?:\s|$)/).map((sentence) => sentence.replace(/^[^:]*:\s/, '')),
		code,
	].map((text) => wordsOf(text).join(' '));
}
