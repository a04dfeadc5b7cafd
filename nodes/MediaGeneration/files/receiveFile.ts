import type { IBinaryData } from 'n8n-workflow';
import { textOf } from '../support/data';
import { readDataUri } from './dataUri';
import { Overdue, within } from '../support/deadline';
import { fileFailure, NoFile, otherKind, tooLarge, type Download } from './fileErrors';
import { fileTypeOf } from './fileType';
import { IDLE_MS, openFile, type Stream } from './openFile';
import { headOf, Silence } from './silence';
import type { FileClient } from '../http/client';
import { isSuccess } from '../support/httpStatus';
import { settled } from '../support/settled';

/** No file takes longer, in milliseconds. */
const LONGEST_MS = 3_600_000;

/** Puts the file within a `data:` address into n8n's binary storage. @throws NodeOperationError for one that is too large, or of another kind */
export async function unpackFile(client: FileClient, file: Download): Promise<IBinaryData> {
	const { type: said, content } = readDataUri(file.url);
	if (content.length > file.maxBytes) throw tooLarge(client, file);
	if (content.length === 0) throw fileFailure(client, file, 'The file in the answer is empty');
	const known = fileTypeOf({ head: content, said, url: '', media: file.media });
	if ('seems' in known) throw otherKind(client, file, 'The file in the answer', known.seems);
	return await client.context.helpers.prepareBinaryData(
		content,
		`${file.name}.${known.ending}`,
		known.type,
	);
}

/**
 * Streams the file at an address into n8n's binary storage.
 * @throws NoFile when the media host answers with something else; Overdue when it is silent for too long;
 * NodeOperationError for a file that is too large, or of another kind; else whatever broke the transfer
 */
export async function receiveFile(
	client: FileClient,
	file: Download,
	stop: AbortSignal | undefined,
): Promise<IBinaryData> {
	return await within(LONGEST_MS, stop, async (signal) => {
		const connection = new AbortController();
		const received = await settled(
			receive(client, file, connection, AbortSignal.any([signal, connection.signal])),
		);
		connection.abort();
		if (received.status === 'fulfilled') return received.value;
		throw received.reason;
	});
}

/** @param connection closes it; a body that is destroyed while it waits for bytes goes on waiting */
async function receive(
	client: FileClient,
	file: Download,
	connection: AbortController,
	signal: AbortSignal,
): Promise<IBinaryData> {
	const { idleMs = IDLE_MS } = file;
	const { statusCode, headers, body } = await openFile(client, file, signal);
	const { host } = new URL(file.url);
	if (!isSuccess(statusCode)) throw new NoFile(statusCode, headers);
	if (Number(headers['content-length'] ?? 0) > file.maxBytes) throw tooLarge(client, file);
	const silence = new Silence(body, idleMs, () => connection.abort());
	const begun = await settled(headOf(body, silence));
	if (begun.status === 'rejected') throw silence.isOver ? new Overdue(idleMs) : begun.reason;
	const head = begun.value;
	if (head.length === 0)
		throw silence.isOver
			? new Overdue(idleMs)
			: fileFailure(client, file, `The file at ${host} is empty`);
	const known = fileTypeOf({
		head,
		said: textOf(headers['content-type']),
		url: file.url,
		media: file.media,
	});
	if ('seems' in known) throw otherKind(client, file, `The file at ${host}`, known.seems);
	const stored = await settled(
		client.context.helpers.prepareBinaryData(
			capped(client, body, file, silence),
			`${file.name}.${known.ending}`,
			known.type,
		),
	);
	if (stored.status === 'fulfilled') return stored.value;
	throw silence.isOver ? new Overdue(idleMs) : stored.reason;
}

/** The stream, broken off with an error when it grows past the cap, so that no half a file looks like a whole one. */
function capped(client: FileClient, body: Stream, file: Download, silence: Silence): Stream {
	let bytes = 0;
	return body.map((chunk: Uint8Array) => {
		silence.end();
		bytes += chunk.length;
		if (bytes > file.maxBytes) throw tooLarge(client, file);
		return chunk;
	});
}
