import type { IBinaryData } from 'n8n-workflow';
import { dataOf, textOf } from '../support/data';
import { readDataUri } from './dataUri';
import { Overdue, withDeadline } from '../support/deadline';
import {
	fileFailure,
	MediaHostRefusal,
	wrongFileType,
	fileTooLarge,
	type Download,
} from './fileErrors';
import { fileTypeOf } from './fileType';
import { IDLE_MS, openFile, type Stream, type StreamedAnswer } from './openFile';
import { readHead, IdleTimeout } from './idleTimeout';
import type { FileClient } from '../http/client';
import { redact } from '../http/redact';
import { isSuccess } from '../support/httpStatus';
import { settled } from '../support/settled';

/** The longest download, in milliseconds. */
const LONGEST_MS = 3_600_000;

/** Stores the file of a data URI in n8n. @throws NodeOperationError for a file that is too large, or of another kind */
export async function storeDataUri(client: FileClient, file: Download): Promise<IBinaryData> {
	const { type: said, content } = readDataUri(file.url);
	if (content.length > file.maxBytes) throw fileTooLarge(client, file);
	if (content.length === 0) throw fileFailure(client, file, 'The file in the answer is empty');
	const known = fileTypeOf({ head: content, said, url: '', media: file.media });
	if ('seems' in known) throw wrongFileType(client, file, 'The file in the answer', known.seems);
	return await client.context.helpers.prepareBinaryData(
		content,
		`${file.name}.${known.ending}`,
		known.type,
	);
}

/**
 * Streams the file at an address into n8n's binary storage.
 * @throws MediaHostRefusal for another status; Overdue when the host is silent for too long; NodeOperationError for a file that
 * is too large, or of another kind; else whatever broke the transfer
 */
export async function receiveFile(
	client: FileClient,
	file: Download,
	stop: AbortSignal | undefined,
): Promise<IBinaryData> {
	return await withDeadline(LONGEST_MS, stop, async (signal) => {
		const connection = new AbortController();
		const received = await settled(
			receive(client, file, connection, AbortSignal.any([signal, connection.signal])),
		);
		connection.abort();
		if (received.status === 'fulfilled') return received.value;
		throw received.reason;
	});
}

/** @param connection closes it: destroying a body does not end a pending read */
async function receive(
	client: FileClient,
	file: Download,
	connection: AbortController,
	signal: AbortSignal,
): Promise<IBinaryData> {
	const { idleMs = IDLE_MS } = file;
	const { secrets } = await client.credential('getImageJob');
	const { statusCode, headers: told, body } = await openFile(client, file, signal);
	const headers = dataOf(redact(told, secrets));
	if (!isSuccess(statusCode)) throw new MediaHostRefusal(statusCode, headers);
	if (Number(headers['content-length'] ?? 0) > file.maxBytes) throw fileTooLarge(client, file);
	const idle = new IdleTimeout(body, idleMs, () => connection.abort());
	const stored = await settled(store(client, file, { headers, body }, idle));
	if (stored.status === 'fulfilled') return stored.value;
	throw idle.hasExpired ? new Overdue(idleMs) : stored.reason;
}

async function store(
	client: FileClient,
	file: Download,
	{ headers, body }: Pick<StreamedAnswer, 'headers' | 'body'>,
	idle: IdleTimeout,
): Promise<IBinaryData> {
	const { url, media, name } = file;
	const { host } = new URL(url);
	const head = await readHead(body, idle);
	if (head.length === 0) throw fileFailure(client, file, `The file at ${host} is empty`);
	const known = fileTypeOf({ head, said: textOf(headers['content-type']), url, media });
	if ('seems' in known) throw wrongFileType(client, file, `The file at ${host}`, known.seems);
	const stream = limitSize(client, body, file, idle);
	return await client.context.helpers.prepareBinaryData(
		stream,
		`${name}.${known.ending}`,
		known.type,
	);
}

/** The stream, which fails when it grows past the limit, so that no half file looks whole. */
function limitSize(client: FileClient, body: Stream, file: Download, idle: IdleTimeout): Stream {
	let bytes = 0;
	return body.map((chunk: Uint8Array) => {
		idle.restart();
		bytes += chunk.length;
		if (bytes > file.maxBytes) throw fileTooLarge(client, file);
		return chunk;
	});
}
