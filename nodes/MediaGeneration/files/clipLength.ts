import type { IBinaryData } from 'n8n-workflow';
import type { ExecutionClient } from '../http/client';
import { dataOf, messageOf, textOf } from '../support/data';
import { withDeadline } from '../support/deadline';
import { settled } from '../support/settled';
import { ForwardFile, type Opened } from './forwardFile';
import { mp4Seconds } from './mp4';
import { openFile } from './openFile';
import { isWebm, webmSeconds } from './webm';

/** How long may be looked for the length of a clip, in milliseconds. */
const LONGEST_MS = 15_000;
/** A chunk of a file in n8n's store, in bytes. */
const CHUNK = 256 * 1024;

/**
 * How long a video plays, in seconds, rounded to hundredths: read from the parts of an MP4, MOV or WebM file that tell it, a
 * link in ranges, without the key unless the API's own host asks for it. Nothing where it cannot be read.
 */
export async function clipLength(
	client: ExecutionClient,
	source: IBinaryData | string,
): Promise<number | undefined> {
	const length = await settled(
		withDeadline(LONGEST_MS, client.stop, async (stop) => {
			const done = new AbortController();
			const signal = AbortSignal.any([stop, done.signal]);
			const file = new ForwardFile(async (from) =>
				typeof source === 'string'
					? await openLink(client, source, from, signal)
					: await openStored(client, source),
			);
			const read = await settled(secondsOf(file));
			done.abort();
			if (read.status === 'rejected') throw read.reason;
			return read.value;
		}),
	);
	if (length.status === 'fulfilled') return length.value && Math.round(length.value * 100) / 100;
	client.context.logger.debug(`The length of a video was not read: ${messageOf(length.reason)}`);
	return undefined;
}

async function secondsOf(file: ForwardFile): Promise<number | undefined> {
	return isWebm(await file.read(0, 12)) ? await webmSeconds(file) : await mp4Seconds(file);
}

async function openLink(
	client: ExecutionClient,
	url: string,
	start: number,
	signal: AbortSignal,
): Promise<Opened> {
	const range = `bytes=${start}-`;
	const { statusCode, headers, body } = await openFile(client, { url, range }, signal);
	const [, from, size] =
		/^bytes (\d+)-\d+\/(\d+)$/.exec(textOf(headers['content-range']) ?? '') ?? [];
	if (statusCode === 206 && from !== undefined)
		return { chunks: body, from: Number(from), size: Number(size) };
	if (statusCode !== 200) throw new Error(`HTTP status ${statusCode}`);
	const told = Number(headers['content-length']);
	const isPlain = dataOf(headers)['content-encoding'] === undefined;
	return { chunks: body, from: 0, size: isPlain && told > 0 ? told : undefined };
}

async function openStored(
	{ context: { helpers } }: ExecutionClient,
	{ id, data }: IBinaryData,
): Promise<Opened> {
	if (!id) {
		const content = Buffer.from(data, 'base64');
		return {
			chunks: (async function* () {
				yield await Promise.resolve(content);
			})(),
			from: 0,
			size: content.length,
		};
	}
	const { fileSize } = await helpers.getBinaryMetadata(id);
	return { chunks: await helpers.getBinaryStream(id, CHUNK), from: 0, size: fileSize };
}
