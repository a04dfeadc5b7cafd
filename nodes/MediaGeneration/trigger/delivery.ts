import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { media, kinds, type ModelKind } from '../../../contract/catalog';
import { idKey } from '../answers/job/ids';
import { readJob } from '../answers/job/job';
import { detailsOf } from '../failures/details';
import type { Client } from '../http/client';
import { verifyDeliveredJob } from '../lifecycle/look';
import type { JobSnapshot } from '../lifecycle/snapshot';
import { dataOf, messageOf } from '../support/data';
import { settled } from '../support/settled';
import { itemsOf, type Delivered } from './items';
import type { ToldJob } from './job';
import { statusKindOf, modelKindOf, possibleKinds, mediaIn, usual } from './kind';
import { MOST_MISSES, type SeenJobs } from './memory';
import { Rejection } from './rejection';
import { lookTurns, tooMany } from './semaphores';
import type { Settings } from './settings';

export interface DeliveryContext {
	client: Client<IWebhookFunctions>;
	seen: SeenJobs;
	settings: Settings;
	staticData: IDataObject;
}

/** Start the workflow, or nothing. The ID is the same for all deliveries of a job. */
export type Decision = { id: string; items: INodeExecutionData[] } | 'duplicate' | 'ignored';

/**
 * Decides about a delivered job: asks the API, unless the delivery's word is enough, and makes its items once.
 * @throws Rejection 404 when there is no such job, 503 when the delivery should come again
 */
export async function handleDelivery(context: DeliveryContext, told: ToldJob): Promise<Decision> {
	const { client, seen, settings } = context;
	if (isSeen(context, idKey(told.ids[0]))) return 'duplicate';
	const trusted = settings.trustPayload ? fromTrustedPayload(told) : undefined;
	const delivered = trusted && tellsEnd(trusted) ? trusted : await confirmed(context, told);
	const { job } = delivered.snapshot;
	if (!settings.statuses.includes(job.status) || !isWanted(context, delivered)) return 'ignored';
	const id = idKey(job.job_id ?? told.ids[0]);
	if (isSeen(context, id)) return 'duplicate';
	if (!isManualTest(client)) seen.starting.add(id);
	const made = await settled(itemsOf(client, delivered, settings.output));
	if (made.status === 'fulfilled' && isWanted(context, { ...delivered, kind: made.value.kind }))
		return { id, items: withQuery(client, made.value.items) };
	seen.starting.delete(id);
	if (made.status === 'rejected') throw made.reason;
	return 'ignored';
}

/** With what was put into the address, such as `?order=17`. */
function withQuery(
	client: Client<IWebhookFunctions>,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	const told = Object.entries(dataOf(client.context.getQueryData()));
	const texts = told.filter(([, value]) => typeof value === 'string');
	if (texts.length === 0) return items;
	const query = Object.fromEntries(texts);
	return items.map((item) => ({ ...item, json: { ...item.json, query } }));
}

/** One too many is better than one that is paid for and never comes. */
const isWanted = ({ settings }: DeliveryContext, { kind, snapshot }: Delivered): boolean =>
	possibleKinds(kind, snapshot.job.model).some((possible) => settings.kinds.includes(possible));

/** @throws Rejection 503 while nobody knows whether n8n starts the workflow */
function isSeen({ client, seen, staticData }: DeliveryContext, id: string): boolean {
	if (!isManualTest(client) && seen.has(id, staticData)) return true;
	if (seen.starting.has(id))
		throw new Rejection(503, 'The workflow is being started for this job; try again');
	return false;
}

/** Whether somebody has pressed Execute Step; that takes any job. */
export const isManualTest = (client: Client<IWebhookFunctions>): boolean =>
	client.context.getMode() === 'manual';

async function confirmed({ client, seen }: DeliveryContext, told: ToldJob): Promise<Delivered> {
	const { host } = new URL(await client.baseUrl('getImageJob'));
	const delivered = await lookTurns.take(host, async () => {
		if (seen.misses.count >= MOST_MISSES) throw tooMany();
		return await askAbout(client, told);
	});
	if (!delivered) {
		seen.misses.add(randomUUID());
		throw new Rejection(404, 'There is no such job');
	}
	if (delivered.snapshot.job.status === 'processing')
		throw new Rejection(503, 'The job has not ended; try again');
	return delivered;
}

/**
 * A delivery only tells what to ask for first. Nothing when the API knows no such job.
 * @throws Rejection 503 when the API cannot be asked, or fails over an ID and knows no other
 */
async function askAbout(
	client: Client<IWebhookFunctions>,
	{ ids, body, status_url }: ToldJob,
): Promise<Delivered | undefined> {
	const questions = [...new Set([...ids, ...ids.map(idKey)])].flatMap((job_id) =>
		[...new Set([mediaIn(body), ...media])].map((made) => ({ job_id, made })),
	);
	const notChecked = new Rejection(503, 'The job could not be checked; try again');
	let hasFailed = false;
	for (const { job_id, made } of questions) {
		const address = { kind: statusKindOf(made), job_id, status_url };
		const outcome = await settled(verifyDeliveredJob(client, address));
		if (outcome.status === 'fulfilled') {
			if (outcome.value) return ofItsKind(address.kind, outcome.value);
			continue;
		}
		client.context.logger.warn(
			`The job could not be checked (${job_id}): ${messageOf(outcome.reason)}`,
		);
		if (!isAnswer(outcome.reason)) throw notChecked;
		hasFailed = true;
	}
	if (hasFailed) throw notChecked;
	return undefined;
}

/** About another ID it may answer. Not where it is out of reach, busy, or refuses everything. */
function isAnswer(failure: unknown): boolean {
	const { http_code, code } = detailsOf(failure);
	return http_code === undefined ? code === undefined : http_code >= 500;
}

/** A service may keep images and videos at one place. */
function ofItsKind(expected: ModelKind, snapshot: JobSnapshot): Delivered {
	const kind = modelKindOf(snapshot.raw, kinds[expected].makes);
	const { makes } = kinds[kind];
	if (makes === kinds[expected].makes) return { kind, snapshot };
	const { job_id, status_url } = snapshot.job;
	const read = readJob(snapshot.raw, makes, { jobId: job_id });
	return { kind, snapshot: { ...snapshot, job: { ...snapshot.job, ...read, job_id, status_url } } };
}

function fromTrustedPayload({ ids: [job_id], body }: ToldJob): Delivered {
	const kind = modelKindOf(body, usual);
	return { kind, snapshot: { job: { ...readJob(body, kinds[kind].makes), job_id }, raw: body } };
}

/** An error beside another word than that of a failure leaves it open. */
function tellsEnd({ snapshot: { job } }: Delivered): boolean {
	if (job.status === 'failed')
		return job.failureEvidence === 'state' || job.reported_status === undefined;
	return job.status === 'completed' && job.urls.length > 0 && job.answer_url === undefined;
}
