import { bounded, cut, shareOf } from '../../../../nodes/MediaGeneration/support/bounded';
import fc from 'fast-check';

const plain = fc.jsonValue({ maxDepth: 6 });
const long = fc.record({
	head: fc.string(),
	text: fc.constantFrom('a', '"', '\0', '\ud83d\ude00', '\ud800'),
	count: fc.nat(5_000),
});
const texts = long.map(({ head, text, count }) => head + text.repeat(count));
const answers = fc.oneof(
	plain,
	texts,
	fc.dictionary(fc.string(), fc.oneof(plain, texts)),
	fc.array(fc.oneof(plain, texts), { maxLength: 50 }),
);

test('whatever a value holds, its JSON is within the bounds, and each of its texts', () => {
	fc.assert(
		fc.property(
			answers,
			fc.integer({ min: 40, max: 3_000 }),
			fc.integer({ min: 1, max: 500 }),
			(value, most, longest) => {
				const made = bounded(value, { most, longest });
				expect(JSON.stringify(made).length).toBeLessThanOrEqual(most);
				JSON.stringify(
					made,
					(_, text: unknown) => (
						typeof text === 'string'
							? expect(text.length).toBeLessThanOrEqual(Math.max(longest + 1, 24))
							: undefined,
						text
					),
				);
			},
		),
	);
});

test('what is within the bounds is given as it is', () => {
	fc.assert(fc.property(answers, (value) => expect(bounded(value, { most: 1e9 })).toBe(value)));
});

test.each<[string, unknown, unknown]>([
	[
		'the outer fields come first',
		{ deep: { deeper: { text: 'x'.repeat(80) } }, id: 'job-1' },
		{ deep: { deeper: { '…': '1 more' } }, id: 'job-1' },
	],
	[
		'what is left out of a list is counted',
		{ all: Array.from({ length: 40 }, () => 'abc') },
		{ all: [...Array.from({ length: 8 }, () => 'abc'), '… 32 more'] },
	],
	['a text is cut to what is left', { text: 'x'.repeat(500) }, { text: `${'x'.repeat(40)}…` }],
	[
		'of a file there is its type',
		{ image: `data:image/png;base64,${'A'.repeat(500)}` },
		{ image: 'data:image/png;base64,…' },
	],
	[
		'a name that is too long is left out',
		{ ['n'.repeat(500)]: 1, id: 2 },
		{ id: 2, '…': '1 more' },
	],
	[
		'what JSON cannot hold is left out',
		{ a: undefined, b: () => 1, c: 'x'.repeat(500) },
		{ c: `${'x'.repeat(40)}…` },
	],
])('%s', (_, value, expected) => {
	expect(bounded(value, { most: 110, longest: 40 })).toEqual(expected);
});

test('a name that n8n’s objects have by themselves is a field like others', () => {
	const value = JSON.parse(`{"__proto__":"${'x'.repeat(50)}"}`) as unknown;
	expect(JSON.stringify(bounded(value, { most: 100, longest: 3 }))).toBe('{"__proto__":"xxx…"}');
});

test('a text that is kept elsewhere is told by a short one', () => {
	const instead = new Map([['whole', 'short']]);
	expect(bounded({ a: ['whole', 'other'] }, { most: 200, instead })).toEqual({
		a: ['short', 'other'],
	});
});

test('half an emoji is none', () => {
	expect(cut('a😀', 2)).toBe('a…');
});

test('the items of a run share what n8n can write', () => {
	const all = 384 * 1024 * 1024;
	expect([0, 1, 2, 1_000].map(shareOf)).toEqual([all, all, all / 2, Math.floor(all / 1_000)]);
	expect(shareOf(1e9)).toBe(32 * 1024);
});
