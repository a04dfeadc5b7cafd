const MASK = '[hidden]';
/** A shorter secret would blank out ordinary words of an answer. */
const SHORTEST_SECRET = 6;

/**
 * Takes a secret out of a value of any depth, keys included, so that an answer or an error that echoes
 * the API key can be shown and stored.
 */
export function redact<T>(value: T, secret: string): T {
	if (secret.length < SHORTEST_SECRET) return value;
	return hide(value, secret) as T;
}

function hide(value: unknown, secret: string): unknown {
	if (typeof value === 'string') return value.replaceAll(secret, MASK);
	if (Array.isArray(value)) return value.map((entry) => hide(entry, secret));
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [key.replaceAll(secret, MASK), hide(entry, secret)]),
	);
}
