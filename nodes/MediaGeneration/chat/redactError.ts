import { isData } from '../support/data';
import { redact, redactText } from '../http/redact';

/** How deep causes are redacted; deeper ones are dropped. */
const MOST_CAUSES = 10;

/** Redacts an error of a model's client in place, as n8n and the client keep it; anything else that was thrown as a copy. */
export function redactError(error: unknown, secrets: readonly string[], depth = 0): unknown {
	if (typeof error === 'string') return redactText(error, secrets);
	if (typeof error !== 'object' || error === null) return error;
	if (depth > MOST_CAUSES) return undefined;
	// An error's message and cause are not enumerable.
	for (const name of Reflect.ownKeys(error))
		Reflect.set(error, name, maskedPart(Reflect.get(error, name), secrets, depth));
	return error;
}

function maskedPart(part: unknown, secrets: readonly string[], depth: number): unknown {
	if (depth > MOST_CAUSES) return undefined;
	if (part instanceof Headers) return redactHeaders(part, secrets);
	if (part instanceof URL) return redactText(part.href, secrets);
	if (isError(part)) return redactError(part, secrets, depth + 1);
	if (Array.isArray(part))
		return part.map((entry: unknown) => maskedPart(entry, secrets, depth + 1));
	return isOfClient(part) ? part : redact(part, secrets);
}

/** A redacted copy of headers. */
export function redactHeaders(headers: Headers, secrets: readonly string[]): Headers {
	const copy = new Headers();
	headers.forEach((value, name) => {
		// The mask is no valid name of a header.
		if (redactText(name, secrets) === name) copy.append(name, redactText(value, secrets));
	});
	return copy;
}

/** Errors of another realm are not instances of `Error`. */
const isError = (value: unknown) =>
	value instanceof Error ||
	(isData(value) && typeof value.message === 'string' && 'stack' in value);

/** Class instances are the client's own, which may still be in use. */
function isOfClient(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype !== null && Object.getPrototypeOf(prototype) !== null;
}
