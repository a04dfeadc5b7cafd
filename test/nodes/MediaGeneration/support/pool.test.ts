import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { runSideBySide } from '../../../../nodes/MediaGeneration/support/pool';
import { sized } from '../../../support/size';

const entries = ['a', 'b', 'c', 'd', 'e'];
const failing =
	(...which: string[]) =>
	async (entry: string) => {
		await turn();
		if (which.includes(entry)) throw new Error(entry);
		return entry.toUpperCase();
	};
const told = (outcomes: Array<PromiseSettledResult<string>>) =>
	outcomes.map((outcome) =>
		outcome.status === 'fulfilled' ? outcome.value : `no ${(outcome.reason as Error).message}`,
	);

test('all are worked on, in order, never more at a time than allowed', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 12 }),
			fc.integer({ min: 1, max: 6 }),
			async (turns, limit) => {
				let [now, most] = [0, 0];
				const outcomes = await runSideBySide(turns, limit, {}, async (count, index) => {
					most = Math.max(most, ++now);
					for (let left = count; left > 0; left--) await turn();
					now--;
					return index;
				});
				expect(outcomes).toEqual(turns.map((_, value) => ({ status: 'fulfilled', value })));
				expect(most).toBe(Math.min(limit, turns.length));
			},
		),
		{ numRuns: sized(10, 30) },
	);
});

test('what fails leaves the others going', async () => {
	expect(told(await runSideBySide(entries, 2, {}, failing('b', 'd')))).toEqual([
		'A',
		'no b',
		'C',
		'no d',
		'E',
	]);
});

test.each([
	[1, ['A', 'no b']],
	[3, ['A', 'no b', 'C']],
])(
	'after the first failure nothing new is begun, and what runs is awaited (%d at a time)',
	async (limit, expected) => {
		const outcomes = await runSideBySide(entries, limit, { stopAtFirst: true }, failing('b'));
		expect(told(outcomes).slice(0, expected.length)).toEqual(expected);
		expect(outcomes.length).toBeLessThan(entries.length);
	},
);

test('after Stop nothing new is begun, and what runs is awaited', async () => {
	const controller = new AbortController();
	const { signal } = controller;
	const outcomes = await runSideBySide(entries, 2, { signal }, async (entry) => {
		if (entry === 'c') controller.abort();
		await turn();
		return entry;
	});
	expect(told(outcomes).slice(0, 3)).toEqual(['a', 'b', 'c']);
	expect(outcomes.length).toBeLessThan(entries.length);
	expect(await runSideBySide(entries, 2, { signal }, failing())).toEqual([]);
});
