import type * as z from 'zod/v4';
import { ApiError, invalid } from '../errors';

/** Bytes. */
const LARGEST_BODY = 8 * 1024 * 1024;

/** Bytes that are read of a body that is too large: most clients hear no answer before they have sent all of it. */
const LARGEST_READ = 1024 ** 3;

const DEEPEST_NESTING = 64;

/** Characters below which a secret, as a test may choose one, could stand in a text by chance. */
const SHORTEST_SECRET = 16;

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
		else kept.length = 0;
	}
	if (length > LARGEST_BODY) throw tooLarge();
	return Buffer.concat(kept).toString('utf8');
}

/**
 * Reads a JSON body and checks its shape.
 * @param secret does not get any further: not into answers, nor into what is kept
 * @throws ApiError 400, 415
 */
export function parseBody(
	text: string,
	contentType: string | null,
	schema: z.ZodType,
	secret: string,
): unknown {
	if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
		throw new ApiError(415, 'unsupported_media_type', 'Send the body as application/json');
	}
	if (secret.length < SHORTEST_SECRET || !text.includes(secret))
		return checkShape(parseJson(text), schema);
	refuseInAddress(parseJson(text), secret);
	return checkShape(parseJson(text.replaceAll(secret, '[redacted]')), schema);
}

/**
 * Checks the shape of a body. A field that is null counts as not given where the schema does not take null.
 * @assumed what null means
 * @throws ApiError 400 that names the first field to blame
 */
export function checkShape<Shape extends z.ZodType>(body: object, schema: Shape): z.output<Shape> {
	const asGiven = schema.safeParse(body);
	const parsed = asGiven.success ? asGiven : schema.safeParse(withoutNulls(body));
	if (parsed.success) return parsed.data;
	const issue = parsed.error.issues[0];
	const param = issue?.path.join('.') || 'body';
	throw invalid(param, `${param}: ${issue?.message ?? 'is not valid'}`);
}

/** Redacted, it would be another address than the one that was given; as it is, it would tell the secret to who listens there. */
function refuseInAddress(body: object, secret: string): void {
	if ('callback_url' in body && String(body.callback_url).includes(secret)) {
		throw invalid('callback_url', 'callback_url must not contain the API key');
	}
}

function tooLarge(): ApiError {
	return new ApiError(413, 'payload_too_large', `The body is larger than ${LARGEST_BODY} bytes`);
}

function parseJson(text: string): object {
	if (nestingOf(text) > DEEPEST_NESTING)
		throw new ApiError(400, 'invalid_json', 'The body is nested too deeply');
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new ApiError(400, 'invalid_json', 'The body is not valid JSON');
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new ApiError(400, 'invalid_json', 'The body must be a JSON object');
	}
	return value;
}

function withoutNulls(body: object): object {
	return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function nestingOf(json: string): number {
	let depth = 0;
	let deepest = 0;
	let inText = false;
	// Mark by mark: a pattern for a whole text overflows the stack when the text is long.
	for (const [mark] of json.matchAll(/\\.|["[\]{}]/gs)) {
		if (mark === '"') inText = !inText;
		else if (inText) continue;
		else if (mark === '[' || mark === '{') deepest = Math.max(deepest, ++depth);
		else if (mark === ']' || mark === '}') depth -= 1;
	}
	return deepest;
}
