import { SeenJobs } from '../../../../nodes/MediaGeneration/trigger/memory';

/** Static data as n8n writes and reads it. */
const saved = (seen: SeenJobs) => {
	const staticData = { other: 1 };
	seen.keepIn(staticData);
	return JSON.parse(JSON.stringify(staticData)) as { seenJobs: string; other: number };
};
const idOf = (index: number) => `${'x'.repeat(190)}-${index}`;
const withJobs = (count: number) => {
	const seen = new SeenJobs();
	for (let index = 0; index < count; index++) seen.add(idOf(index));
	return seen;
};
const has = (seen: SeenJobs, indices: number[], staticData = {}) =>
	indices.map((index) => seen.has(idOf(index), staticData));

test('what is kept is small, however many jobs come and however long their IDs are', () => {
	const kept = saved(withJobs(2_500));
	expect(kept).toEqual({ seenJobs: expect.stringMatching(/^[\w-]{22000}$/), other: 1 });
	expect(has(new SeenJobs(), [499, 500, 2_499, 2_500], kept)).toEqual([false, true, true, false]);
});

test('a process knows more jobs than it writes down, and forgets the oldest', () => {
	expect(has(withJobs(10_001), [0, 1, 10_000, 10_001])).toEqual([false, true, true, false]);
});

test('what another process wrote is taken in beside what this one knows, and written down with it', () => {
	const seen = withJobs(2);
	const other = saved(withJobs(1));
	const third = new SeenJobs();
	third.add(idOf(7));
	expect(has(seen, [0, 1, 7], saved(third))).toEqual([true, true, true]);
	expect(has(seen, [7], other)).toEqual([true]);
	expect(has(new SeenJobs(), [0, 1, 2, 7], saved(seen))).toEqual([true, true, false, true]);
});

test.each([
	['none', undefined],
	['a list', [idOf(1)]],
	['more than there can be', 'x'.repeat(22_001)],
	['cut off', saved(withJobs(1)).seenJobs.slice(0, 10)],
])('what was never written so is left alone: %s', (_, seenJobs) => {
	const seen = new SeenJobs();
	expect(has(seen, [0, 1], { seenJobs })).toEqual([false, false]);
	expect(seen.toJSON()).toBe('');
});

test('of what was cut off, the whole ones count', () => {
	const cut = saved(withJobs(3)).seenJobs.slice(0, 32);
	expect(has(new SeenJobs(), [0, 1, 2], { seenJobs: cut })).toEqual([true, true, false]);
});
