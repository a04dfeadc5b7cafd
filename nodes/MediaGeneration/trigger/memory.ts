import type { INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { TtlSet } from '../support/ttlSet';
import type { Delivered } from './delivery';
import { SharedLooks } from './singleFlight';
import { PerTrigger } from './perTrigger';
import { SeenJobs } from './seen';
import type { Client } from '../http/client';

/** What is to be done about a job: start the workflow with its items, or nothing. */
export type Decision = { id: string; items: INodeExecutionData[] } | 'duplicate' | 'ignored';

/** What this process remembers for one trigger. */
export interface TriggerMemory {
	seen: SeenJobs;
	/** Jobs that the API did not know a short while ago, and the deliveries of any such job, by number. */
	unknown: TtlSet;
	misses: TtlSet;
	/** Looks at jobs, shared by deliveries that say the same. */
	looks: SharedLooks<Delivered>;
	/** Jobs that wait for their turn to start the workflow, or were given to n8n to start it with, until it has answered. */
	starting: TtlSet;
	/** Jobs that have ended and whose items are being made: the same job again waits for what comes of the first. */
	atWork: Map<string, Promise<Decision>>;
}

/** How long a job whose start nobody hears of is not started again: a sender that repeats it is told to come later. In milliseconds. */
const STARTING_MS = 3_600_000;
/** As many as deliveries may wait, and some more. */
const MOST_STARTING = 10_000;
/** How long an unknown job is not asked about again, in milliseconds, and how many such jobs are remembered. */
const UNKNOWN_MS = 60_000;
const MOST_UNKNOWN = 5_000;
/** After so many deliveries of unknown jobs in that time, one that was unknown is not looked for again. */
const FEW = 5;
/** After so many none is looked for until a minute has passed: strangers must not use up what the service allows this account. */
const MOST_MISSES = 100;
const triggers = new PerTrigger<TriggerMemory>();

/** Whether only few deliveries of unknown jobs came of late. */
export const hasFewMisses = ({ misses }: TriggerMemory): boolean => misses.count < FEW;

/** Whether so many came of late that no other job is looked for. */
export const hasTooManyMisses = ({ misses }: TriggerMemory): boolean => misses.count >= MOST_MISSES;

/** The memory of the trigger that runs. */
export function memoryOf(client: Client<IWebhookFunctions>): TriggerMemory {
	const memory = triggers.get(client) ?? fresh();
	triggers.set(client, memory);
	return memory;
}

const fresh = (): TriggerMemory => ({
	seen: new SeenJobs(),
	unknown: new TtlSet(UNKNOWN_MS, MOST_UNKNOWN),
	misses: new TtlSet(UNKNOWN_MS, MOST_MISSES),
	looks: new SharedLooks(),
	starting: new TtlSet(STARTING_MS, MOST_STARTING),
	atWork: new Map(),
});
