import { jsonParse } from 'n8n-workflow';
import { holdsTooMuch, MOST_VALUES, withExactNumbers } from '../support/json';
import { Overdue, withDeadline } from '../support/deadline';
import { signedType } from '../answers/job/media';
import { settled } from '../support/settled';

interface ByteStream extends AsyncIterable<Uint8Array | string> {
	destroy(error?: Error): unknown;
}

/** An answer exceeds a size limit; asking again would give the same. */
export class TooLarge extends Error {
	readonly code = 'ETOOLARGE';
}

/** The most that an answer may hold, in bytes, decompressed. */
const MOST_BYTES = 32 * 1024 * 1024;

export function isByteStream(body: unknown): body is ByteStream {
	return (
		typeof body === 'object' && body !== null && Symbol.asyncIterator in body && 'destroy' in body
	);
}

/** How much of a body must arrive: all of it, something (but no part of a file), or nothing. */
export type BodyPart = 'all' | 'some' | 'none';

/**
 * Reads a whole body: JSON is parsed, an image or a video becomes `output` with a `data:` address, anything else is text.
 * Numbers that JavaScript cannot hold exactly, such as long IDs, become text.
 * @throws TooLarge past {@link MOST_BYTES} and {@link MOST_VALUES}; whatever breaks the stream
 */
export async function readBody(body: unknown, needed: BodyPart = 'all'): Promise<unknown> {
	if (!isByteStream(body)) return body;
	const arrived: Buffer[] = [];
	const read = await settled(forEachChunk(body, (chunk) => arrived.push(Buffer.from(chunk))));
	const bytes = Buffer.concat(arrived);
	const type = signedType(bytes);
	if (read.status === 'rejected') {
		const isEnough = needed === 'none' || (needed === 'some' && bytes.length > 0 && !type);
		if (!isEnough || read.reason instanceof TooLarge) throw read.reason;
		if (type) return '';
	}
	if (type) return { output: `data:${type};base64,${bytes.toString('base64')}` };
	const text = new TextDecoder().decode(bytes);
	if (!/\S/.test(text)) return '';
	if (holdsTooMuch(text))
		throw new TooLarge(
			`the answer holds more than ${MOST_VALUES} values, or too many in one object`,
		);
	return jsonParse<unknown>(withExactNumbers(text), { fallbackValue: text });
}

/** A whole body as text. @throws as {@link readBody} */
export async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
	const arrived: Uint8Array[] = [];
	await forEachChunk(body, (piece) => arrived.push(piece));
	return new TextDecoder().decode(Buffer.concat(arrived));
}

/** Throwing inside the loop closes the connection. */
async function forEachChunk<T extends Uint8Array | string>(
	body: AsyncIterable<T>,
	take: (piece: T) => unknown,
): Promise<void> {
	let bytes = 0;
	for await (const piece of body) {
		bytes += piece.length;
		if (bytes > MOST_BYTES)
			throw new TooLarge(`the answer is larger than ${MOST_BYTES / 1024 / 1024} MiB`);
		take(piece);
	}
}

/** For each piece, and for all of them, in milliseconds. */
interface StreamTimes {
	idleMs: number;
	longestMs: number;
}

/**
 * The pieces of a body as they come.
 * @param next gives the next one @param close ends the connection
 * @throws Overdue when one does not come; whatever breaks the stream
 */
export async function* chunksOf<T>(
	next: () => Promise<{ value?: T; done?: boolean }>,
	close: () => unknown,
	{ idleMs, longestMs }: StreamTimes,
): AsyncGenerator<T> {
	const endsAt = Date.now() + longestMs;
	try {
		for (;;) {
			if (Date.now() > endsAt) throw new Overdue(longestMs);
			const { value, done } = await withDeadline(idleMs, undefined, next);
			if (done || value === undefined) return;
			yield value;
		}
	} finally {
		// Closing a broken stream rejects again.
		await Promise.allSettled([close()]);
	}
}
