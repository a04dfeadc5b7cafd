import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Finding } from './judge';
import type { Offender } from './figures';

/** How many cases run side by side: most of their time is waiting. */
const LANES = 12;
const MIB = 1024 * 1024;

/** What one case came to. */
export interface Verdict {
	findings: Finding[];
	/** What was tried, in a word. */
	where: string;
	/** The case, for who wants to repeat it. */
	told: unknown;
}

/** Runs cases side by side, each on its own, and gives those that did what must never happen, and how much memory grew. */
export async function runCases(
	indexes: number[],
	run: (index: number) => Promise<Verdict>,
): Promise<{ offenders: Offender[]; growthMiB: number }> {
	const offenders: Offender[] = [];
	const open = [...indexes];
	const warmUp = open.splice(0, Math.ceil(open.length / 5));
	const work = async (queue: number[]) => {
		for (let index = queue.shift(); index !== undefined; index = queue.shift()) {
			const { findings, where, told } = await run(index);
			for (const finding of findings) offenders.push({ index, finding, where, told });
		}
	};
	const inLanes = async (queue: number[]) =>
		void (await Promise.all(Array.from({ length: LANES }, async () => await work(queue))));
	await inLanes(warmUp);
	const before = usedBytes();
	await inLanes(open);
	const growthMiB = (usedBytes() - before) / MIB;
	return { offenders: offenders.sort((a, b) => a.index - b.index), growthMiB };
}

/** What is still used after all that can be freed has been. */
function usedBytes(): number {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	collect();
	collect();
	const { heapUsed, external, arrayBuffers } = process.memoryUsage();
	return heapUsed + external + arrayBuffers;
}
