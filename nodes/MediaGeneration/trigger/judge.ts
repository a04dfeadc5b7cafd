import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { idKey } from '../wire/ids';
import { askAbout, takeAtItsWord, tellsEnd, type Delivered } from './delivery';
import { itemsOf } from './items';
import type { Inquiry } from './inquiry';
import type { ToldJob } from './jobs';
import type { TriggerMemory } from './memory';
import { NotFound, Refusal } from './refusal';
import type { Settings } from './settings';
import { lookTurns } from './turns';

/** What is to be done about a job: start the workflow with its items, or nothing. */
export type Verdict = { id: string; items: INodeExecutionData[] } | 'duplicate' | 'ignored';

/** What a trigger's deliveries are judged by. */
export interface Court {
	context: IWebhookFunctions;
	memory: TriggerMemory;
	/** How the jobs of this delivery are looked for. */
	inquiry: Inquiry;
	settings: Settings;
	staticData: IDataObject;
}

/**
 * Judges what a delivery says of one job: asks the API about it, unless its word is enough, and makes its items once.
 * A job with items counts as being started from then on.
 * @throws Refusal 404 when there is no such job, 503 when the delivery should come again
 */
export async function judge(court: Court, told: ToldJob): Promise<Verdict> {
	const { memory, settings } = court;
	const believed = settings.believes ? takeAtItsWord(told) : undefined;
	if (isSeen(court, idKey(told.ids[0]))) return 'duplicate';
	const delivered = believed && tellsEnd(believed) ? believed : await confirmed(court, told);
	const { statuses, kinds } = settings;
	if (!statuses.includes(delivered.look.job.status) || !kinds.includes(delivered.kind)) return 'ignored';
	return await oncePerJob(memory, delivered.id, async () => await made(court, delivered));
}

async function made(court: Court, delivered: Delivered): Promise<Verdict> {
	const { context, memory, settings } = court;
	const { id } = delivered;
	if (isSeen(court, id)) return 'duplicate';
	const { kind, items } = await itemsOf(context, delivered, settings.output);
	if (!settings.kinds.includes(kind)) return 'ignored';
	if (!isListening(context)) memory.starting.add(id);
	return { id, items };
}

/**
 * Whether a workflow was started for a job; one that listens in the editor takes any.
 * @throws Refusal 503 while nobody knows whether n8n starts it
 */
function isSeen({ context, memory, staticData }: Court, id: string): boolean {
	if (!isListening(context) && memory.seen.has(id, staticData)) return true;
	if (memory.starting.has(id)) throw new Refusal(503, 'The workflow is being started for this job; try again');
	return false;
}

/** Whether somebody has pressed Execute Step, and waits for one delivery. */
export const isListening = (context: IWebhookFunctions): boolean => context.getMode() === 'manual';

async function oncePerJob({ atWork }: TriggerMemory, id: string, work: () => Promise<Verdict>): Promise<Verdict> {
	const first = atWork.get(id);
	if (first) {
		const verdict = await first;
		return typeof verdict === 'string' ? verdict : 'duplicate';
	}
	const mine = work();
	atWork.set(id, mine);
	try {
		return await mine;
	} finally {
		atWork.delete(id);
	}
}

/** Asks the API, not more often than needed, and not about too many at once. */
async function confirmed({ context, inquiry, memory: { looks, refused } }: Court, told: ToldJob): Promise<Delivered> {
	const name = JSON.stringify([told.ids, told.status_url]);
	const ask = async () => {
		const delivered = await askAbout(context, told, inquiry.takeThorough(told));
		if (delivered) {
			refused.trust();
			return delivered;
		}
		refused.add(name);
		inquiry.isUnknown(true);
		throw noSuchJob();
	};
	return await looks.ask(name, async () => {
		if (!refused.has(name)) return await lookTurns.take(ask, () => !refused.prevail);
		inquiry.isUnknown(false);
		throw noSuchJob();
	});
}

const noSuchJob = () => new NotFound(404, 'There is no such job');
