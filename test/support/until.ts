import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 25;
/** Less than Jest's own time-out, which could not say what was waited for. */
const GIVE_UP_AFTER_MS = 1_500_000;

/**
 * Waits for something that another process brings about and gives no sign of.
 * @param pace milliseconds between two looks (25), and after which to give up (1,500,000)
 * @throws Error naming it when it has not come about in that time
 */
export async function until(
	what: string,
	check: () => boolean | Promise<boolean>,
	pace: { every?: number; within?: number } = {},
): Promise<void> {
	const deadline = Date.now() + (pace.within ?? GIVE_UP_AFTER_MS);
	while (!(await check())) {
		if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
		await delay(pace.every ?? LOOK_EVERY_MS);
	}
}
