import { longestForm, patternOf } from './secretForms';

/** What stands where a secret was. */
export const MASK = '[hidden]';
/** A shorter secret would blank out ordinary words of an answer. */
const SHORTEST_SECRET = 6;
/** n8n and its database walk outputs one call deep per level; no service nests its answers so. */
const DEEPEST = 200;
const CUT = '[nested too deeply]';

/**
 * Takes secrets out of a value of any depth, names of fields included, so that an answer or an error that echoes
 * the API key, escaped or not, can be shown and stored. What is nested more than 200 deep is cut off. Never throws.
 */
export function redact(value: unknown, secrets: readonly string[]): unknown {
	return hide(value, finderOf(secrets)?.pattern, 0);
}

/** The same for text, which may also be the source of JSON, an address or a page. */
export function redactText(text: string, secrets: readonly string[]): string {
	return hideIn(text, finderOf(secrets)?.pattern);
}

/** How secrets are found in text. */
export interface Finder {
	pattern: RegExp;
	/** No text that the pattern finds has more characters. */
	longest: number;
}

interface Compiled {
	finder?: Finder;
}

const compiled = new WeakMap<readonly string[], Compiled>();

/** Compiled once for each credential, whose list of secrets stays the same object. Nothing where there is nothing to find. */
export function finderOf(secrets: readonly string[]): Finder | undefined {
	const before = compiled.get(secrets);
	if (before) return before.finder;
	const hidden = secrets.filter(({ length }) => length >= SHORTEST_SECRET);
	const pattern = patternOf(hidden);
	const finder = pattern && { pattern, longest: longestForm(hidden) };
	compiled.set(secrets, { finder });
	return finder;
}

const hideIn = (text: string, pattern: RegExp | undefined) => (pattern ? text.replace(pattern, MASK) : text);

function hide(value: unknown, pattern: RegExp | undefined, depth: number): unknown {
	if (typeof value === 'string') return hideIn(value, pattern);
	if (value === null || typeof value !== 'object') return value;
	if (depth === DEEPEST) return CUT;
	if (Array.isArray(value)) return value.map((entry) => hide(entry, pattern, depth + 1));
	return Object.fromEntries(Object.entries(value).map(([name, entry]) => [hideIn(name, pattern), hide(entry, pattern, depth + 1)]));
}
