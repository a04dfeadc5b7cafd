import { type INodeExecutionData, type IWebhookFunctions, NodeApiError } from 'n8n-workflow';
import { findModel, type ModelKind } from '../../../contract/catalog';
import { readJob } from '../wire/job';
import { jobKinds } from '../jobs/kinds';
import { toItems, type OutputOptions } from '../jobs/output';
import { lookAt, type Look } from '../jobs/poll';
import { dataOf, messageOf } from '../support/data';
import { credentialOf } from '../transport/credential';
import { sameSecret } from './token';

/** An answer to a sender that starts no workflow. */
export class Refusal extends Error {
	constructor(
		readonly status: 400 | 401 | 404 | 503,
		message: string,
	) {
		super(message);
	}
}

/** A delivered job that has ended, and what it made. */
export interface Delivered {
	kind: ModelKind;
	look: Look;
}

const lookedAt: ModelKind[] = ['image', 'video'];

/**
 * The job that a delivery is about.
 * @throws Refusal 400 when there is no job in it
 */
export function jobIn(body: unknown): string {
	if (typeof body !== 'object' || body === null || Object.keys(body).length === 0) throw new Refusal(400, 'The delivery is not a JSON object');
	const { job_id } = readJob(body, 'image');
	if (!job_id) throw new Refusal(400, 'The delivery names no job');
	return job_id;
}

/**
 * Asks the API how the delivered job stands. Nothing else that the delivery says is believed.
 * @throws Refusal 404 when the API knows no such job; 503 when it cannot be asked, or the job still runs
 */
export async function askAbout(context: IWebhookFunctions, jobId: string): Promise<Delivered> {
	for (const kind of lookedAt) {
		const look = await lookOrNothing(context, kind, jobId);
		if (!look) continue;
		if (look.job.status === 'processing') throw new Refusal(503, 'The job has not ended; try again');
		const edited = kind === 'image' && look.job.model !== undefined && findModel('studio', look.job.model) !== undefined;
		return { kind: edited ? 'studio' : kind, look };
	}
	throw new Refusal(404, 'There is no such job');
}

/**
 * Takes a delivery at its word, for senders that prove themselves with a secret header.
 * @throws Refusal 401 when the header does not hold the credential's secret
 */
export async function takeAtItsWord(context: IWebhookFunctions, body: unknown): Promise<Delivered> {
	const { callbackHeader, callbackSecret } = await credentialOf(context, 'getImageJob');
	const given = dataOf(context.getHeaderData())[callbackHeader];
	if (!callbackSecret || typeof given !== 'string' || !sameSecret(given, callbackSecret)) {
		throw new Refusal(401, 'The secret header is missing or wrong');
	}
	const { model } = readJob(body, 'image');
	const { urls } = readJob(body, 'image');
	const clips = readJob(body, 'video').urls;
	const video = (urls.length === 0 && clips.length > 0) || clips.some((url) => /\.(mp4|webm|mov)(\?|$)/i.test(url)) || (model !== undefined && findModel('video', model) !== undefined);
	const kind = video ? 'video' : model !== undefined && findModel('studio', model) ? 'studio' : 'image';
	return { kind, look: { job: readJob(body, jobKinds[kind].media), raw: body } };
}

/**
 * The trigger's items for a job: those of the action node.
 * @throws Refusal 503 when a file cannot be downloaded
 */
export async function itemsOf(context: IWebhookFunctions, { kind, look }: Delivered, options: OutputOptions): Promise<INodeExecutionData[]> {
	try {
		return await toItems(context, kind, look, options, 0);
	} catch (error) {
		return notNow(context, 'The file of the job could not be downloaded', look.job.job_id, error);
	}
}

async function lookOrNothing(context: IWebhookFunctions, kind: ModelKind, job_id: string): Promise<Look | undefined> {
	try {
		return await lookAt(context, { kind, job_id }, 0);
	} catch (error) {
		if (error instanceof NodeApiError && ['400', '403', '404', '422'].includes(String(error.httpCode))) return undefined;
		return notNow(context, 'The job could not be checked', job_id, error);
	}
}

function notNow(context: IWebhookFunctions, what: string, jobId: string | undefined, error: unknown): never {
	context.logger.warn(`${what} (${jobId}): ${messageOf(error)}`);
	throw new Refusal(503, `${what}; try again`);
}
