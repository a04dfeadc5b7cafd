import type { IWebhookFunctions } from 'n8n-workflow';
import type { Client } from '../http/client';
import type { CallCoalescer } from '../support/callCoalescer';
import { TtlSet } from '../support/ttlSet';
import type { Delivered } from './delivery';
import { PerTrigger } from './perTrigger';
import { SeenJobs } from './seen';

/** What this process remembers for one trigger. */
export interface TriggerMemory {
	seen: SeenJobs;
	/** The deliveries of jobs that the API did not know a short while ago, by number. */
	misses: TtlSet;
	/** Looks at jobs, by what a delivery says: each delivery is followed by one that began after it came. */
	looks: Map<string, CallCoalescer<Delivered>>;
	/** Jobs whose items are being made, or were given to n8n to start the workflow with, until it has answered. */
	starting: TtlSet;
}

/** How long a job whose start nobody hears of is not started again: a sender that repeats it is told to come later. In milliseconds. */
const STARTING_MS = 3_600_000;
/** As many as deliveries may wait, and some more. */
const MOST_STARTING = 10_000;
export const MOST_LOOKS = 1_000;
/** After so many deliveries of unknown jobs none is looked for until a minute has passed: strangers must not use up what the service allows this account. */
const MOST_MISSES = 100;
const MISSES_MS = 60_000;
const triggers = new PerTrigger<TriggerMemory>();

/** Whether so many deliveries of unknown jobs came of late that no other job is looked for. */
export const hasTooManyMisses = ({ misses }: TriggerMemory): boolean => misses.count >= MOST_MISSES;

/** The memory of the trigger that runs. */
export function memoryOf(client: Client<IWebhookFunctions>): TriggerMemory {
	const memory = triggers.get(client) ?? {
		seen: new SeenJobs(),
		misses: new TtlSet(MISSES_MS, MOST_MISSES),
		looks: new Map(),
		starting: new TtlSet(STARTING_MS, MOST_STARTING),
	};
	triggers.set(client, memory);
	return memory;
}
