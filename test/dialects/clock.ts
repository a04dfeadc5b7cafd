import { realClock, type Cancel, type Clock } from '../../sandbox';

/** A clock on which nothing takes time, but for what a test holds back until it lets go. */
export class HoldingClock implements Clock {
	private held?: Array<() => void>;

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
		held.push(run);
		return () => void held.splice(held.indexOf(run) >>> 0, 1);
	}

	/** Holds back whatever takes time from now on. */
	hold(): void {
		this.held ??= [];
	}

	/** Lets everything go that was held back. */
	release(): void {
		const held = this.held ?? [];
		this.held = undefined;
		for (const run of held) run();
	}
}
