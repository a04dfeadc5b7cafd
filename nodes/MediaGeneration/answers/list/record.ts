import { asText, soleEntry, isData } from '../../support/data';
import { findPlace } from '../core/find';
import { CLASHING_FIELDS, unwrap } from '../core/leftovers';
import { textOrNumber, walk, type Place } from '../core/walk';
import { wordList, type NameRule, wordsOf } from '../words/words';

type Fields = Record<string, unknown>;

/**
 * The fields of the record that an answer is about, as {@link unwrap} gives them. Never throws.
 * @param wrappers names of the record itself, such as `key`
 */
export function recordIn(body: unknown, ...wrappers: string[]): Fields {
	const { value } = walk(body).root;
	const record = soleEntry(value);
	if (isData(record)) return unwrap(record, new Set(wrappers.flatMap((name) => wordsOf(name))));
	if (typeof record === 'number') return { [wrappers[0] ?? 'value']: record };
	return Array.isArray(record) ? { data: record } : {};
}

/** The best first, as all names here. */
const keyIdNames: readonly NameRule[] = [
	['new|replacement id', 'that of a key which replaces another'],
	['key id', 'the document'],
	['id', 'plain shapes'],
];
/** Words of which the name of an ID consists. */
const besidesKeyIds = wordList('new replacement key api access id');

const secretNames: readonly NameRule[] = [
	['secret key', 'the document'],
	['secret', 'client_secret'],
];
/** Words of which the name of a secret consists. */
const besidesSecrets = wordList('new replacement api client access secret key');

const shownNames = {
	name: [
		['display name', 'displayName beside name'],
		['label|title', 'plain shapes'],
		['name', 'the document'],
		['description', 'plain shapes'],
	],
	status: [['status|state', 'the document']],
	created: [['created', 'created_at']],
	lastUsed: [['last used', 'last_used_at']],
} as const satisfies Record<string, readonly NameRule[]>;

/** The record of an API key, with its secret and the ID beside that (else its own) under the document's names. */
export function readKeyWithSecret(body: unknown): Fields {
	const record = recordIn(body, 'key', 'api_key', 'credential');
	const secret = findPlace(walk(body).places, secretNames, { counts: isSecret })?.place;
	const key_id = idIn(secret?.parent?.children ?? []) ?? idIn(walk(record).root.children);
	const isOther = key_id !== undefined && key_id !== textOrNumber(record.key_id);
	const others = { ...(record[CLASHING_FIELDS] as Fields | undefined), key_id: record.key_id };
	return {
		...record,
		...(isOther && record.key_id !== undefined && { [CLASHING_FIELDS]: others }),
		...(isOther && { key_id }),
		...(secret && { secret_key: asText(secret.value) }),
	};
}

const SHORTEST_SECRET = 8;
const MASKED = /[*•●…]|\.{3}|x{6}|\s/i;

const isSecret = ({ words, value, oneOfMany, marks }: Place): boolean =>
	typeof value === 'string' &&
	value.length >= SHORTEST_SECRET &&
	!MASKED.test(value) &&
	!oneOfMany &&
	marks.size === 0 &&
	words.every((word) => besidesSecrets.has(word));

const idIn = (places: readonly Place[]) =>
	textUnder(
		places.filter(({ words }) => words.every((word) => besidesKeyIds.has(word))),
		keyIdNames,
	);

interface KeyChoice {
	id: string;
	name?: string;
	status?: string;
	/** A day, as in 2026-01-31. */
	created?: string;
	lastUsed?: string;
}

/** What a list to choose keys from shows of an entry. */
export function keyChoice(entry: Fields): KeyChoice | undefined {
	const { root, places } = walk(entry);
	const id = idIn(root.children);
	const own = places.filter(({ depth, words }) => depth === 1 || (depth === 2 && words.length > 0));
	return id === undefined
		? undefined
		: {
				id,
				name: textUnder(own, shownNames.name),
				status: textUnder(own, shownNames.status),
				created: dayOf(textUnder(own, shownNames.created)),
				lastUsed: dayOf(textUnder(own, shownNames.lastUsed)),
			};
}

/** Of a date, or of seconds from 1970. */
const dayOf = (told = '') =>
	/^\d{10}$/.test(told)
		? new Date(Number(told) * 1000).toISOString().slice(0, 10)
		: /^\d{4}-\d\d-\d\d/.exec(told)?.[0];

function textUnder(places: readonly Place[], names: readonly NameRule[]): string | undefined {
	const found = findPlace(places, names, {
		counts: ({ value }) => textOrNumber(value) !== undefined,
	});
	return found && textOrNumber(found.place.value);
}
