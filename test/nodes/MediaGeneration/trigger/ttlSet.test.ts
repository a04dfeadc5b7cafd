import { TtlSet } from '../../../../nodes/MediaGeneration/trigger/ttlSet';

let now: number;
beforeEach(() => {
	now = 1_000_000;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => {
	jest.restoreAllMocks();
});

/** Which of the names `a` to `e` are remembered, and how many are in all. */
const known = (lately: TtlSet) => [
	[...'abcde'].filter((name) => lately.has(name)).join(''),
	lately.count,
];

test('a name is remembered for its time, and not a moment longer', () => {
	const lately = new TtlSet(100, 10);
	expect(known(lately)).toEqual(['', 0]);
	lately.add('a');
	now += 40;
	lately.add('b');
	now += 59;
	expect(known(lately)).toEqual(['ab', 2]);
	now += 1;
	expect(known(lately)).toEqual(['b', 1]);
	now += 40;
	expect(known(lately)).toEqual(['', 0]);
});

test('a name that comes again is remembered from then on, and is the latest', () => {
	const lately = new TtlSet(100, 2);
	lately.add('a');
	lately.add('b');
	now += 60;
	lately.add('a');
	lately.add('c');
	expect(known(lately)).toEqual(['ac', 2]);
	now += 60;
	expect(known(lately)).toEqual(['ac', 2]);
});

test('of too many names the oldest is forgotten; one can be taken out', () => {
	const lately = new TtlSet(100, 3);
	for (const name of 'abcde') lately.add(name);
	expect(known(lately)).toEqual(['cde', 3]);
	lately.delete('d');
	lately.delete('x');
	expect(known(lately)).toEqual(['ce', 2]);
});
