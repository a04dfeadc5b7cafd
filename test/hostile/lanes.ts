import { collectGarbage } from '../support/garbage';
import { closingLine, report, type Offender } from './figures';
import type { Finding } from './judge';
import { indexesOf, seeds, type Part } from './settings';

/** How many cases run side by side: most of their time is waiting. */
const LANES = 12;
const MIB = 1024 * 1024;
const LARGEST_GROWTH_MIB = 128;

/** What one case came to. */
export interface Verdict {
	findings: Finding[];
	/** What was tried, in a word. */
	where: string;
	/** The case, for who wants to repeat it. */
	told: unknown;
}

/**
 * Makes a test of each seed of a part: what must never happen did not, and memory did not grow. Afterwards a line tells
 * what all came to.
 * @param counted how many of them there were so far, where they are not as many as the cases
 */
export function testSeeds(
	part: Part,
	promise: string,
	runCase: (seed: number, index: number) => Promise<Verdict>,
	counted?: () => number,
): void {
	const found: Offender[] = [];
	let [cases, growth] = [0, 0];
	test.each(seeds)(`${part} of seed %d: ${promise}`, async (seed) => {
		const indexes = indexesOf(part);
		const { offenders, growthMiB } = await runCases(
			indexes,
			async (index) => await runCase(seed, index),
		);
		found.push(...offenders);
		cases += indexes.length;
		growth = Math.max(growth, growthMiB);
		expect(report(part, seed, offenders)).toBe('');
		expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
		expect(growthMiB).toBeLessThan(LARGEST_GROWTH_MIB);
	});
	afterAll(() => {
		const line = closingLine(part, counted?.() ?? cases, found, growth);
		process.stdout.write(`${line}\n`);
	});
}

/** Runs cases side by side, each on its own, and gives those that did what must never happen, and how much memory grew. */
async function runCases(
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
	collectGarbage();
	const { heapUsed, external, arrayBuffers } = process.memoryUsage();
	return heapUsed + external + arrayBuffers;
}
