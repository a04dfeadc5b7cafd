import { asText } from '../../support/data';
import { OTHERS, unwrap } from '../core/leftovers';
import { isFields, isLeaf, walk, type Place } from '../core/walk';
import { keyFields, pastWords, renewedWords } from '../words/keys';
import { hasAny } from '../words/rows';
import { wordsOf } from '../words/split';

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
	if (typeof record === 'number') return { [wrappers[0] ?? 'value']: record };
	return Array.isArray(record) ? { data: record } : {};
}

/**
 * The record of an API key, with its ID and its secret under the document's names whatever it calls them. Of two keys,
 * such as the one that was replaced and the new one, it is that whose secret is told.
 */
export function readKey(body: unknown): Fields {
	const record = keyIn(body);
	const found = Object.entries(keyFields).flatMap(([name, names]) => {
		const isSecret = name === 'secret_key';
		const renewed = textUnder(record, renewedNames(names), isSecret);
		const isTold = Object.hasOwn(record, name) && !(isSecret && MASKED.test(asText(record[name])));
		const value =
			renewed ??
			(isTold
				? undefined
				: (textUnder(record, names, isSecret) ?? (isSecret ? nestedSecret(body) : undefined)));
		return value === undefined ? [] : [[name, value] as const];
	});
	return joined(record, Object.fromEntries(found));
}

/** The fields of the object that holds the secret, with those around it, where it tells the key's ID too. */
function keyIn(body: unknown): Fields {
	const record = recordIn(body, 'key', 'api_key', 'credential');
	if (textUnder(record, secretNames, true) !== undefined) return record;
	const holder = secretHolder(body);
	if (!holder) return record;
	const fields = holder.value as Fields;
	const key_id = textUnder(fields, [...renewedNames(keyFields.key_id), ...keyFields.key_id]);
	const beside = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== fields));
	return key_id === undefined
		? record
		: joined(beside, Object.hasOwn(fields, 'key_id') ? fields : { key_id, ...fields });
}

/** Both together; what the inner ones hide goes with `other_fields`. */
function joined(outer: Fields, inner: Fields): Fields {
	const hidden = Object.entries(outer).filter(
		([name, value]) => Object.hasOwn(inner, name) && inner[name] !== value,
	);
	const others = isFields(outer[OTHERS]) ? outer[OTHERS] : {};
	return {
		...outer,
		...inner,
		...(hidden.length > 0 && { [OTHERS]: { ...others, ...Object.fromEntries(hidden) } }),
	};
}

const renewedNames = (names: readonly string[]) =>
	names.flatMap((name) => [...renewedWords].map((word) => `${word} ${name}`));

/** The object in which a secret is told, the one of a key that was replaced last. */
function secretHolder(body: unknown): Place | undefined {
	const holders = walk(body).places.flatMap((place) => {
		const { words, value, parent, marks, oneOfMany } = place;
		if (!parent || !isFields(parent.value) || oneOfMany || marks.has('echo') || marks.has('aside'))
			return [];
		const name = words.join(' ');
		const isSecret = isSurelySecret(name) || hasAny(parent.words, renewedWords);
		return isSecret &&
			isLeaf(place) &&
			textUnder({ [name]: value }, secretNames, true) !== undefined
			? [parent]
			: [];
	});
	return holders.find((holder) => !hasAny(holder.words, pastWords)) ?? holders[0];
}

const secretNames = [...renewedNames(keyFields.secret_key), ...keyFields.secret_key];

/** A secret in an object of its own beside the record, such as `credentials`. */
function nestedSecret(body: unknown): string | undefined {
	const found = walk(body).places.filter(
		(place) =>
			isLeaf(place) && !place.oneOfMany && !place.marks.has('echo') && place.words.length > 0,
	);
	return textUnder(
		Object.fromEntries(found.reverse().map(({ words, value }) => [words.join(' '), value])),
		secretNames.filter(isSurelySecret),
		true,
	);
}

const isSurelySecret = (name: string) => /secret|plain|raw key|full key/.test(name);

/** What a list to choose keys from shows of an entry: its ID and, for a person, its name, its state and its days. */
interface KeyChoice {
	id: string;
	name?: string;
	status?: string;
	/** The day on which it was made, and on which it was last used, as in 2026-01-31. */
	created?: string;
	lastUsed?: string;
}

export function keyChoice(entry: Fields): KeyChoice | undefined {
	const id = typeof entry.key_id === 'string' ? entry.key_id : textUnder(entry, keyFields.key_id);
	if (id === undefined) return undefined;
	const meta = Object.values(entry).filter(isFields);
	// A plain `name` may be that of the resource.
	const names = ['display name', 'label', 'title', 'key name', 'name', 'description', 'alias'];
	const status = textUnder(entry, ['status', 'state', 'key status']);
	return {
		id,
		name: [entry, ...meta]
			.map((fields) => textUnder(fields, names))
			.find((name) => name !== undefined),
		status,
		created: dayOf(
			textUnder(entry, ['created at', 'created', 'created on', 'creation date', 'creation time']),
		),
		lastUsed: dayOf(
			textUnder(entry, ['last used at', 'last used', 'last used on', 'used at', 'last usage']),
		),
	};
}

/** The day of a time that is told as a date, or counted from 1970 in seconds or milliseconds. */
function dayOf(told = ''): string | undefined {
	const [day] = /^\d{4}-\d\d-\d\d/.exec(told) ?? [];
	const counted = /^\d{10}(\d{3})?$/.exec(told);
	return counted
		? new Date(Number(told) * (counted[1] ? 1 : 1000)).toISOString().slice(0, 10)
		: day;
}

/** The first text under one of the names; of secrets only one that is whole, and that those beside it do not contradict. */
function textUnder(record: Fields, names: readonly string[], whole = false): string | undefined {
	const fields = byName(record);
	const texts = names
		.map((name) => fields.get(name))
		.filter(
			(value) =>
				(typeof value === 'string' && value !== '') || (typeof value === 'number' && !whole),
		)
		.map(String);
	if (!whole) return texts[0];
	const masked = texts.filter((text) => MASKED.test(text));
	return texts.find(
		(text) =>
			text.length >= SHORTEST_SECRET &&
			!/\s/.test(text) &&
			!MASKED.test(text) &&
			masked.every((shown) => shows(shown, text)),
	);
}

/** The fields of a record by the words of their names, worked out once. */
function byName(record: Fields): ReadonlyMap<string, unknown> {
	let fields = named.get(record);
	if (!fields)
		named.set(
			record,
			(fields = new Map(
				Object.entries(record).map(([key, value]) => [wordsOf(key).join(' '), value]),
			)),
		);
	return fields;
}

const named = new WeakMap<Fields, ReadonlyMap<string, unknown>>();

const SHORTEST_SECRET = 8;
/** Signs in place of those of a secret that are not shown. */
const MASKED = /[*•●…]|\.{3}|x{6}/i;

/** Whether what a masked secret shows, its beginning and its end, is that of this one. */
function shows(masked: string, secret: string): boolean {
	const shown = masked.split(/[*•●…\s]+|\.{3,}|x{6,}/i);
	return secret.startsWith(shown[0] ?? '') && secret.endsWith(shown.at(-1) ?? '');
}
