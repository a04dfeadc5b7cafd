import { isData } from '../support/data';
import { redact, redactText } from '../http/redact';

/** So many causes of causes are masked; what lies deeper is left out. */
const MOST_CAUSES = 10;

/**
 * Takes the secrets out of an error that a model's client has thrown: in place, as n8n and the client go on with this very
 * object. Whatever else was thrown comes back without them.
 */
export function redactError(error: unknown, secrets: readonly string[], depth = 0): unknown {
	if (typeof error === 'string') return redactText(error, secrets);
	if (typeof error !== 'object' || error === null) return error;
	if (depth > MOST_CAUSES) return undefined;
	// The message and the cause of an error are not among what can be enumerated.
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

/** A copy without the secrets, as the headers of an answer cannot be changed. */
export function redactHeaders(headers: Headers, secrets: readonly string[]): Headers {
	const copy = new Headers();
	headers.forEach((value, name) => {
		// No header can be called what stands in a secret's place.
		if (redactText(name, secrets) === name) copy.append(name, redactText(value, secrets));
	});
	return copy;
}

/** Errors of another realm are no instances of this one's. */
const isError = (value: unknown) =>
	value instanceof Error ||
	(isData(value) && typeof value.message === 'string' && 'stack' in value);

/** Other objects than those that JSON can hold are the client's own, which may still be in use. */
function isOfClient(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype !== null && Object.getPrototypeOf(prototype) !== null;
}
