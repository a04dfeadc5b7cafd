import type Sequencer from '@jest/test-sequencer';

interface Found {
	path: string;
	/** Milliseconds. */
	duration?: number;
	failed?: boolean;
}
const { quickTests } = jest.requireActual<
	typeof Sequencer & { quickTests(tests: Found[], changed: string[], budgetS?: number): Found[] }
>('../../tools/quick-tests.js');
const chosen = (tests: Found[], budgetS: number) =>
	quickTests(tests, ['nodes/fields/waitFor.ts', 'test/other/changed.test.ts'], budgetS).map(
		({ path }) => path,
	);

const mirror = { path: 'test/nodes/fields/waitFor.test.ts', duration: 60_000 };
const beside = { path: 'test/nodes/fields/outputOptions.test.ts', duration: 3_000 };
const quick = { path: 'test/nodes/engine/quick.test.ts', duration: 1_000 };
const slow = { path: 'test/nodes/engine/slow.test.ts', duration: 30_000 };
const never = { path: 'test/nodes/engine/never.test.ts' };

test('what changed, what mirrors it and what failed the last time run whatever they take', () => {
	const failed = { path: 'test/nodes/engine/failed.test.ts', duration: 90_000, failed: true };
	const changed = { path: 'test/other/changed.test.ts', duration: 2_000 };
	expect(chosen([slow, failed, mirror, quick, changed], 0)).toEqual([
		changed.path,
		mirror.path,
		failed.path,
	]);
});

test('then its folder, then the others, the quickest first, within the budget', () => {
	expect(chosen([slow, never, quick, beside], 3)).toEqual([beside.path]);
	expect(chosen([slow, never, quick, beside], 8)).toEqual([beside.path, quick.path, never.path]);
	expect(chosen([slow, never, quick, beside], 100)).toEqual([
		beside.path,
		quick.path,
		never.path,
		slow.path,
	]);
	expect(chosen([{ ...beside, duration: 9_000 }, quick], 8)).toEqual([quick.path]);
});
