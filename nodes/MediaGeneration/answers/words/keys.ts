import { wordList, type Rule } from './rows';

/** Names of a key's ID, the best first. */
export const keyIdNames: readonly Rule[] = [
	['new|replacement id', 'that of a key which replaces another'],
	['key id', 'the document'],
	['id', 'plain shapes'],
];
/** Words of such names that say nothing more. */
export const besidesKeyIds = wordList('new replacement key api access id');

/** Names of a whole secret, the best first. */
export const secretNames: readonly Rule[] = [
	['secret key', 'the document'],
	['secret', 'client_secret'],
];
/** Words of such names that say nothing more. */
export const besidesSecrets = wordList('new replacement api client access secret key');

/** Names that a key has for a person, the best first. */
export const keyNames: readonly Rule[] = [
	['display name', 'displayName beside name'],
	['label|title', 'plain shapes'],
	['name', 'the document'],
	['description', 'plain shapes'],
];
export const keyStates: readonly Rule[] = [['status|state', 'the document']];
export const keyTimes = {
	created: [['created', 'created_at']],
	lastUsed: [['last used', 'last_used_at']],
} as const satisfies Record<string, readonly Rule[]>;
