import { wordList } from './rows';

/** What a service may call the ID and the secret of a key, the best first; names as words. */
export const keyFields = {
	key_id: [
		'key id',
		'api key id',
		'id',
		'kid',
		'uuid',
		'key uuid',
		'token id',
		'access key id',
		'credential id',
		'identifier',
	],
	secret_key: [
		'secret key',
		'secret',
		'api secret',
		'key secret',
		'client secret',
		'secret access key',
		'plaintext',
		'plain text',
		'plaintext key',
		'plain key',
		'raw key',
		'full key',
		'secret value',
		'key value',
		'api key',
		'key',
		'token',
		'access token',
		'value',
	],
} as const;

/** Words before such a name, or in that of an object, that tell of the key that another was replaced by; they count first. */
export const renewedWords = wordList('new replacement');
/** Words in the name of an object that tell of the key that was replaced: its secret counts last. */
export const pastWords = wordList(
	'old previous prev original former revoked rotated replaced retired',
);
