import { asText, soleEntry } from '../../support/data';
import { find } from '../core/find';
import { OTHERS, unwrap } from '../core/leftovers';
import { isFields, orAbove, textOrNumber, walk, type Place } from '../core/walk';
import {
	besidesKeyIds,
	besidesSecrets,
	keyIdNames,
	keyNames,
	keyStates,
	keyTimes,
	pastWords,
	resourceWords,
	secretNames,
} from '../words/keys';
import { hasAny, type Rule } from '../words/rows';
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
	const record = soleEntry(value);
	if (isFields(record)) return unwrap(record, new Set(wrappers.flatMap((name) => wordsOf(name))));
	if (typeof record === 'number') return { [wrappers[0] ?? 'value']: record };
	return Array.isArray(record) ? { data: record } : {};
}

/**
 * The record of an API key, with its ID and its secret under the document's names whatever it calls them. Of two keys,
 * such as the one that was replaced and the new one, it is that whose secret is told.
 */
export function readKey(body: unknown): Fields {
	const record = recordIn(body, 'key', 'api_key', 'credential');
	const secret = find(walk(body).places, secretNames, {
		counts: isSecret,
		nearness: (place) => [Number(!isOfPast(place)), -place.depth],
	})?.place;
	const own = secret && idIn(secret.parent?.children ?? []);
	const key_id = own ?? idIn(walk(record).root.children);
	const holder = own === undefined ? undefined : secret?.parent?.value;
	const inner = isFields(holder) && Object.values(record).includes(holder) ? holder : {};
	const outer = Object.entries(record).filter(([, value]) => value !== holder);
	const whole = joined(Object.fromEntries(outer), inner);
	return joined(whole, {
		...(key_id !== undefined && key_id !== textOrNumber(whole.key_id) && { key_id }),
		...(secret && { secret_key: asText(secret.value) }),
	});
}

/** Both together; what the inner ones hide goes with `other_fields`. */
function joined(outer: Fields, inner: Fields): Fields {
	const hidden = Object.entries(outer).filter(
		([name, value]) => Object.hasOwn(inner, name) && inner[name] !== value,
	);
	const others = { ...(outer[OTHERS] as Fields | undefined), ...Object.fromEntries(hidden) };
	return { ...outer, ...inner, ...(hidden.length > 0 && { [OTHERS]: others }) };
}

const SHORTEST_SECRET = 8;
/** Signs in place of those of a secret that are not shown. */
const MASKED = /[*•●…]|\.{3}|x{6}/i;

/** Whether a place tells a secret, whole, that what is shown of it beside it does not contradict. */
function isSecret(place: Place): boolean {
	const { words, value, parent, oneOfMany, marks } = place;
	if (typeof value !== 'string' || value.length < SHORTEST_SECRET || /\s/.test(value)) return false;
	if (oneOfMany || marks.has('echo') || marks.has('aside') || MASKED.test(value)) return false;
	const beside = parent?.children ?? [];
	const isSure = words.some((word) => /^(secret|plain|plaintext|raw|full)$/.test(word));
	const isWhole = isSure || place.depth === 1 || idIn(beside) !== undefined;
	return (
		isNamedSecret(place) &&
		isWhole &&
		beside.every((other) => !isMasked(other) || shows(other, value))
	);
}

const isNamedSecret = ({ words }: Place) => words.every((word) => besidesSecrets.has(word));
const isMasked = (place: Place) => isNamedSecret(place) && MASKED.test(asText(place.value));

/** Whether what a masked secret shows, its beginning and its end, is that of this one. */
function shows({ value }: Place, secret: string): boolean {
	const shown = asText(value).split(/[*•●…\s]+|\.{3,}|x{6,}/i);
	return secret.startsWith(shown[0] ?? '') && secret.endsWith(shown.at(-1) ?? '');
}

const isOfPast = orAbove(({ words }) => hasAny(words, pastWords));

const idIn = (places: readonly Place[]) =>
	textUnder(
		places.filter(({ words }) => words.every((word) => besidesKeyIds.has(word))),
		keyIdNames,
	);

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
	const { root, places } = walk(entry);
	const id = idIn(root.children);
	const own = places.filter(({ depth, marks }) => depth <= 2 && !marks.has('aside'));
	return id === undefined
		? undefined
		: {
				id,
				name: textUnder(own.filter(isForPeople), keyNames) ?? textUnder(own, keyNames),
				status: textUnder(own, keyStates),
				created: dayOf(textUnder(own, keyTimes.created)),
				lastUsed: dayOf(textUnder(own, keyTimes.lastUsed)),
			};
}

const isForPeople = ({ words, value }: Place) =>
	!hasAny(words, resourceWords) && !asText(value).includes('/');

/** The day of a time that is told as a date, or counted from 1970 in seconds or milliseconds. */
function dayOf(told = ''): string | undefined {
	const [day] = /^\d{4}-\d\d-\d\d/.exec(told) ?? [];
	const counted = /^\d{10}(\d{3})?$/.exec(told);
	return counted
		? new Date(Number(told) * (counted[1] ? 1 : 1000)).toISOString().slice(0, 10)
		: day;
}

/** The text or number under the best of some names. */
function textUnder(places: readonly Place[], names: readonly Rule[]): string | undefined {
	const found = find(places, names, { counts: ({ value }) => textOrNumber(value) !== undefined });
	return found && textOrNumber(found.place.value);
}
