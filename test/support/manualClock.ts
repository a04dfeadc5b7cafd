import type { Cancel, Clock } from '../../sandbox/clock';

interface Timer {
	at: number;
	order: number;
	run: () => void;
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
	private readonly timers = new Set<Timer>();
	private waiting: Array<{ count: number; resolve: () => void }> = [];
	private order = 0;

	/** @param time milliseconds since the Unix epoch at which it stands */
	constructor(private time = Date.UTC(2025, 0, 15, 12)) {}

	/** Milliseconds since the Unix epoch. */
	now(): number {
		return this.time;
	}

	/** How many timers have not run yet. */
	get pending(): number {
		return this.timers.size;
	}

	/** See {@link Clock.setTimer}. */
	setTimer(ms: number, run: () => void): Cancel {
		const timer = { at: this.time + Math.max(ms, 0), order: this.order++, run };
		this.timers.add(timer);
		this.waiting = this.waiting.filter(({ count, resolve }) => {
			if (this.timers.size < count) return true;
			resolve();
			return false;
		});
		return () => void this.timers.delete(timer);
	}

	/** Resolves once at least `count` timers are pending: a request that waits has then arrived. */
	untilPending(count = 1): Promise<void> {
		if (this.timers.size >= count) return Promise.resolve();
		return new Promise((resolve) => this.waiting.push({ count, resolve }));
	}

	/** Moves on by `ms`, running on the way, in order, every timer that falls due, also those set meanwhile. */
	async advance(ms: number): Promise<void> {
		const until = this.time + ms;
		for (let next = this.nextBefore(until); next; next = this.nextBefore(until)) {
			this.timers.delete(next);
			this.time = Math.max(this.time, next.at);
			next.run();
			await turn();
		}
		this.time = until;
		await turn();
	}

	private nextBefore(until: number): Timer | undefined {
		return [...this.timers]
			.filter(({ at }) => at <= until)
			.sort((a, b) => a.at - b.at || a.order - b.order)[0];
	}
}

/** Lets promises that a timer resolved go on. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
