import { sleep } from 'n8n-workflow';

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
