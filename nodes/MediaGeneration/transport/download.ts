import {
	NodeOperationError,
	type IBinaryData,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type IWebhookFunctions,
	type NodeApiError,
} from 'n8n-workflow';
import type { Media } from '../../../contract/catalog';
import { endpoints } from '../../../contract/endpoints';
import { dataOf } from '../support/data';
import { withDetails } from '../support/details';
import { nodeFailure } from '../support/failure';
import { wait } from '../support/wait';
import { credentialFor, credentialOf } from './credential';
import { alarm, Overdue, within } from './deadline';
import { afterPayment, networkFailure, serviceFailure } from './errors';
import { fileTypeOf, HEAD_BYTES } from './fileType';
import { readDataUri } from './dataUri';
import { canPassStatus } from './outcome';
import { backoffMs, isOver, LONGEST_LIMIT_MS, retryAfterMs, SHORTEST_LIMIT_MS } from './retry';
import { failureOf } from './send';
import { mediaRows } from '../wire/words/media';

/** Where a download can be made: in a running node, or when a callback wakes it. */
export type DownloadContext = IExecuteFunctions | IWebhookFunctions;

/** A finished file at a media host, or within a `data:` address. */
export interface Download {
	url: string;
	/** Without an extension; the file's type decides on it. */
	name: string;
	/** What it must be. */
	media: Media;
	itemIndex: number;
	/** The job that made it, for the error. */
	job_id?: string;
	/** Bytes; a larger file is refused. */
	maxBytes: number;
	/** How long the media host may be silent, in milliseconds; {@link IDLE_MS} when absent. */
	idleMs?: number;
	/** Ends it, where n8n has no Stop. */
	stop?: AbortSignal;
}

/** A broken download costs nothing to repeat. */
const TRIES = 4;
/** How long after the first try, in milliseconds, another may begin while the sender of a callback waits for its answer. */
const LONGEST_IN_CALLBACK_MS = 10_000;
/** So many redirects in a row lead nowhere. */
const MOST_REDIRECTS = 10;
/** A media host that is silent for so long, in milliseconds, has nothing more to say; and no file takes longer than that. */
const IDLE_MS = 30_000;
const LONGEST_MS = 3_600_000;
/** How much later the connection itself gives up, so that it is told apart from one that broke. */
const SPARE_MS = 1_000;

/** The media host's answer is not the file. */
class NoFile extends Error {
	constructor(
		readonly status: number,
		readonly headers: Record<string, unknown>,
	) {
		super(`HTTP status ${status}`);
	}
}

/**
 * Streams a finished image or video into n8n's binary storage, again when the transfer breaks or the media host is busy,
 * as long after as it asks for. Goes out without the API key; only a file on the API's own origin that asks for it is
 * fetched with the key there.
 * @throws NodeApiError when the media host does not answer with the file; NodeOperationError for a file that
 * is too large, or no file of this kind
 */
export async function download(context: DownloadContext, file: Download): Promise<IBinaryData> {
	const stop = stopOf(context, file);
	const inCallback = !('getExecutionCancelSignal' in context);
	const longest = inCallback ? LONGEST_IN_CALLBACK_MS : LONGEST_LIMIT_MS;
	let since = Date.now();
	let failures = 0;
	for (let tries = 1; ; tries++) {
		const [outcome] = await Promise.allSettled([file.url.startsWith('data:') ? unpack(context, file) : downloadOnce(context, file)]);
		if (outcome.status === 'fulfilled') return outcome.value;
		const { reason } = outcome;
		if (reason instanceof NodeOperationError) throw reason;
		if (!isLimit(reason)) failures++;
		// A transfer may take long before it breaks, and the media host has not held it up so long.
		if (!inCallback && !(reason instanceof NoFile)) since = Date.now();
		const delay = failures < TRIES && canPass(reason) ? delayAfter(tries, reason) : Infinity;
		const isLate = Date.now() + delay - since > longest;
		if (isLate || stop?.aborted || !(await isOver(wait(delay, stop)))) throw ofPaidFile(failureFor(context, file, reason), file);
	}
}

/** How long to wait before another try, in milliseconds: as long as is asked for, and longer with each try. */
function delayAfter(tries: number, reason: unknown): number {
	const asked = reason instanceof NoFile ? retryAfterMs({ headers: dataOf(reason.headers) }) : undefined;
	return Math.max(asked ?? 0, backoffMs(tries), isLimit(reason) ? SHORTEST_LIMIT_MS : 0);
}

