import type { IWebhookFunctions } from 'n8n-workflow';
import { kinds, media, type Media, type ModelKind } from '../../../contract/catalog';
import { lookInDoubt } from '../jobs/doubtful';
import type { Look } from '../jobs/poll';
import { dataOf, messageOf } from '../support/data';
import { credentialOf } from '../transport/credential';
import { idKey } from '../wire/ids';
import { readJob } from '../wire/job';
import type { ToldJob } from './jobs';
import { firstKind, kindOf, mediaIn, usual } from './kind';
import { Refusal } from './refusal';
import { sameSecret } from './secret';

/** A delivered job that has ended, and what it made. */
export interface Delivered {
	/** The same for all deliveries of the job. */
	id: string;
	kind: ModelKind;
	look: Look;
}

/**
 * Asks the API how the delivered job stands. Nothing else that the delivery says is believed; it only tells
 * what to ask for first. Nothing when the API knows no such job.
 * @param thorough whether to look for it at all usual places, where it is not at the documented one
 * @throws Refusal 503 when the API cannot be asked, or the job still runs
 */
export async function askAbout(context: IWebhookFunctions, told: ToldJob, thorough: boolean): Promise<Delivered | undefined> {
	// Of several IDs one that is at its place is found before any is looked for elsewhere.
	const widths = thorough && told.ids.length > 1 ? [false, true] : [thorough];
	for (const wide of widths) {
		for (const job_id of spellingsOf(told.ids)) {
			for (const asked of new Set([mediaIn(told.body), ...media])) {
				const look = await lookOrRefuse(context, { kind: firstKind(asked), job_id, status_url: told.status_url }, wide);
				if (!look) continue;
				if (look.job.status === 'processing') throw new Refusal(503, 'The job has not ended; try again');
				return { id: idKey(look.job.job_id ?? job_id), ...ofItsKind(asked, look) };
			}
		}
	}
	return undefined;
}

/** IDs as they were told, and UUIDs in small letters too. */
const spellingsOf = (ids: string[]) => new Set([...ids, ...ids.map(idKey)]);

/** An answer about a job, read as what it is about: a service may keep images and videos at one place. */
function ofItsKind(asked: Media, look: Look): Omit<Delivered, 'id'> {
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
export function takeAtItsWord({ ids: [job_id], body }: ToldJob): Delivered {
	const kind = kindOf(body, usual);
	return { id: idKey(job_id), kind, look: { job: { ...readJob(body, kinds[kind].makes), job_id }, raw: body } };
}

/** Whether a delivery tells by itself how its job has ended, and what it made. */
export function tellsEnd({ look: { job } }: Delivered): boolean {
	return job.status === 'failed' || (job.status === 'completed' && job.urls.length > 0);
}

async function lookOrRefuse(context: IWebhookFunctions, address: { kind: ModelKind; job_id: string; status_url?: string }, thorough: boolean) {
	const [outcome] = await Promise.allSettled([lookInDoubt(context, address, thorough)]);
	if (outcome.status === 'fulfilled') return outcome.value;
	context.logger.warn(`The job could not be checked (${address.job_id}): ${messageOf(outcome.reason)}`);
	throw new Refusal(503, 'The job could not be checked; try again');
}
