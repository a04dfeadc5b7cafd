import { realClock, type Cancel, type Clock } from '../../sandbox';

/** A clock on which nothing takes time, but for what a test holds back until it lets go. */
export class HoldingClock implements Clock {
	private held?: Set<() => void>;

	/** Milliseconds since the Unix epoch. */
	now(): number {
		return realClock.now();
	}

	/** Whether jobs are held back. */
	get holds(): boolean {
		return this.held !== undefined;
	}

	/** See {@link Clock.setTimer}. */
	setTimer(ms: number, run: () => void): Cancel {
		if (!this.held || ms <= 0) return realClock.setTimer(0, run);
		const { held } = this;
		held.add(run);
		return () => void held.delete(run);
	}

	/** Holds back whatever takes time from now on. */
	hold(): void {
		this.held ??= new Set();
	}

	/** Lets everything go that was held back. */
	release(): void {
		const held = this.held ?? new Set();
		this.held = undefined;
		for (const run of held) run();
	}
}
