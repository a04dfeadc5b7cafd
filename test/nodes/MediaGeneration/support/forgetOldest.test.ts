import { forgetOldest } from '../../../../nodes/MediaGeneration/support/forgetOldest';

test.each([
	[5, ['a', 'b', 'c']],
	[3, ['a', 'b', 'c']],
	[2, ['b', 'c']],
	[0, []],
])('of three entries at most %d are kept, the youngest', (most, kept) => {
	const map = new Map([
		['a', 1],
		['b', 2],
		['c', 3],
	]);
	const set = new Set(map.keys());
	forgetOldest(map, most);
	forgetOldest(set, most);
	expect([...map.keys()]).toEqual(kept);
	expect([...set]).toEqual(kept);
});
