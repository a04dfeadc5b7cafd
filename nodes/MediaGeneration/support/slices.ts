import { sleep } from 'n8n-workflow';

/** Work that can be interrupted at each `yield`. */
export type InterruptibleWork<T> = Generator<undefined, T, undefined>;

/** The steps of a slice, which take some milliseconds. */
const STEPS = 20_000;

/** Counts the steps of work, and tells when a slice of it is over. */
export class StepCounter {
	private left = STEPS;

	/** Counts steps. @returns whether the slice is over */
	isOver(steps = 1): boolean {
		this.left -= steps;
		if (this.left > 0) return false;
		this.left = STEPS;
		return true;
	}
}

/** Does small work without interruption. */
export function runToEnd<T>(work: InterruptibleWork<T>): T {
	for (;;) {
		const { done, value } = work.next();
		if (done) return value;
	}
}

/** Does work in slices, so that n8n can do other work in between. */
export async function runInSlices<T>(work: InterruptibleWork<T>): Promise<T> {
	for (;;) {
		const { done, value } = work.next();
		if (done) return value;
		await yieldToOthers();
	}
}

/** Lets n8n do other work. */
export const yieldToOthers = async (): Promise<void> => await sleep(0);
