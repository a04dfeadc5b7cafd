import { soleEntry, isData } from '../../support/data';
import { type Place, type Walk } from './walk';
import { idWords } from '../words/ids';
import { includesAny, wordList, wordsOf } from '../words/words';

type Fields = Record<string, unknown>;

const adjectives = wordList('new created current updated');

/** Names of objects that wrap an answer. */
export const wrapperWords = wordList(
	'data result response payload body job task prediction generation output record resource item entity attribute operation',
);

/** Where fields go whose names are taken. */
export const CLASHING_FIELDS = 'other_fields';

/**
 * What is left of an answer without the used values, as {@link unwrap} gives it. Nothing is lost.
 * @param taken names whose fields go to {@link CLASHING_FIELDS}
 */
export function leftOver(
	{ root }: Walk,
	used: ReadonlySet<Place>,
	taken: ReadonlySet<string>,
): Fields {
	const touched = new Set<Place>();
	for (const place of used)
		for (let at = place.parent; at && !touched.has(at); at = at.parent) touched.add(at);
	if (used.has(root)) return {};
	const rest = copyWithout(root, used, touched);
	const fields = unwrap(isData(rest) ? rest : rest === undefined ? {} : { answer: rest });
	const free = Object.entries(fields).filter(([name]) => !taken.has(name));
	const others = Object.entries(fields).filter(
		([name, value]) => taken.has(name) && !isEmpty(value),
	);
	return {
		...Object.fromEntries(free),
		...(others.length > 0 && { [CLASHING_FIELDS]: Object.fromEntries(others) }),
	};
}

/** Objects that nothing is left of go. */
function copyWithout(place: Place, used: ReadonlySet<Place>, touched: ReadonlySet<Place>): unknown {
	if (used.has(place)) return undefined;
	if (!touched.has(place)) return place.value;
	const opened = new Map(
		place.children.map((child) => [child.key, copyWithout(child, used, touched)]),
	);
	const kept = Object.entries(place.value as Fields)
		.map(([key, value]) => [key, opened.has(key) ? opened.get(key) : value] as const)
		.filter(([, value]) => value !== undefined);
	if (kept.length === 0) return undefined;
	return Array.isArray(place.value) ? kept.map(([, value]) => value) : Object.fromEntries(kept);
}

/**
 * The fields of an object and of those that it wraps, side by side. Of two of one name the inner keeps it; the outer goes to
 * {@link CLASHING_FIELDS}.
 * @param more further words of wrappers' names, for an object with an ID or without another beside it
 */
export function unwrap(outer: Fields, more: ReadonlySet<string> = new Set()): Fields {
	let fields = outer;
	const others = new Map<string, unknown>();
	for (let level = 0; level < 8; level++) {
		const objects = Object.entries(fields).filter(([, value]) => only(value) !== undefined);
		const wrapper =
			objects.find(([name]) => isWrapper(name)) ??
			objects.find(
				([name, value]) => isWrapper(name, more) && (objects.length === 1 || hasId(only(value))),
			);
		if (!wrapper) break;
		const inner = only(wrapper[1]) ?? {};
		const beside = Object.entries(fields).filter(([name]) => name !== wrapper[0]);
		for (const [name, value] of beside)
			if (Object.hasOwn(inner, name) && value !== inner[name] && !isEmpty(value))
				others.set(others.has(name) ? `${name}_${level + 1}` : name, value);
		fields = { ...Object.fromEntries(beside), ...inner };
	}
	return others.size > 0 ? { ...fields, [CLASHING_FIELDS]: Object.fromEntries(others) } : fields;
}

const hasId = (fields: Fields = {}) =>
	Object.keys(fields).some((name) => includesAny(wordsOf(name), idWords));

/** The object that a wrapper holds, alone or as the one entry of a list. */
function only(value: unknown): Fields | undefined {
	const inner = soleEntry(value);
	return isData(inner) ? inner : undefined;
}

function isWrapper(name: string, more?: ReadonlySet<string>): boolean {
	const words = wordsOf(name);
	return (
		words.some((word) => !adjectives.has(word)) &&
		words.every((word) => wrapperWords.has(word) || more?.has(word) || adjectives.has(word))
	);
}

const isEmpty = (value: unknown) =>
	value === null ||
	value === undefined ||
	value === '' ||
	(typeof value === 'object' && Object.keys(value).length === 0);
