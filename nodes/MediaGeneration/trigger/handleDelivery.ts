import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { dataOf } from '../support/data';
import { idKey } from '../answers/job/ids';
import { askAbout, fromTrustedPayload, tellsEnd, type Delivered } from './delivery';
import { itemsOf } from './items';
import type { ToldJob } from './job';
import { kindsOf } from './kind';
import { hasFewMisses, hasTooManyMisses, type Decision, type TriggerMemory } from './memory';
import { Rejection } from './rejection';
import type { Settings } from './settings';
import { lookTurns, tooMany } from './semaphores';
import type { Client } from '../http/client';

/** What a trigger's deliveries are handled with. */
export interface DeliveryContext {
	client: Client<IWebhookFunctions>;
	memory: TriggerMemory;
	settings: Settings;
	staticData: IDataObject;
}

/**
 * Decides about a job that a delivery tells of: asks the API about it, unless its word is enough, and makes its items once.
 * A job with items counts as being started from then on.
 * @throws Rejection 404 when there is no such job, 503 when the delivery should come again
 */
export async function handleDelivery(context: DeliveryContext, told: ToldJob): Promise<Decision> {
	const { settings } = context;
	const trusted = settings.trustPayload ? fromTrustedPayload(told) : undefined;
	if (isSeen(context, idKey(told.ids[0]))) return 'duplicate';
	const delivered = trusted && tellsEnd(trusted) ? trusted : await confirmed(context, told);
	if (!settings.statuses.includes(delivered.snapshot.job.status) || !isWanted(context, delivered))
		return 'ignored';
	return await oncePerJob(context, delivered.id, async () => await made(context, delivered));
}

async function made(context: DeliveryContext, delivered: Delivered): Promise<Decision> {
	const { client, memory, settings } = context;
	const { id, snapshot } = delivered;
	if (isSeen(context, id)) return 'duplicate';
	const { kind, items } = await itemsOf(client, delivered, settings.output);
	if (!isWanted(context, { kind, snapshot })) return 'ignored';
	if (!isListening(client)) memory.starting.add(id);
	return { id, items: withQuery(client, items) };
}

const MOST_QUERIES = 20;
const LONGEST_QUERY = 1_000;

/** The items, with what the builder of the workflow has put into the address, such as `?order=17`. */
function withQuery(
	client: Client<IWebhookFunctions>,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	const told = Object.entries(dataOf(client.context.getQueryData())).filter(
		([, value]) => typeof value === 'string' && value.length <= LONGEST_QUERY,
	);
	if (told.length === 0) return items;
	const query = dataOf(Object.fromEntries(told.slice(0, MOST_QUERIES)));
	return items.map((item) => ({ ...item, json: { ...item.json, query } }));
}

/** Whether a job may be of a kind that starts the workflow: one too many is better than one that is paid for and never comes. */
const isWanted = (
	{ settings }: DeliveryContext,
	{ kind, snapshot }: Omit<Delivered, 'id'>,
): boolean =>
	kindsOf(kind, snapshot.job.model).some((possible) => settings.kinds.includes(possible));

/**
 * Whether a workflow was started for a job; one that listens in the editor takes any.
 * @throws Rejection 503 while nobody knows whether n8n starts it
 */
function isSeen({ client, memory, staticData }: DeliveryContext, id: string): boolean {
	if (!isListening(client) && memory.seen.has(id, staticData)) return true;
	if (memory.starting.has(id)) throw startsNow();
	return false;
}

const startsNow = () => new Rejection(503, 'The workflow is being started for this job; try again');

/** Whether somebody has pressed Execute Step, and waits for one delivery. */
export const isListening = (client: Client<IWebhookFunctions>): boolean =>
	client.context.getMode() === 'manual';

/** @throws Rejection 503 where another delivery is about to start the workflow for the job, which can still fail */
async function oncePerJob(
	{ memory: { atWork } }: DeliveryContext,
	id: string,
	work: () => Promise<Decision>,
): Promise<Decision> {
	const first = atWork.get(id);
	if (first) {
		const decision = await first;
		if (typeof decision === 'string') return decision;
		throw startsNow();
	}
	const decision = work();
	atWork.set(id, decision);
	try {
		return await decision;
	} finally {
		atWork.delete(id);
	}
}

/** Asks the API, not more often than needed, and not about too many at once. */
async function confirmed({ client, memory }: DeliveryContext, told: ToldJob): Promise<Delivered> {
	const { looks, unknown, misses } = memory;
	const name = JSON.stringify([told.ids, told.status_url]);
	return await looks.ask(name, async () => {
		// Where few deliveries were in vain: the API may know a job a little later than the sender.
		if (!hasFewMisses(memory) && unknown.has(name)) throw noSuchJob();
		const { host } = new URL(await client.baseUrl('getImageJob'));
		const delivered = await lookTurns.take(host, async () => {
			if (hasTooManyMisses(memory)) throw tooMany();
			return await askAbout(client, told);
		});
		if (delivered) return delivered;
		unknown.add(name);
		misses.add(randomUUID());
		throw noSuchJob();
	});
}

const noSuchJob = () => new Rejection(404, 'There is no such job');
