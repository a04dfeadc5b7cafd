/** What stands where a secret was. */
export const MASK = '[hidden]';
/** A shorter secret would blank out ordinary words of an answer. */
const SHORTEST_SECRET = 6;
/** n8n and its database walk outputs one call deep per level; no service nests its answers so. */
const DEEPEST = 200;
const CUT = '[nested too deeply]';

/**
 * Takes secrets out of a value of any depth, names of fields included, so that an answer or an error that echoes
 * the API key can be shown and stored. What is nested more than 200 deep is cut off. Never throws.
 */
export function redact(value: unknown, secrets: readonly string[]): unknown {
	return hide(
		value,
		secrets.filter(({ length }) => length >= SHORTEST_SECRET),
		0,
	);
}

/** The same for text. */
export function redactText(text: string, secrets: readonly string[]): string {
	return secrets.filter(({ length }) => length >= SHORTEST_SECRET).reduce((hidden, secret) => hidden.replaceAll(secret, MASK), text);
}

function hide(value: unknown, secrets: readonly string[], depth: number): unknown {
	if (typeof value === 'string') return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, MASK), value);
	if (value === null || typeof value !== 'object') return value;
	if (depth === DEEPEST) return CUT;
	if (Array.isArray(value)) return value.map((entry) => hide(entry, secrets, depth + 1));
	return Object.fromEntries(Object.entries(value).map(([name, entry]) => [hide(name, secrets, depth), hide(entry, secrets, depth + 1)]));
}
