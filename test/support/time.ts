import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate as turn } from 'node:timers/promises';

interface Sleeper {
	until: number;
	wake: () => void;
}

/** Requests of this process that are not answered yet; while there are any, something goes on. */
const open = new Set<unknown>();
const requestIn = (message: unknown) => (message as { request: unknown }).request;
const channels: Array<[string, (message: unknown) => void]> = [
	['http.client.request.start', (message) => void open.add(requestIn(message))],
	['http.client.response.finish', (message) => void open.delete(requestIn(message))],
	['http.client.request.error', (message) => void open.delete(requestIn(message))],
];

let now = 0;
let sleepers: Sleeper[] = [];

/**
 * Takes the place of n8n's `sleep` where a test mocks it: whoever sleeps is woken as soon as nothing else goes on, at
 * the time that it slept until.
 */
export async function movedSleep(ms: number, signal?: AbortSignal): Promise<void> {
	// No time has to pass for who only lets others go first.
	if (ms === 0) return await turn();
	let stop: () => void = () => undefined;
	const slept = new Promise<void>((resolve, reject) => {
		const sleeper = { until: now + ms, wake: resolve };
		sleepers.push(sleeper);
		stop = () => {
			sleepers = sleepers.filter((other) => other !== sleeper);
			reject(signal?.reason);
		};
		signal?.addEventListener('abort', stop);
	});
	await slept.finally(() => signal?.removeEventListener('abort', stop));
}

/** `n8n-workflow` with the moved sleep, for `jest.mock`. */
export const withMovedSleep = () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep: movedSleep,
});

/** Has `Date.now()` and `performance.now()` stand still, and follow the sleepers, for the tests of one file. */
export function useMovedTime() {
	let going = false;
	let pump = Promise.resolve();
	// They belong to the process, and would keep all that a test file loads in memory.
	beforeAll(() => channels.forEach(([name, listener]) => subscribe(name, listener)));
	afterAll(() => channels.forEach(([name, listener]) => unsubscribe(name, listener)));
	beforeEach(() => {
		now = Date.now();
		going = true;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		pump = wakeSleepers(() => going);
	});
	afterEach(async () => {
		going = false;
		await pump;
		sleepers = [];
		jest.mocked(Date.now).mockRestore();
		jest.mocked(performance.now).mockRestore();
	});
	return {
		/** Lets this many milliseconds pass. */
		move(ms: number): void {
			now += ms;
		},
	};
}

/** Has `AbortSignal.timeout` follow the moved time too. */
export function useMovedTimeouts(): void {
	beforeEach(() => {
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const timer = new AbortController();
			void movedSleep(ms).then(() => timer.abort());
			return timer.signal;
		});
	});
	afterEach(() => jest.mocked(AbortSignal.timeout).mockRestore());
}

/** How many turns of the event loop without a request count as nothing going on. */
const IDLE_TURNS = 20;

async function wakeSleepers(going: () => boolean): Promise<void> {
	while (going()) {
		for (let turns = 0; turns < IDLE_TURNS; turns++) {
			await turn();
			if (open.size > 0) turns = 0;
		}
		if (!going()) return;
		const [next] = sleepers.sort((a, b) => a.until - b.until);
		if (!next) continue;
		sleepers.shift();
		now = Math.max(now, next.until);
		next.wake();
	}
}
