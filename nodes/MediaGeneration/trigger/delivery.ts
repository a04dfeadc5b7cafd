import { NodeApiError, type INodeExecutionData, type IWebhookFunctions } from 'n8n-workflow';
import { findModel, kinds, media, modelKinds, type Media, type ModelKind } from '../../../contract/catalog';
import { readJob } from '../wire/job';
import { extensionOf, kindInWords } from '../wire/media';
import { isLeaf, walk } from '../wire/walk';
import { mediaRows } from '../wire/words/media';
import { hasAny, wordList } from '../wire/words/rows';
import { wordsOf } from '../wire/words/split';
import { toItems, type OutputOptions } from '../jobs/output';
import { lookAt, type JobAddress, type Look } from '../jobs/poll';
import { detailsOf } from '../support/details';
import { dataOf, messageOf } from '../support/data';
import { credentialOf } from '../transport/credential';
import { Refusal } from './refusal';
import { sameSecret } from './secret';

/** A delivered job that has ended, and what it made. */
export interface Delivered {
	kind: ModelKind;
	look: Look;
}

/** How many values a delivery may hold, and how deep; a true one has some dozens. */
const MOST_VALUES = 10_000;
const DEEPEST = 30;
const LONGEST_ID = 200;
const NO_ID = /^\s*$|^\.{1,2}$|[\p{Cc}\p{Cs}]/u;

/**
 * The job that a delivery is about.
 * @throws Refusal 400 when there is no job in it
 */
export function jobIn(body: unknown): string {
	if (typeof body !== 'object' || body === null || Object.keys(body).length === 0) throw new Refusal(400, 'The delivery is not a JSON object');
	if (!isModest(body)) throw new Refusal(400, 'The delivery holds too many values, or too deep');
	const { job_id } = readJob(body, usual);
	if (job_id === undefined) throw new Refusal(400, 'The delivery names no job');
	if (job_id.length > LONGEST_ID || NO_ID.test(job_id)) throw new Refusal(400, 'What the delivery names as its job is no job ID');
	return job_id;
}

/** Whether it can be read at little cost, however it was made. */
function isModest(body: object): boolean {
	let level: object[] = [body];
	let values = 0;
	for (let depth = 0; level.length > 0; depth++) {
		const below: object[] = [];
		for (const entry of level) {
			if (Array.isArray(entry) && entry.length > MOST_VALUES) return false;
			const inside: unknown[] = Object.values(entry);
			for (const value of inside) {
				if (++values > MOST_VALUES || depth > DEEPEST) return false;
				if (typeof value === 'object' && value !== null) below.push(value);
			}
		}
		level = below;
	}
	return true;
}

/**
 * Asks the API how the delivered job stands. Nothing else that the delivery says is believed; it only tells
 * what to ask for first. Nothing when the API knows no such job.
 * @param thorough whether to look for it at all usual places, where it is not at the documented one
 * @throws Refusal 503 when the API cannot be asked, or the job still runs
 */
export async function askAbout(context: IWebhookFunctions, jobId: string, body: unknown, thorough: boolean): Promise<Delivered | undefined> {
	const { status_url } = readJob(body, usual);
	for (const asked of new Set([mediaIn(body), ...media])) {
		const look = await lookOrNothing(context, { kind: firstKind(asked), job_id: jobId, status_url }, thorough);
		if (!look) continue;
		if (look.job.status === 'processing') throw new Refusal(503, 'The job has not ended; try again');
		return ofItsKind(asked, look);
	}
	return undefined;
}

/** An answer about a job, read as what it is about: a service may keep images and videos at one place. */
function ofItsKind(asked: Media, look: Look): Delivered {
	const kind = kindOf(look.raw, asked);
	const { makes } = kinds[kind];
	if (makes === asked) return { kind, look };
	const { urls, extra, status } = readJob(look.raw, makes);
	return { kind, look: { ...look, job: { ...look.job, status, urls, extra } } };
}

/**
 * Checks that a sender knows the credential's callback secret.
 * @throws Refusal 401 when the header does not hold it
 */
export async function checkSecret(context: IWebhookFunctions): Promise<void> {
	const { callbackHeader, callbackSecret } = await credentialOf(context, 'getImageJob');
	const given = dataOf(context.getHeaderData())[callbackHeader];
	if (callbackSecret === '' || typeof given !== 'string' || !sameSecret(given, callbackSecret)) {
		throw new Refusal(401, 'The secret header is missing or wrong');
	}
}

