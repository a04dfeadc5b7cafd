import { setTimeout as delay } from 'node:timers/promises';
import { realClock, type Clock } from '../../sandbox';

/** The machine's time for a sandbox whose jobs end when the test says so. */
export class HeldClock implements Clock {
	/** Whether timers wait for the test; without, they run at once. */
	holding = true;
	private held: Array<() => void> = [];

	now(): number {
		return Date.now();
	}

	/** See Clock. */
	setTimer(_: number, run: () => void): () => void {
		if (!this.holding) return realClock.setTimer(0, run);
		this.held.push(run);
		return () => {
			this.held = this.held.filter((other) => other !== run);
		};
	}

	/** Ends the job that was submitted first, or so many of the first. */
	release(count = 1): void {
		for (const run of this.held.splice(0, count)) run();
	}

	/** Ends all jobs, in any order, one after another. */
	async releaseSpread(everyMs: number): Promise<void> {
		while (this.held.length > 0) {
			const [run] = this.held.splice(Math.floor(Math.random() * this.held.length), 1);
			run?.();
			await delay(everyMs);
		}
	}

	/** Ends all jobs at once. */
	releaseAll(): void {
		this.release(this.held.length);
	}
}
