import type { IBinaryData } from 'n8n-workflow';
import type { ExecutionClient } from '../http/client';
import { dataOf, messageOf, textOf } from '../support/data';
import { settled } from '../support/settled';
import { contentOf, sizeOf } from './itemFiles';
import { mp4Seconds, type FilePiece } from './mp4';
import { openFile, whileOpen } from './openFile';

/** In milliseconds. */
const LONGEST_MS = 15_000;
/** So much is read at once, and so much is passed over at most to get there, in bytes. */
const PIECE = 64 * 1024;
const MOST_PASSED = 128 * 1024 * 1024;

/**
 * How long a video plays, in seconds, rounded to hundredths: read from the parts of an MP4 or MOV file that tell it, a link
 * in ranges, without the key unless the API's own host asks for it. Nothing where it cannot be read.
 */
export async function clipLength(
	client: ExecutionClient,
	source: IBinaryData | string,
): Promise<number | undefined> {
	const length = await settled(
		whileOpen(LONGEST_MS, client.stop, async (signal) => {
			const open = async (offset: number): Promise<OpenedFile> =>
				typeof source === 'string'
					? await openLink(client, source, offset, signal)
					: { chunks: contentOf(client, source), from: 0, size: await sizeOf(client, source) };
			return await mp4Seconds(async (offset) => await pieceOf(await open(offset), offset));
		}),
	);
	if (length.status === 'fulfilled') return length.value && Math.round(length.value * 100) / 100;
	client.context.logger.debug(`The length of a video was not read: ${messageOf(length.reason)}`);
	return undefined;
}

/** A file from an offset on, which is 0 where its source cannot begin in the middle. */
interface OpenedFile {
	chunks: AsyncIterable<Uint8Array>;
	from: number;
	/** Of the whole file, in bytes, if that is known. */
	size?: number;
}

/** The bytes at an offset. @throws RangeError when too much would have to be passed over */
async function pieceOf({ chunks, from, size }: OpenedFile, offset: number): Promise<FilePiece> {
	if (offset - from > MOST_PASSED) throw new RangeError('The file has its length too far inside');
	const kept: Uint8Array[] = [];
	let at = from;
	for await (const chunk of chunks) {
		const passed = Math.max(0, offset - at);
		if (passed < chunk.length) kept.push(chunk.subarray(passed));
		at += chunk.length;
		if (at >= offset + PIECE) break;
	}
	return { bytes: Buffer.concat(kept), size };
}

async function openLink(
	client: ExecutionClient,
	url: string,
	offset: number,
	signal: AbortSignal,
): Promise<OpenedFile> {
	const range = `bytes=${offset}-`;
	const { statusCode, headers, body } = await openFile(client, { url, range }, signal);
	const [, from, size] =
		/^bytes (\d+)-\d+\/(\d+)$/.exec(textOf(headers['content-range']) ?? '') ?? [];
	if (statusCode === 206 && Number(from) === offset)
		return { chunks: body, from: offset, size: Number(size) };
	if (statusCode !== 200) throw new Error(`HTTP status ${statusCode}`);
	const told = Number(headers['content-length']);
	const isPlain = dataOf(headers)['content-encoding'] === undefined;
	return { chunks: body, from: 0, size: isPlain && told > 0 ? told : undefined };
}
