import { sleep } from 'n8n-workflow';
import { orAborted } from '../support/deadline';
import { settled } from '../support/settled';

/**
 * Waits so many milliseconds, or until the signal ends the wait. The `sleep` of an n8n before 2.34 ignores the signal, so its
 * timer stays behind and does nothing.
 * @throws the signal's reason when it ends the wait
 */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	if (signal === undefined) return await sleep(ms);
	signal.throwIfAborted();
	// Node.js warns when a signal has more than ten listeners, and all requests of a run share that of Stop.
	const own = AbortSignal.any([signal]);
	await orAborted(own, sleep(ms, own));
}

/** Whether a wait was not ended by Stop. */
export async function hasElapsed(wait: Promise<void>): Promise<boolean> {
	const outcome = await settled(wait);
	return outcome.status === 'fulfilled';
}
