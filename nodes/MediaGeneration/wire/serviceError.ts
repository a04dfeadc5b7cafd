/** What the service said of a failure: the members of its error envelope, where it sent one. */
export interface ServiceError {
	message?: string;
	type?: string;
	param?: string;
	code?: string;
}

/**
 * Reads the error envelope of "Errors" in the API document, wrapped or not, and plainer shapes that
 * gateways before the service use. Never throws: an answer that is no envelope gives an empty object.
 */
export function readServiceError(body: unknown): ServiceError {
	if (typeof body === 'string') return plainText(body);
	if (body === null || typeof body !== 'object') return {};
	const outer = body as Record<string, unknown>;
	const inner = outer.error ?? outer.errors ?? outer;
	const source = Array.isArray(inner) ? inner[0] : inner;
	if (typeof source === 'string') return { message: source };
	if (source === null || typeof source !== 'object') return {};
	const { message, detail, type, param, code } = source as Record<string, unknown>;
	return {
		message: text(message ?? detail),
		type: text(type),
		param: text(param),
		code: text(code),
	};
}

function plainText(body: string): ServiceError {
	const trimmed = body.trim();
	return trimmed === '' || trimmed.startsWith('<') ? {} : { message: trimmed.slice(0, 500) };
}

function text(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;
}
