import { setImmediate as turn } from 'node:timers/promises';

/** What work took, in steps: statements, functions and branches of the nodes that ran, and what was copied as a whole. */
export interface Steps {
	total: number;
	/** Between two places where others have their turn. */
	longest: number;
}

/** What is copied in one call counts a step for so many entries or characters. */
const PER_STEP = 16;
let natives = 0;
let slices: number[] = [];

/** Takes the place of n8n's `sleep` where a test mocks it: the nodes call it to let others have their turn. */
export async function countedSleep(): Promise<void> {
	take();
	await turn();
}

/** Counts the steps of work: the same work always takes the same. */
export async function stepsOf(work: () => Promise<unknown>): Promise<Steps> {
	take();
	slices = [];
	await work();
	take();
	return { total: slices.reduce((all, slice) => all + slice, 0), longest: Math.max(...slices) };
}

type Counters = Record<'s' | 'f', Record<string, number>> & { b: Record<string, number[]> };

/** Ends a slice: what was counted since the one before, which starts anew. */
function take(): void {
	let steps = natives / PER_STEP;
	natives = 0;
	const files = (globalThis as { countedSteps?: Record<string, Counters> }).countedSteps ?? {};
	for (const { s, f, b } of Object.values(files)) {
		for (const counts of [s, f, ...Object.values(b)] as Array<Record<string, number>>) {
			for (const name in counts) {
				steps += counts[name] ?? 0;
				counts[name] = 0;
			}
		}
	}
	slices.push(Math.round(steps));
}

/** Has what copies or goes through a list or a text as a whole count its length. */
function countNatives(prototype: object, names: Array<string | symbol>): void {
	const methods = prototype as Record<string | symbol, (...args: never[]) => unknown>;
	for (const name of names) {
		const native = methods[name] as (...args: never[]) => unknown;
		methods[name] = function (this: { length: number }, ...args: never[]) {
			natives += this.length;
			return native.apply(this, args);
		};
	}
}

countNatives(Array.prototype, [Symbol.iterator, 'slice', 'concat', 'join', 'sort']);
countNatives(String.prototype, ['split', 'trim', 'replace']);
