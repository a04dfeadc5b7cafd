import { setImmediate as turn } from 'node:timers/promises';
import { wait } from '../../../../nodes/MediaGeneration/n8n/wait';
import {
	timeoutSignal,
	Overdue,
	withDeadline,
	withDeadlineOrStop,
} from '../../../../nodes/MediaGeneration/support/deadline';
import { collectGarbage } from '../../../support/garbage';

const rung = async (signal: AbortSignal) =>
	await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));

test('work that takes too long is told to end, and given up', async () => {
	let told: AbortSignal | undefined;
	const endless = withDeadline(
		1,
		undefined,
		async (signal) => await new Promise<never>(() => (told = signal)),
	);
	await expect(endless).rejects.toEqual(new Overdue(1));
	expect(told?.aborted).toBe(true);
});

const ending = async (signal: AbortSignal) => {
	await rung(signal);
	throw new Error('told to end');
};

test.each([
	['nothing can stop', undefined],
	['Stop does not end', new AbortController().signal],
])('work that fails when its time is over has taken too long: work that %s', async (_, stop) => {
	await expect(withDeadline(1, stop, ending)).rejects.toEqual(new Overdue(1));
});

test('work that Stop ends fails as it fails', async () => {
	const stop = new AbortController();
	const stopped = withDeadline(10_000, stop.signal, ending);
	stop.abort();
	await expect(stopped).rejects.toEqual(new Error('told to end'));
});

test.each([
	[0.2, 1],
	[1_000, 1_000],
	[2 ** 31 - 1, 2_147_483_647],
	[Number.MAX_SAFE_INTEGER, 2_147_483_647],
])('an alarm after %d ms is set to what a timer can count to: %d', (given, set) => {
	const timer = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
	timeoutSignal(given);
	expect(timer.mock.calls).toEqual([[set]]);
	timer.mockRestore();
});

test('what work has handed on in time goes on when the time is over', async () => {
	// Set after the deadline's own, and as long: it rings after it.
	let over: Promise<void> | undefined;
	const signal = await withDeadline(20, undefined, async (given) => {
		over = rung(timeoutSignal(20));
		return given;
	});
	await over;
	expect(signal.aborted).toBe(false);
});

test('Stop ends it at any time', async () => {
	const stop = new AbortController();
	const signal = await withDeadline(1_000, stop.signal, async (given) => given);
	stop.abort();
	expect(signal.aborted).toBe(true);
});

const stoppable = new AbortController().signal;

test.each<[string, (held: object) => Promise<unknown>]>([
	[
		'withDeadline',
		async (held) => await withDeadline(60_000, stoppable, async () => await Promise.resolve(held)),
	],
	[
		'withDeadlineOrStop',
		async (held) =>
			await withDeadlineOrStop(60_000, stoppable, async () => await Promise.resolve(held)),
	],
	['wait', async (held) => await wait(1, stoppable).then(() => held)],
])('%s keeps nothing in memory once it has ended, though Stop may still come', async (_, ends) => {
	const once = async () => {
		const held = {};
		await ends(held);
		return new WeakRef(held);
	};
	const held = await once();
	await turn();
	collectGarbage();
	expect(held.deref()).toBeUndefined();
});
