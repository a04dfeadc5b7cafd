import { sleep } from 'n8n-workflow';

/**
 * Waits so many milliseconds, or until the signal ends the wait. An n8n before 2.34 does not look at the signal that its
 * `sleep` is given; there a timer stays behind, which does nothing when it ends.
 * @throws the signal's reason when it ends the wait
 */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	if (signal === undefined) return await sleep(ms);
	signal.throwIfAborted();
	// All requests of a run share the signal of Stop, and Node.js warns where one has more than ten listeners.
	const own = AbortSignal.any([signal]);
	let stop: () => void = () => undefined;
	const stopped = new Promise<never>((_, reject) => {
		stop = () => reject(own.reason);
		own.addEventListener('abort', stop);
	});
	try {
		await Promise.race([stopped, sleep(ms, own)]);
	} finally {
		own.removeEventListener('abort', stop);
	}
}
