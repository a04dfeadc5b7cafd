import type { IWebhookFunctions } from 'n8n-workflow';
import type { Delivered } from './delivery';
import type { Inquiry } from './inquiry';
import { Lately } from './lately';
import { SharedLooks } from './looks';
import type { Verdict } from './judge';
import { PerTrigger } from './perTrigger';
import { RefusedJobs } from './refused';
import { SeenJobs } from './seen';

/** What this process remembers for one trigger. */
export interface TriggerMemory {
	seen: SeenJobs;
	refused: RefusedJobs;
	/** Looks at jobs, shared by deliveries that say the same. */
	looks: SharedLooks<Delivered>;
	/** Jobs that wait for their turn to start the workflow, or were given to n8n to start it with, until it has answered. */
	starting: Lately;
	/** Jobs that have ended and whose items are being made, and for which delivery: the same job again waits for what comes of the first. */
	atWork: Map<string, { inquiry: Inquiry; verdict: Promise<Verdict> }>;
}

/** How long a job whose start nobody hears of is not started again: a sender that repeats it is told to come later. In milliseconds. */
const STARTING_MS = 3_600_000;
/** Those of as many deliveries as may wait, of as many jobs as each may tell of, and some more. */
const MOST_STARTING = 250_000;
const triggers = new PerTrigger<TriggerMemory>();

/** The memory of the trigger that runs. */
export function memoryOf(context: IWebhookFunctions): TriggerMemory {
	const memory = triggers.get(context) ?? fresh();
	triggers.set(context, memory);
	return memory;
}

const fresh = (): TriggerMemory => ({
	seen: new SeenJobs(),
	refused: new RefusedJobs(),
	looks: new SharedLooks(),
	starting: new Lately(STARTING_MS, MOST_STARTING),
	atWork: new Map(),
});