/** Takes a delivery at its word, of a sender that has proved itself. */
export function takeAtItsWord(body: unknown): Delivered {
	const kind = kindOf(body, usual);
	return { kind, look: { job: readJob(body, kinds[kind].makes), raw: body } };
}

/** Whether a delivery tells by itself how its job has ended, and what it made. */
export function tellsEnd({ look: { job } }: Delivered): boolean {
	return job.status === 'failed' || (job.status === 'completed' && job.urls.length > 0);
}

/** What most jobs make, and so what a delivery is about that does not tell. */
const [usual, ...others] = media;

/** The product area whose jobs of a medium are asked after. */
const firstKind = (made: Media): ModelKind => modelKinds.find((kind) => kinds[kind].makes === made) ?? modelKinds[0];

/** The kind of job that an answer is about, as far as it tells. */
function kindOf(body: unknown, asked: Media): ModelKind {
	const made = mediaIn(body);
	const { model, urls } = readJob(body, usual);
	const listed = model === undefined ? undefined : modelKinds.find((kind) => kinds[kind].makes === made && findModel(kind, model));
	if (listed) return listed;
	if (made !== usual) return firstKind(made);
	return firstKind(urls.length > 0 && others.every((other) => readJob(body, other).urls.length === 0) ? usual : asked);
}

/** What the job of a delivery made, as far as the delivery tells. */
function mediaIn(body: unknown): Media {
	return others.find((other) => isOf(other, body)) ?? usual;
}

/** Whether a delivery looks like that of a job that makes this, rather than the usual. */
function isOf(made: Media, body: unknown): boolean {
	const { model, urls } = readJob(body, usual);
	const files = readJob(body, made).urls;
	if (speaksOf(made, body) && (files.length > 0 || urls.length === 0)) return true;
	const onlyThese = urls.length === 0 && files.length > 0;
	return (
		onlyThese ||
		files.some((url) => isFileOf(made, url)) ||
		(model !== undefined && modelKinds.some((kind) => kinds[kind].makes === made && findModel(kind, model) !== undefined))
	);
}

/** Whether what a delivery is called tells what its job made: `video.completed`. */
function speaksOf(made: Media, body: unknown): boolean {
	const names = walk(body).places.filter((place) => isLeaf(place) && place.marks.size === 0 && hasAny(place.words, eventNames));
	return names.some(({ value }) => typeof value === 'string' && value.length <= 100 && kindInWords(wordsOf(value)) === made);
}

/** Whether an address is surely that of such a file. */
function isFileOf(made: Media, url: string): boolean {
	return url.slice(0, 20).toLowerCase().startsWith(`data:${made}/`) || mediaRows[made].extensions.has(extensionOf(url) ?? '');
}

const eventNames = wordList('event type topic kind');

/** The trigger's items for a job, and what kind of job it turned out to be. */
export interface Made {
	kind: ModelKind;
	items: INodeExecutionData[];
}

/**
 * The trigger's items for a job: those of the action node. Where nothing but the file's bytes tells what the job made,
 * they do.
 * @throws Refusal 503 when a file cannot be downloaded
 */
export async function itemsOf(context: IWebhookFunctions, { kind, look }: Delivered, options: OutputOptions): Promise<Made> {
	const [first] = await Promise.allSettled([toItems(context, kind, look, options, 0)]);
	if (first.status === 'fulfilled') return { kind, items: first.value };
	const failure: unknown = first.reason;
	const told = media.find((other) => other !== kinds[kind].makes && detailsOf(failure).file_type?.startsWith(`${other}/`));
	if (told) {
		const [second] = await Promise.allSettled([toItems(context, firstKind(told), look, options, 0)]);
		if (second.status === 'fulfilled') return { kind: firstKind(told), items: second.value };
	}
	return notNow(context, 'The file of the job could not be downloaded', look.job.job_id, failure);
}

/** The delivery's own address is asked only on the API's origin, and believed only of its own job. */
async function lookOrNothing(context: IWebhookFunctions, address: JobAddress & { job_id: string }, thorough: boolean): Promise<Look | undefined> {
	const { job_id } = address;
	try {
		const look = await lookAt(context, address, 0, { thorough, doubtful: true });
		return look.job.job_id === job_id ? look : undefined;
	} catch (error) {
		if (error instanceof NodeApiError && ['400', '403', '404', '422'].includes(String(error.httpCode))) return undefined;
		return notNow(context, 'The job could not be checked', job_id, error);
	}
}

function notNow(context: IWebhookFunctions, what: string, jobId: string | undefined, error: unknown): never {
	context.logger.warn(`${what} (${jobId}): ${messageOf(error)}`);
	throw new Refusal(503, `${what}; try again`);
}
