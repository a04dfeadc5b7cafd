import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { forgetOldest } from '../support/forgetOldest';
import { Lately } from './lately';
import { RefusedJobs } from './refused';
import { SeenJobs } from './seen';

/** What this process remembers for one trigger. */
export interface TriggerMemory {
	seen: SeenJobs;
	refused: RefusedJobs;
	/** Jobs given to n8n to start the workflow with, until it has answered. */
	starting: Lately;
	/** Deliveries at work, by job: the same job again waits for what comes of the first. */
	atWork: Map<string, Promise<IWebhookResponseData>>;
}

/** As long as n8n may take to start a workflow for a sender that has hung up; later, it has failed to. In milliseconds. */
const STARTING_MS = 3_600_000;
const MOST_STARTING = 1_000;
/** More triggers than any instance has; the one longest without a delivery is forgotten first. */
const MOST_TRIGGERS = 1_000;
const triggers = new Map<string, TriggerMemory>();

/** The memory of the trigger that runs. */
export function memoryOf(context: IWebhookFunctions): TriggerMemory {
	const key = `${context.getWorkflow().id} ${context.getNode().id}`;
	const memory = triggers.get(key) ?? { seen: new SeenJobs(), refused: new RefusedJobs(), starting: new Lately(STARTING_MS, MOST_STARTING), atWork: new Map() };
	triggers.delete(key);
	triggers.set(key, memory);
	forgetOldest(triggers, MOST_TRIGGERS);
	return memory;
}
