import { wait } from '../n8n/wait';

/** The sending pace that all requests of one run share. */
export interface Pace {
	/** From when until when nothing is sent, in milliseconds since the Unix epoch. */
	heldAt: number;
	resumeAt: number;
	/** Refusals for too many requests since the last success. */
	refusals: number;
	retries: number;
	/** How long the service's limit held the batch up, in milliseconds. */
	limitedMs: number;
}

export const newPace = (): Pace => ({
	heldAt: 0,
	resumeAt: 0,
	refusals: 0,
	retries: 0,
	limitedMs: 0,
});

/**
 * Waits until the batch may send again, and not before an instant in milliseconds since the Unix epoch.
 * @param stop ends the wait
 * @throws the reason of `stop` once it is set, also where there is nothing to wait for
 */
export async function awaitTurn(
	pace: Pace,
	notBefore: number,
	stop: AbortSignal | undefined,
): Promise<void> {
	const left = () => Math.max(pace.resumeAt, notBefore) - Date.now();
	for (let ms = left(); ms > 0; ms = left()) await wait(ms, stop);
	stop?.throwIfAborted();
}

/** Refusals of requests sent together arrive at most this far apart. */
const SAME_BURST_MS = 1_000;

/**
 * Holds all requests of the run back after a refusal for too many requests. A refusal of a request that was sent before the
 * hold began changes nothing, unless it asks for clearly longer.
 * @param sentAt when the request was sent, in milliseconds since the Unix epoch
 */
export function holdRequests(pace: Pace, delayMs: number, sentAt: number): void {
	const now = Date.now();
	const until = now + delayMs;
	if (until <= pace.resumeAt || (sentAt <= pace.heldAt && until <= pace.resumeAt + SAME_BURST_MS))
		return;
	pace.limitedMs += until - Math.max(pace.resumeAt, now);
	if (now >= pace.resumeAt) pace.heldAt = now;
	pace.resumeAt = until;
	pace.refusals++;
}
