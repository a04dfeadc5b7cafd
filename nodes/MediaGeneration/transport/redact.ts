import { patternOf } from './secretForms';

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
	return hide(value, patternFor(secrets), 0);
}

/** The same for text, which may also be the source of JSON, an address or a page. */
export function redactText(text: string, secrets: readonly string[]): string {
	return hideIn(text, patternFor(secrets));
}

interface Compiled {
	pattern?: RegExp;
}

const compiled = new WeakMap<readonly string[], Compiled>();

/** Compiled once for each credential, whose list of secrets stays the same object. */
function patternFor(secrets: readonly string[]): RegExp | undefined {
	const before = compiled.get(secrets);
	if (before) return before.pattern;
	const pattern = patternOf(secrets.filter(({ length }) => length >= SHORTEST_SECRET));
	compiled.set(secrets, { pattern });
	return pattern;
}

const hideIn = (text: string, pattern: RegExp | undefined) => (pattern ? text.replace(pattern, MASK) : text);

function hide(value: unknown, pattern: RegExp | undefined, depth: number): unknown {
	if (typeof value === 'string') return hideIn(value, pattern);
	if (value === null || typeof value !== 'object') return value;
	if (depth === DEEPEST) return CUT;
	if (Array.isArray(value)) return value.map((entry) => hide(entry, pattern, depth + 1));
	return Object.fromEntries(Object.entries(value).map(([name, entry]) => [hideIn(name, pattern), hide(entry, pattern, depth + 1)]));
}
