import { unwrap } from './rest';
import { isFields, isLeaf, walk } from './walk';
import { keyFields } from './words/keys';
import { wordsOf } from './words/split';

type Fields = Record<string, unknown>;

/**
 * The record that an answer is about: its fields, however often it is wrapped, and with them those beside the
 * wrapping, such as a secret that is told once. Of two fields of one name the inner keeps it; the outer goes
 * with `other_fields`. Never throws.
 * @param wrappers names of the record itself, such as `key`
 */
export function recordIn(body: unknown, ...wrappers: string[]): Fields {
	const { value } = walk(body).root;
	const record: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	if (isFields(record)) return unwrap(record, new Set(wrappers.flatMap((name) => wordsOf(name))));
	return Array.isArray(record) ? { data: record } : {};
}

/** The record of an API key, with its ID and its secret under the document's names whatever it calls them. */
export function readKey(body: unknown): Fields {
	const record = recordIn(body, 'key', 'api_key', 'credential');
	const found = Object.entries(keyFields).flatMap(([name, rows]) => {
		const value = Object.hasOwn(record, name)
			? undefined
			: (textUnder(record, rows, name === 'secret_key') ?? (name === 'secret_key' ? nestedSecret(body) : undefined));
		return value === undefined ? [] : [[name, value] as const];
	});
	return { ...Object.fromEntries(found), ...record };
}

/** A secret in an object of its own beside the record, such as `credentials`. */
function nestedSecret(body: unknown): string | undefined {
	const found = walk(body).places.filter((place) => isLeaf(place) && !place.oneOfMany && !place.marks.has('echo') && place.words.length > 0);
	return textUnder(
		Object.fromEntries(found.reverse().map(({ words, value }) => [words.join(' '), value])),
		keyFields.secret_key.filter((name) => SURELY_SECRET.test(name)),
		true,
	);
}

const SURELY_SECRET = /secret|plain|raw key|full key/;

/** What a list to choose keys from shows of an entry: its ID and, for a person, its name and state. */
export function keyChoice(entry: Fields): { id: string; name?: string; status?: string } | undefined {
	const id = typeof entry.key_id === 'string' ? entry.key_id : textUnder(entry, keyFields.key_id);
	if (id === undefined) return undefined;
	return {
		id,
		name: textUnder(entry, ['name', 'label', 'title', 'display name', 'key name', 'description', 'alias']),
		status: textUnder(entry, ['status', 'state', 'key status']),
	};
}

/** The first text under one of the names; of secrets only one that is whole. */
function textUnder(record: Fields, names: readonly string[], whole = false): string | undefined {
	const byName = new Map(Object.entries(record).map(([key, value]) => [wordsOf(key).join(' '), value]));
	const found = names.map((name) => byName.get(name)).find((value) => (typeof value === 'string' && value !== '') || (typeof value === 'number' && !whole));
	const text = found === undefined ? undefined : String(found);
	return whole && text !== undefined && (text.length < 8 || /[*…\s]|\.\.\./.test(text)) ? undefined : text;
}
