import type * as z from 'zod/v4';
import { ApiError, invalid } from '../errors';

/** Bytes. */
const LARGEST_BODY = 8 * 1024 * 1024;

/** Bytes that are read of a body that is too large: most clients hear no answer before they have sent all of it. */
const LARGEST_READ = 1024 ** 3;

/**
 * The body of a request as text.
 * @throws ApiError 413
 */
export async function readText(request: Request): Promise<string> {
	const kept: Uint8Array[] = [];
	let length = 0;
	// An iterator would be ended by the error, and then break the connection before the answer is sent.
	const reader = request.body?.getReader();
	for (
		let next = await reader?.read();
		next?.value && length <= LARGEST_READ;
		next = await reader?.read()
	) {
		length += next.value.length;
		if (length <= LARGEST_BODY) kept.push(next.value);
	}
	if (length <= LARGEST_BODY) return Buffer.concat(kept).toString('utf8');
	throw new ApiError(413, 'payload_too_large', `The body is larger than ${LARGEST_BODY} bytes`);
}

/**
 * Reads a JSON body and checks its shape.
 * @throws ApiError 400, 415
 */
export function parseBody(text: string, contentType: string | null, schema: z.ZodType): unknown {
	if (!/^application\/json\s*(;|$)/i.test(contentType ?? ''))
		throw new ApiError(415, 'unsupported_media_type', 'Send the body as application/json');
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		throw new ApiError(400, 'invalid_json', 'The body is not valid JSON');
	}
	if (typeof body !== 'object' || body === null || Array.isArray(body))
		throw new ApiError(400, 'invalid_json', 'The body must be a JSON object');
	return checkShape(body, schema);
}

/**
 * Checks the shape of a body. A field that is null counts as not given where the schema does not take null.
 * @assumed what null means
 * @throws ApiError 400 that names the first field to blame
 */
export function checkShape<Shape extends z.ZodType>(body: object, schema: Shape): z.output<Shape> {
	const asGiven = schema.safeParse(body);
	const given = Object.entries(body).filter(([, value]) => value !== null);
	const parsed = asGiven.success ? asGiven : schema.safeParse(Object.fromEntries(given));
	if (parsed.success) return parsed.data;
	const issue = parsed.error.issues[0];
	const param = issue?.path.join('.') || 'body';
	throw invalid(param, `${param}: ${issue?.message ?? 'is not valid'}`);
}
