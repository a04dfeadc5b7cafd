import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { idKey } from '../answers/job/ids';
import type { Client } from '../http/client';
import { dataOf } from '../support/data';
import { setNewest } from '../support/forgetOldest';
import { CallCoalescer } from '../support/callCoalescer';
import { settled } from '../support/settled';
import { askAbout, fromTrustedPayload, tellsEnd, type Delivered } from './delivery';
import { itemsOf } from './items';
import type { ToldJob } from './job';
import { kindsOf } from './kind';
import { hasTooManyMisses, MOST_LOOKS, type TriggerMemory } from './memory';
import { Rejection } from './rejection';
import { lookTurns, tooMany } from './semaphores';
import type { Settings } from './settings';

/** What a trigger's deliveries are handled with. */
export interface DeliveryContext {
	client: Client<IWebhookFunctions>;
	memory: TriggerMemory;
	settings: Settings;
	staticData: IDataObject;
}

/** What is to be done about a job: start the workflow with its items, or nothing. */
export type Decision = { id: string; items: INodeExecutionData[] } | 'duplicate' | 'ignored';

/**
 * Decides about a job that a delivery tells of: asks the API about it, unless its word is enough, and makes its items once.
 * A job with items counts as being started from then on.
 * @throws Rejection 404 when there is no such job, 503 when the delivery should come again
 */
export async function handleDelivery(context: DeliveryContext, told: ToldJob): Promise<Decision> {
	const { client, memory, settings } = context;
	const trusted = settings.trustPayload ? fromTrustedPayload(told) : undefined;
	if (isSeen(context, idKey(told.ids[0]))) return 'duplicate';
	const delivered = trusted && tellsEnd(trusted) ? trusted : await confirmed(context, told);
	const { id, snapshot } = delivered;
	if (!settings.statuses.includes(snapshot.job.status) || !isWanted(context, delivered))
		return 'ignored';
	if (isSeen(context, id)) return 'duplicate';
	if (!isListening(client)) memory.starting.add(id);
	const made = await settled(itemsOf(client, delivered, settings.output));
	if (made.status === 'fulfilled' && isWanted(context, { kind: made.value.kind, snapshot }))
		return { id, items: withQuery(client, made.value.items) };
	memory.starting.delete(id);
	if (made.status === 'rejected') throw made.reason;
	return 'ignored';
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
	if (memory.starting.has(id))
		throw new Rejection(503, 'The workflow is being started for this job; try again');
	return false;
}

/** Whether somebody has pressed Execute Step, and waits for one delivery. */
export const isListening = (client: Client<IWebhookFunctions>): boolean =>
	client.context.getMode() === 'manual';

/** Asks the API, once for deliveries that say the same at the same time, and not about too many jobs at once. */
async function confirmed({ client, memory }: DeliveryContext, told: ToldJob): Promise<Delivered> {
	const { looks, misses } = memory;
	const name = JSON.stringify([told.ids, told.status_url]);
	const look = looks.get(name) ?? new CallCoalescer<Delivered>();
	setNewest(looks, name, look, MOST_LOOKS);
	return await look.ask(async () => {
		const { host } = new URL(await client.baseUrl('getImageJob'));
		const delivered = await lookTurns.take(host, async () => {
			if (hasTooManyMisses(memory)) throw tooMany();
			return await askAbout(client, told);
		});
		if (delivered) return delivered;
		misses.add(randomUUID());
		throw new Rejection(404, 'There is no such job');
	});
}
