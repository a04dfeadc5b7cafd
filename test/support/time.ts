import { setImmediate as turn } from 'node:timers/promises';

interface Sleeper {
	until: number;
	wake: () => void;
}

let now = 0;
let sleepers: Sleeper[] = [];

/**
 * Takes the place of n8n's `sleep` where a test mocks it: whoever sleeps is woken as soon as nothing else goes on, at
 * the time that it slept until.
 */
export async function movedSleep(ms: number): Promise<void> {
	await new Promise<void>((resolve) => sleepers.push({ until: now + ms, wake: resolve }));
}

/** Has `Date.now()` stand still, and follow the sleepers, for the tests of one file. */
export function useMovedTime() {
	let going = false;
	let pump = Promise.resolve();
	beforeEach(() => {
		now = Date.now();
		going = true;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		pump = wakeSleepers(() => going);
	});
	afterEach(async () => {
		going = false;
		await pump;
		sleepers = [];
		jest.mocked(Date.now).mockRestore();
	});
	return {
		/** Lets this many milliseconds pass. */
		move(ms: number): void {
			now += ms;
		},
	};
}

/** How many turns of the event loop count as nothing going on: more than a request to this machine takes from one to the next. */
const IDLE_TURNS = 20;

async function wakeSleepers(going: () => boolean): Promise<void> {
	while (going()) {
		for (let turns = 0; turns < IDLE_TURNS; turns++) await turn();
		const [next] = sleepers.sort((a, b) => a.until - b.until);
		if (!next) continue;
		sleepers.shift();
		now = Math.max(now, next.until);
		next.wake();
	}
}
