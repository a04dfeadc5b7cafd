import { wordList, type Rule } from './rows';

/** Names of a key's ID, the best first. */
export const keyIdNames: readonly Rule[] = [
	['new|replacement id', 'that of a key which replaces another'],
	['key id', 'the document'],
	['id|kid|uuid|identifier', 'plain shapes'],
];
/** Words of such names that say nothing more. */
export const besidesKeyIds = wordList(
	'new replacement key api access token id kid uuid identifier',
);

/** Names of a whole secret, the best first; those of the last rule only beside a key's ID. */
export const secretNames: readonly Rule[] = [
	['secret key', 'the document'],
	['secret', 'client_secret'],
	['plain|plaintext|raw|full', 'plaintext, raw_key'],
	['key|token|value', 'api_key, token'],
];
/** Words of such names that say nothing more. */
export const besidesSecrets = wordList(
	'new replacement api client access secret key plain plaintext text raw full token value',
);

/** Words in the name of an object that tell of the key that was replaced. */
export const pastWords = wordList(
	'old previous prev original former revoked rotated replaced retired',
);

/** Names that a key has for a person, the best first: a plain `name` may be that of the resource. */
export const keyNames: readonly Rule[] = [
	['display|friendly name', 'displayName beside name'],
	['label|title|nickname', 'plain shapes'],
	['name', 'the document'],
	['description|alias|note', 'plain shapes'],
];
/** Words that make of such a name that of the resource, as a `/` in it does. */
export const resourceWords = wordList('resource path');
export const keyStates: readonly Rule[] = [['status|state', 'the document']];
export const keyTimes = {
	created: [['created|creation', 'created_at']],
	lastUsed: [
		['last used|usage', 'last_used_at'],
		['used at', 'used_at'],
	],
} as const satisfies Record<string, readonly Rule[]>;
