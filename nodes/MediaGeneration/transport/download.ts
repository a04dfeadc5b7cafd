import { NodeApiError, NodeOperationError, sleep, type IBinaryData, type IExecuteFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { endpoints } from '../../../contract/endpoints';
import { messageOf } from '../support/data';
import { afterPayment, inputFailure, networkFailure, serviceFailure } from './errors';
import { failureOf } from './send';
import { withDetails } from '../support/details';

/** Where a download can be made: in a running node, or when a callback wakes it. */
export type DownloadContext = IExecuteFunctions | IWebhookFunctions;

/** A finished file at a media host. */
export interface Download {
	url: string;
	/** Without an extension; the answer's type decides on it. */
	name: string;
	/** Used where neither the answer nor the URL tells: `image/png`, `video/mp4`. */
	fallbackType: string;
	itemIndex: number;
	/** The job that made it, for the error. */
	job_id?: string;
	/** Bytes; a larger file is refused. */
	maxBytes: number;
}

const extensions: Record<string, string> = {
	'image/png': 'png',
	'image/jpeg': 'jpg',
	'image/webp': 'webp',
	'video/mp4': 'mp4',
	'video/webm': 'webm',
};

/** How much of a file goes through between two looks for what can be freed, and what is asked for then; in bytes. */
const ROOM_EVERY = 16 * 1024 * 1024;
const ROOM = 64 * 1024 * 1024;
/** How long V8 is given for it, in milliseconds. */
const ROOM_MS = 20;

/** A broken download costs nothing to repeat. */
const TRIES = 3;

/**
 * Streams a finished picture or video into n8n's binary storage, again when the transfer breaks. Goes out
 * without the API key, which belongs to the API's host alone.
 * @throws NodeApiError when the media host does not answer with the file; NodeOperationError for a file that
 * is too large, or no file of this kind
 */
export async function download(context: DownloadContext, file: Download): Promise<IBinaryData> {
	for (let tries = 1; ; tries++) {
		const [outcome] = await Promise.allSettled([downloadOnce(context, file)]);
		if (outcome.status === 'fulfilled') return outcome.value;
		const { reason } = outcome;
		if (reason instanceof NodeApiError) throw ofPaidFile(reason, file);
		if (reason instanceof NodeOperationError) throw reason;
		if (tries < TRIES) continue;
		const failure = networkFailure(context.getNode(), { ...failureOf(reason, []), host: new URL(file.url).host }, file.itemIndex, endpoints.getImageJob);
		throw ofPaidFile(withDetails(failure, { job_id: file.job_id }), file);
	}
}

function ofPaidFile(failure: NodeApiError, { job_id }: Download): NodeApiError {
	return afterPayment(failure, `The file was made and paid for; only its download failed. Do not make it again: fetch it with Get Job${job_id ? ` (job ${job_id})` : ''}.`);
}

async function downloadOnce(context: DownloadContext, file: Download): Promise<IBinaryData> {
	const { statusCode, headers, body } = await open(context, file);
	if (statusCode < 200 || statusCode >= 300) {
		body.destroy();
		throw serviceFailure(
			context.getNode(),
			statusCode,
			{ message: `The file at ${new URL(file.url).host} could not be downloaded: HTTP status ${statusCode}` },
			file.itemIndex,
			{ job_id: file.job_id },
		);
	}
	const type = mediaType(headers['content-type'], file);
	const [wanted] = file.fallbackType.split('/');
	if (!type.startsWith(`${wanted}/`)) {
		body.destroy();
		throw fileFailure(context, file, `The file at ${new URL(file.url).host} is ${type}, not ${wanted === 'video' ? 'a video' : 'a picture'}`);
	}
	const name = `${file.name}.${extensions[type] ?? extensionIn(file.url)}`;
	return await context.helpers.prepareBinaryData(capped(context, body, headers, file), name, type);
}

/** The stream, broken off with an error when it grows past the cap, so that no half a file looks like a whole one. */
function capped(context: DownloadContext, body: StreamedAnswer['body'], headers: StreamedAnswer['headers'], file: Download): StreamedAnswer['body'] {
	const tooLarge = () => fileFailure(context, file, `The file is larger than ${file.maxBytes / 1024 / 1024} MiB, the largest that the options allow`);
	if (Number(headers['content-length'] ?? 0) > file.maxBytes) {
		body.destroy();
		throw tooLarge();
	}
	let bytes = 0;
	let roomAt = ROOM_EVERY;
	return body.map(async (chunk: Uint8Array) => {
		bytes += chunk.length;
		if (bytes > file.maxBytes) throw tooLarge();
		if (bytes >= roomAt) {
			roomAt += ROOM_EVERY;
			askForRoom(context);
			await sleep(ROOM_MS);
		}
		return chunk;
	});
}

/**
 * Has V8 free what has gone through. By itself it does so only when 64 MiB of buffers that nobody holds have piled
 * up; asked for as much at once, it looks at what there is. What is not written to is never really taken.
 */
function askForRoom({ logger }: DownloadContext): void {
	try {
		void new ArrayBuffer(ROOM);
	} catch (error) {
		logger.debug(`No room for ${ROOM} bytes: ${messageOf(error)}`);
	}
}

function fileFailure(context: DownloadContext, { itemIndex, job_id }: Download, message: string) {
	return withDetails(inputFailure(context.getNode(), message, itemIndex, job_id ? `The job is ${job_id}; its URL is still good.` : undefined), { job_id });
}

interface StreamedAnswer {
	statusCode: number;
	headers: Record<string, string | undefined>;
	body: import('node:stream').Readable;
}

async function open(context: DownloadContext, { url }: Download): Promise<StreamedAnswer> {
	return await context.helpers.httpRequest({
		url,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		sendCredentialsOnCrossOriginRedirect: false,
		abortSignal: 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined,
	});
}

/** Stores often know no more than that a file is bytes. */
const TELLS_NOTHING = /^$|octet-stream$|^application\/(binary|x-binary|download|force-download|unknown)$/;

function mediaType(header: string | undefined, { url, fallbackType }: Download): string {
	const said = header?.split(';')[0]?.trim().toLowerCase() ?? '';
	if (!TELLS_NOTHING.test(said)) return said;
	const extension = extensionIn(url).replace('jpeg', 'jpg');
	return Object.entries(extensions).find(([, known]) => known === extension)?.[0] ?? fallbackType;
}

function extensionIn(url: string): string {
	return /\.(\w{2,5})$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? 'bin';
}
