import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { readings } from '../../test/support/readings';
import type { Measure } from '../figure';

const SHOWN = 5;
const NANOS = 1e6;

/** How long the event loop stands still at most while each reader reads the largest that it is given: n8n does nothing else meanwhile. */
export const reading = (): Measure => ({
	keys: ['reading.stall'],
	run: async () => {
		const stalls: Array<[string, number]> = [];
		for (const { name, make, most } of readings) {
			const size = most();
			// The first time compiles it.
			await make(size)();
			stalls.push([name, await stallOf(make(size))]);
		}
		stalls.sort(([, one], [, other]) => other - one);
		return [
			{
				key: 'reading.stall',
				what: 'the longest that the event loop stands still while the largest answers and streams are read, in milliseconds',
				value: stalls[0]?.[1] ?? NaN,
				goal: 50,
				from: Object.fromEntries(stalls.slice(0, SHOWN)),
			},
		];
	},
});

async function stallOf(work: () => Promise<unknown>): Promise<number> {
	const delays = monitorEventLoopDelay({ resolution: 1 });
	await delay(5);
	delays.enable();
	await delay(5);
	await work();
	await delay(5);
	delays.disable();
	return delays.max / NANOS;
}
