/** Takes a timer back; calling it after the timer ran does nothing. */
export type Cancel = () => void;

/** The only source of time in the sandbox. Instants and spans are in milliseconds. */
export interface Clock {
	/** Milliseconds since the Unix epoch. */
	now(): number;
	/** Calls `run` once, `ms` milliseconds from now. */
	setTimer(ms: number, run: () => void): Cancel;
}

const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * The machine's own clock. A pending timer does not keep the process alive; one without delay runs before
 * anything further arrives from outside.
 */
export const realClock: Clock = {
	now: () => Date.now(),
	setTimer(ms, run) {
		if (ms <= 0) {
			const soon = setImmediate(run);
			return () => clearImmediate(soon);
		}
		const timer = setTimeout(run, Math.min(ms, LONGEST_TIMEOUT));
		timer.unref();
		return () => clearTimeout(timer);
	},
};

/** Waits by the clock. */
export function wait(clock: Clock, ms: number): Promise<void> {
	return new Promise((resolve) => clock.setTimer(ms, resolve));
}

/** An instant as answers tell it. */
export const iso = (ms: number): string => new Date(ms).toISOString();