/** Whether another try can give anything else. */
const canPass = (reason: unknown) => !(reason instanceof Overdue) && (!(reason instanceof NoFile) || canPassStatus(reason.status));

/** Too many requests are no failed try: the server says when it takes more. */
const isLimit = (reason: unknown) => reason instanceof NoFile && reason.status === 429;

function failureFor(context: DownloadContext, { url, itemIndex, job_id }: Download, reason: unknown): NodeApiError {
	const { host } = new URL(url);
	if (reason instanceof NoFile) {
		const message = `The file at ${host} could not be downloaded: ${reason.message}`;
		return serviceFailure(context.getNode(), reason.status, { message }, itemIndex, { job_id });
	}
	const failure = networkFailure(context.getNode(), { ...failureOf(reason, []), host }, itemIndex, endpoints.getImageJob);
	return withDetails(failure, { job_id });
}

function ofPaidFile(failure: NodeApiError, { job_id }: Download): NodeApiError {
	return afterPayment(
		failure,
		`The file was made and paid for; only its download failed. Do not make it again: fetch it with Get Job${job_id ? ` (job ${job_id})` : ''}.`,
	);
}

function stopOf(context: DownloadContext, { stop }: Download): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : stop;
}

async function unpack(context: DownloadContext, file: Download): Promise<IBinaryData> {
	const { type: said, content } = readDataUri(file.url);
	if (content.length > file.maxBytes) throw tooLarge(context, file);
	const known = fileTypeOf({ head: content, said, url: '', media: file.media });
	if ('seems' in known) throw otherKind(context, file, 'The file in the answer', known.seems);
	return await context.helpers.prepareBinaryData(content, `${file.name}.${known.ending}`, known.type);
}

async function downloadOnce(context: DownloadContext, file: Download): Promise<IBinaryData> {
	return await within(LONGEST_MS, stopOf(context, file), async (signal) => {
		const connection = new AbortController();
		const [received] = await Promise.allSettled([receive(context, file, connection, AbortSignal.any([signal, connection.signal]))]);
		connection.abort();
		if (received.status === 'fulfilled') return received.value;
		throw received.reason;
	});
}

/** @param connection closes it; a body that is destroyed while it waits for bytes goes on waiting */
async function receive(context: DownloadContext, file: Download, connection: AbortController, signal: AbortSignal): Promise<IBinaryData> {
	const { idleMs = IDLE_MS } = file;
	const { statusCode, headers, body } = await openOnce(context, file, signal);
	const { host } = new URL(file.url);
	if (statusCode < 200 || statusCode >= 300) throw new NoFile(statusCode, headers);
	if (Number(headers['content-length'] ?? 0) > file.maxBytes) throw tooLarge(context, file);
	const silence = new Silence(body, idleMs, () => connection.abort());
	const [begun] = await Promise.allSettled([headOf(body, silence)]);
	if (begun.status === 'rejected') throw silence.isOver ? new Overdue(idleMs) : begun.reason;
	const head = begun.value;
	if (head.length === 0) throw silence.isOver ? new Overdue(idleMs) : fileFailure(context, file, `The file at ${host} is empty`);
	const known = fileTypeOf({ head, said: textIn(headers['content-type']), url: file.url, media: file.media });
	if ('seems' in known) throw otherKind(context, file, `The file at ${host}`, known.seems);
	const [stored] = await Promise.allSettled([
		context.helpers.prepareBinaryData(capped(context, body, file, silence), `${file.name}.${known.ending}`, known.type),
	]);
	if (stored.status === 'fulfilled') return stored.value;
	throw silence.isOver ? new Overdue(idleMs) : stored.reason;
}

type Stream = import('node:stream').Readable;

/** Breaks a transfer off when it says nothing for too long. */
class Silence {
	private lastAt = Date.now();

	/** Whether it has lasted too long. */
	isOver = false;

	constructor(
		private readonly body: Stream,
		private readonly idleMs: number,
		private readonly breakOff: () => void,
	) {
		this.watch(idleMs);
	}

	/** Something came. */
	end(): void {
		this.lastAt = Date.now();
	}

	private watch(milliseconds: number): void {
		alarm(milliseconds).onabort = () => {
			if (this.body.destroyed || this.body.readableEnded) return;
			const left = this.lastAt + this.idleMs - Date.now();
			if (left > 0) this.watch(left);
			else {
				this.isOver = true;
				this.breakOff();
			}
		};
	}
}

