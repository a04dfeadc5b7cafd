/** The header that carries the API key. */
export const API_KEY_HEADER = 'x-api-key';

const QUOTES = ['""', "''", '``', '“”'];
const HEADERS = ['authorization:', 'cookie:'];

/**
 * A secret as it was meant, out of a text that was pasted: without blanks and quotation marks around it, without
 * "Bearer", and without the name of the header or the cookie that it was copied with.
 */
export function secretIn(pasted: unknown, ...names: string[]): string {
	let secret = withoutQuotes(textOf(pasted));
	const named = names.filter(Boolean).flatMap((name) => [`${name}:`, `${name}=`]);
	for (const before of [...HEADERS, ...named, 'bearer ']) {
		if (secret.toLowerCase().startsWith(before.toLowerCase()))
			secret = withoutQuotes(secret.slice(before.length));
	}
	return secret;
}

/** A text of a credential; what an expression gives in its place, such as an object, is none. */
export function textOf(given: unknown): string {
	return typeof given === 'string' || typeof given === 'number' ? String(given) : '';
}

/** A text without the blanks and quotation marks that were pasted around it. */
export function withoutQuotes(text: string): string {
	const trimmed = text.trim();
	const isQuoted = trimmed.length > 1 && QUOTES.includes(trimmed.slice(0, 1) + trimmed.slice(-1));
	return isQuoted ? withoutQuotes(trimmed.slice(1, -1)) : trimmed;
}
