import { until } from './until';

/**
 * Waits until n8n knows a webhook. A process that knows the path answers DELETE, which none takes, with the methods it takes
 * instead; one that does not yet, only that there is no such path.
 */
export async function untilKnown(url: string): Promise<void> {
	await until('the webhook', async () =>
		/not registered for DELETE/.test(await (await fetch(url, { method: 'DELETE' })).text()),
	);
}