/** The first bytes, which stay in the stream: as many as tell what it is, or all. @throws whatever breaks it before */
async function headOf(body: Stream, silence: Silence): Promise<Uint8Array> {
	return await new Promise((resolve, reject) => {
		const look = () => {
			silence.end();
			const head: unknown = body.read(HEAD_BYTES);
			if (!(head instanceof Uint8Array)) return;
			done();
			body.unshift(head);
			resolve(head);
		};
		const empty = () => {
			done();
			resolve(new Uint8Array());
		};
		const fail = (error: unknown) => {
			done();
			reject(error instanceof Error ? error : new Error('the connection was closed'));
		};
		const done = () => {
			body.off('readable', look);
			body.off('end', empty);
			body.off('error', fail);
			body.off('close', fail);
		};
		body.on('readable', look);
		body.on('end', empty);
		body.on('error', fail);
		body.on('close', fail);
	});
}

/** The stream, broken off with an error when it grows past the cap, so that no half a file looks like a whole one. */
function capped(context: DownloadContext, body: Stream, file: Download, silence: Silence): Stream {
	let bytes = 0;
	return body.map((chunk: Uint8Array) => {
		silence.end();
		bytes += chunk.length;
		if (bytes > file.maxBytes) throw tooLarge(context, file);
		return chunk;
	});
}

interface StreamedAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	body: Stream;
}

/** Asks for the file, and where the API's own origin wants the key for it once more with that. */
async function openOnce(context: DownloadContext, { url, idleMs = IDLE_MS }: Download, signal: AbortSignal): Promise<StreamedAnswer> {
	const openPlain = async (at: string) => await streamed(await context.helpers.httpRequest(requestFor(at, idleMs, signal)));
	const plain = await openPlain(url);
	if (plain.statusCode !== 401 && plain.statusCode !== 403) return plain;
	const { origin } = new URL((await credentialOf(context, 'getImageJob')).baseUrl);
	if (origin !== new URL(url).origin) return plain;
	plain.body.destroy();
	const withSignal: DownloadContext = Object.create(context, { getExecutionCancelSignal: { value: () => signal } });
	let at = url;
	for (let redirects = 0; ; redirects++) {
		const options = { ...requestFor(at, idleMs, signal), disableFollowRedirect: true };
		const keyed = await streamed(await context.helpers.httpRequestWithAuthentication.call(withSignal, credentialFor('getImageJob'), options));
		const elsewhere = textIn(keyed.headers.location);
		const isRedirect = keyed.statusCode >= 300 && keyed.statusCode < 400 && elsewhere !== undefined && URL.canParse(elsewhere, at);
		if (!isRedirect || redirects === MOST_REDIRECTS) return keyed;
		keyed.body.destroy();
		at = new URL(elsewhere, at).href;
		if (new URL(at).origin !== origin) return await openPlain(at);
	}
}

function requestFor(url: string, idleMs: number, signal: AbortSignal): IHttpRequestOptions {
	return {
		url,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		sendCredentialsOnCrossOriginRedirect: false,
		timeout: idleMs + SPARE_MS,
		abortSignal: signal,
	};
}

async function streamed(answer: unknown): Promise<StreamedAnswer> {
	const { statusCode, headers, body } = dataOf(answer);
	if (!isStream(body)) throw new Error('n8n gave no stream');
	return { statusCode: Number(statusCode), headers: { ...dataOf(headers) }, body };
}

function isStream(body: unknown): body is Stream {
	return typeof body === 'object' && body !== null && 'map' in body && 'unshift' in body && 'destroy' in body;
}

function textIn(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

function tooLarge(context: DownloadContext, file: Download) {
	const failure = fileFailure(context, file, `The file is larger than ${file.maxBytes / 1024 / 1024} MiB, the limit in Options > Maximum File Size (MiB)`);
	if (file.job_id) failure.description = `It was made, and is paid for. Raise the limit, and fetch it with Get Job (job ${file.job_id}).`;
	return failure;
}

function otherKind(context: DownloadContext, file: Download, what: string, seems: string) {
	return withDetails(fileFailure(context, file, `${what} is ${seems}, not ${mediaRows[file.media].called}`), { file_type: seems });
}

function fileFailure(context: DownloadContext, { itemIndex, job_id }: Download, message: string) {
	return withDetails(nodeFailure(context.getNode(), message, job_id ? `The job is ${job_id}; its URL is still good.` : undefined, itemIndex), { job_id });
}
