import type { IExecuteFunctions } from 'n8n-workflow';
import { wait } from '../support/wait';

/** What all requests of one run of the node share: when the next may go out, and what was spent on waiting. */
export interface Pace {
	/** Milliseconds since the Unix epoch; before this, nothing is sent. */
	resumeAt: number;
	/** Refusals for too many requests since the last success. */
	refusals: number;
	retries: number;
	/** How long the service's limit held the batch up, in milliseconds. */
	limitedMs: number;
}

const paces = new WeakMap<object, Pace>();

/** The pace of a run of the node. */
export function paceOf(context: object): Pace {
	const known = paces.get(context);
	if (known) return known;
	const pace = { resumeAt: 0, refusals: 0, retries: 0, limitedMs: 0 };
	paces.set(context, pace);
	return pace;
}

/** Waits until the batch may send again; Stop ends the wait. */
export async function awaitTurn(context: IExecuteFunctions): Promise<void> {
	const pace = paceOf(context);
	for (let left = pace.resumeAt - Date.now(); left > 0; left = pace.resumeAt - Date.now()) {
		await wait(left, context.getExecutionCancelSignal());
	}
}

/** Holds the whole batch up after a refusal for too many requests. */
export function slowDown(context: object, delayMs: number): void {
	const pace = paceOf(context);
	const until = Date.now() + delayMs;
	if (until <= pace.resumeAt) return;
	pace.limitedMs += until - Math.max(pace.resumeAt, Date.now());
	pace.resumeAt = until;
	pace.refusals++;
}
