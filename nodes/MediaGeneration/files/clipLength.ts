import type { IBinaryData } from 'n8n-workflow';
import type { ExecutionClient } from '../http/client';
import { dataOf, messageOf, textOf } from '../support/data';
import { settled } from '../support/settled';
import { ForwardFile, type OpenedFile } from './forwardFile';
import { contentOf, sizeOf } from './itemFiles';
import { mp4Seconds } from './mp4';
import { openFile, withOpenFileDeadline } from './openFile';
import { startsAsWebm, webmSeconds } from './webm';

/** How long may be looked for the length of a clip, in milliseconds. */
const LONGEST_MS = 15_000;

/**
 * How long a video plays, in seconds, rounded to hundredths: read from the parts of an MP4, MOV or WebM file that tell it, a
 * link in ranges, without the key unless the API's own host asks for it. Nothing where it cannot be read.
 */
export async function clipLength(
	client: ExecutionClient,
	source: IBinaryData | string,
): Promise<number | undefined> {
	const length = await settled(
		withOpenFileDeadline(LONGEST_MS, client.stop, async (signal) => {
			const file = new ForwardFile(async (start) =>
				typeof source === 'string'
					? await openLink(client, source, start, signal)
					: { chunks: contentOf(client, source), from: 0, size: await sizeOf(client, source) },
			);
			try {
				return await (startsAsWebm(await file.read(0, 12)) ? webmSeconds(file) : mp4Seconds(file));
			} finally {
				await file.close();
			}
		}),
	);
	if (length.status === 'fulfilled') return length.value && Math.round(length.value * 100) / 100;
	client.context.logger.debug(`The length of a video was not read: ${messageOf(length.reason)}`);
	return undefined;
}

async function openLink(
	client: ExecutionClient,
	url: string,
	start: number,
	signal: AbortSignal,
): Promise<OpenedFile> {
	const range = `bytes=${start}-`;
	const { statusCode, headers, body } = await openFile(client, { url, range }, signal);
	const [, from, size] =
		/^bytes (\d+)-\d+\/(\d+)$/.exec(textOf(headers['content-range']) ?? '') ?? [];
	if (statusCode === 206 && Number(from) === start)
		return { chunks: body, from: start, size: Number(size) };
	if (statusCode !== 200) throw new Error(`HTTP status ${statusCode}`);
	const told = Number(headers['content-length']);
	const isPlain = dataOf(headers)['content-encoding'] === undefined;
	return { chunks: body, from: 0, size: isPlain && told > 0 ? told : undefined };
}
