import { sleep } from 'n8n-workflow';

/** Work that pauses where others may have their turn. */
export type Sliced<T> = Generator<undefined, T, undefined>;

/** So many steps are some milliseconds of work. */
const STEPS = 20_000;

/** Counts steps, and tells where it is time for a pause. */
export class Slice {
	private left = STEPS;

	/** Takes so many steps. */
	isOver(steps = 1): boolean {
		this.left -= steps;
		if (this.left > 0) return false;
		this.left = STEPS;
		return true;
	}
}

/** Does work in one piece: what is known to be small. */
export function runAtOnce<T>(work: Sliced<T>): T {
	for (;;) {
		const { done, value } = work.next();
		if (done) return value;
	}
}

/** Does work piece by piece; between two of them n8n goes on with everything else. */
export async function runInSlices<T>(work: Sliced<T>): Promise<T> {
	for (;;) {
		const { done, value } = work.next();
		if (done) return value;
		await yieldToOthers();
	}
}

/** Lets n8n go on with everything else before the next piece of work. */
export async function yieldToOthers(): Promise<void> {
	await sleep(0);
}
