import { setImmediate as turn } from 'node:timers/promises';
import { CallCoalescer } from '../../../../nodes/MediaGeneration/support/callCoalescer';
import { gate } from '../../../support/gate';

let now = 0;
const slept: number[] = [];
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep: async (ms: number) => {
		slept.push(ms);
		now += ms;
	},
}));
beforeEach(() => {
	now = 1_000_000;
	slept.length = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

test('those who ask while work is under way share the next, which begins after they asked', async () => {
	const joined = new CallCoalescer<number>();
	const { pass, reached, letGo } = gate();
	let works = 0;
	const first = joined.ask(async () => {
		const mine = ++works;
		await pass();
		return mine;
	});
	await reached;
	const later = [joined.ask(async () => ++works), joined.ask(async () => ++works)];
	await turn();
	expect(works).toBe(1);
	letGo();
	expect(await Promise.all([first, ...later])).toEqual([1, 2, 2]);
	expect(await joined.ask(async () => ++works)).toBe(3);
	expect(slept).toEqual([]);
});

test('a failure is told to all who share it, and the next goes ahead', async () => {
	const joined = new CallCoalescer<number>();
	const fails = async () => await Promise.reject<number>(new Error('no'));
	const asked = [joined.ask(fails), joined.ask(async () => 1)];
	expect(await Promise.allSettled(asked)).toEqual(
		asked.map(() => ({ status: 'rejected', reason: new Error('no') })),
	);
	expect(await joined.ask(async () => 2)).toBe(2);
});

test('from the beginning of one to the beginning of the next is a distance', async () => {
	const joined = new CallCoalescer<number>(1_000);
	const began: number[] = [];
	for (const passes of [0, 300, 999, 1_000, 5_000]) {
		now += passes;
		await joined.ask(async () => began.push(now));
	}
	expect(slept).toEqual([700, 1]);
	expect(began.map((at) => at - 1_000_000)).toEqual([0, 1_000, 2_000, 3_000, 8_000]);
});
