import { alarm, Overdue, within } from '../../../../nodes/MediaGeneration/transport/deadline';

const rung = async (signal: AbortSignal) => await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));

test('work that takes too long is told to end, and given up', async () => {
	let told: AbortSignal | undefined;
	const endless = within(1, undefined, async (signal) => await new Promise<never>(() => (told = signal)));
	await expect(endless).rejects.toBeInstanceOf(Overdue);
	expect(told?.aborted).toBe(true);
});

test('what work has handed on in time goes on when the time is over', async () => {
	// Set after the deadline's own, and as long: it rings after it.
	let over: Promise<void> | undefined;
	const signal = await within(20, undefined, async (given) => {
		over = rung(alarm(20));
		return given;
	});
	await over;
	expect(signal.aborted).toBe(false);
});

test('Stop ends it at any time', async () => {
	const stop = new AbortController();
	const signal = await within(1_000, stop.signal, async (given) => given);
	stop.abort();
	expect(signal.aborted).toBe(true);
});
