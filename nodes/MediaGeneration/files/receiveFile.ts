import type { IBinaryData, IDataObject } from 'n8n-workflow';
import type { Media } from '../../../contract/catalog';
import { HEAD_BYTES } from '../answers/job/media';
import { mediaRows } from '../answers/words/media';
import { withDetails, type ErrorDetails } from '../failures/details';
import { nodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import type { FileClient } from '../http/client';
import { redact } from '../http/redact';
import { dataOf, textOf } from '../support/data';
import { isSuccess } from '../support/httpStatus';
import { isDataUri, readDataUri } from './dataUri';
import { fileTypeOf } from './fileType';
import { withIdleTimeout } from './idleTimeout';
import { IDLE_MS, openFile, withOpenFileDeadline, type FileStream } from './openFile';

/** In milliseconds. */
const LONGEST_MS = 3_600_000;

/** A finished file at a media host, or in a data URI. */
export interface FileToDownload {
	url: string;
	/** The name, without an ending. */
	name: string;
	/** The media that it must be. */
	media: Media;
	job_id?: string;
	/** In bytes. */
	maxBytes: number;
	/** How long the host may be silent, in milliseconds; half a minute when absent. */
	idleMs?: number;
	/** Whether a 404 is retried, as hosts may have the file a moment after the job has ended. */
	mayCome?: boolean;
	/** Ends the download; n8n's Stop when absent. */
	stop?: AbortSignal;
}

/** The media host answered with an error status. */
export class MediaHostRefusal extends Error {
	constructor(
		readonly status: number,
		readonly headers: IDataObject,
	) {
		super(`HTTP status ${status}`);
	}
}

/**
 * Puts a file into n8n's binary storage, from its address as a stream.
 * @throws MediaHostRefusal for another status; Overdue when the host is silent for too long; NodeOperationError for a file that
 * is too large, or of another kind; else whatever broke the transfer
 */
export async function receiveFile(
	client: FileClient,
	file: FileToDownload,
	stop: AbortSignal | undefined,
): Promise<IBinaryData> {
	if (!isDataUri(file.url))
		return await withOpenFileDeadline(
			LONGEST_MS,
			stop,
			async (signal) => await receive(client, file, signal),
		);
	const { type: said, content } = readDataUri(file.url);
	if (content.length > file.maxBytes) throw tooLarge(client, file);
	return await client.context.helpers.prepareBinaryData(
		content,
		...nameAndType(client, file, content, said),
	);
}

async function receive(
	client: FileClient,
	file: FileToDownload,
	signal: AbortSignal,
): Promise<IBinaryData> {
	const { secrets } = await client.credential('getImageJob');
	const { statusCode, headers: told, body } = await openFile(client, file, signal);
	const headers = dataOf(redact(told, secrets));
	if (!isSuccess(statusCode)) throw new MediaHostRefusal(statusCode, headers);
	if (Number(headers['content-length'] ?? 0) > file.maxBytes) throw tooLarge(client, file);
	return await withIdleTimeout(file.idleMs ?? IDLE_MS, async (goesOn) => {
		const named = nameAndType(client, file, await readHead(body, goesOn), headers['content-type']);
		let bytes = 0;
		// It fails past the limit, so that no half file looks whole.
		const content = body.map((chunk: Uint8Array) => {
			goesOn();
			bytes += chunk.length;
			if (bytes > file.maxBytes) throw tooLarge(client, file);
			return chunk;
		});
		return await client.context.helpers.prepareBinaryData(content, ...named);
	});
}

/** The first bytes of a stream, which stay in it. @throws whatever breaks it before */
async function readHead(body: FileStream, goesOn: () => void): Promise<Uint8Array> {
	return await new Promise((resolve, reject) => {
		const read = () => {
			goesOn();
			const head: unknown = body.read(HEAD_BYTES);
			if (!(head instanceof Uint8Array)) return;
			body.off('readable', read);
			body.unshift(head);
			resolve(head);
		};
		body.on('readable', read);
		body.once('end', () => resolve(new Uint8Array()));
		body.once('error', reject);
		body.once('close', () => reject(new Error('the connection was closed')));
	});
}

/** What a file is stored under. @throws NodeOperationError when it is empty, or of another kind */
function nameAndType(
	client: FileClient,
	file: FileToDownload,
	head: Uint8Array,
	said: unknown,
): [name: string, type: string] {
	const { media, name } = file;
	const url = isDataUri(file.url) ? '' : file.url;
	const what = url === '' ? 'The file in the answer' : `The file at ${new URL(url).host}`;
	if (head.length === 0) throw unusable(client, file, `${what} is empty`);
	const known = fileTypeOf({ head, said: textOf(said), url, media });
	if (!('seems' in known)) return [`${name}.${known.ending}`, known.type];
	throw unusable(client, file, `${what} is ${known.seems}, not ${mediaRows[media].called}`, {
		file_type: known.seems,
	});
}

const unusable = (
	client: FileClient,
	{ job_id }: FileToDownload,
	message: string,
	more: ErrorDetails = {},
	advice = `The job is ${job_id}; its URL is still good.`,
) => withDetails(nodeFailure(client, message, job_id && advice), { job_id, ...more });

const tooLarge = (client: FileClient, file: FileToDownload) =>
	unusable(
		client,
		file,
		`The file is larger than ${file.maxBytes / 1024 / 1024} MiB, the limit in Options > ${optionLabels.maxFileSize}`,
		{},
		`It was made, and is paid for. Raise the limit, and fetch it with Get Job (job ${file.job_id}).`,
	);
