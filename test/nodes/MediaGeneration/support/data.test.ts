import {
	asText,
	dataOf,
	isData,
	messageOf,
	preview,
} from '../../../../nodes/MediaGeneration/support/data';

const date = new Date(0);

test.each<[unknown, boolean]>([
	[{}, true],
	[{ a: 1 }, true],
	[null, false],
	[undefined, false],
	[[], false],
	[date, false],
	['{}', false],
	[() => undefined, false],
])('%p is fields: %p', (value, expected) => {
	expect(isData(value)).toBe(expected);
	expect(dataOf(value)).toEqual(expected ? value : {});
});

test.each<[unknown, string]>([
	[new TypeError('broken'), 'broken'],
	['broken', 'broken'],
	[7, '7'],
	[undefined, 'undefined'],
	[null, 'nothing'],
])('what was thrown, %p, reads %p', (thrown, message) => {
	expect(messageOf(thrown)).toBe(message);
});

test('what was thrown may be an object that cannot be made text of, or hold one', () => {
	expect(messageOf({ toString: 1 })).toBe('{"toString":1}');
	expect(messageOf(Object.assign(new Error(), { message: { toString: 1 } }))).toBe(
		'{"toString":1}',
	);
});

test('only plain values and dates have a text', () => {
	const texts = ['a', '', 7, 7n, true, new Date(0)];
	expect(texts.map(asText)).toEqual(['a', '', '7', '7', 'true', '1970-01-01T00:00:00.000Z']);
	const none = [
		null,
		{},
		{ toString: 1 },
		{ toString: () => 'x' },
		Object.create(null),
		[1],
		[{ toString: 1 }],
		() => 1,
		new Date(NaN),
	];
	expect(none.map(asText)).toEqual(none.map(() => ''));
});

test.each<[string, unknown, unknown]>([
	['text of 4,000 characters', 'x'.repeat(4_000), 'x'.repeat(4_000)],
	['longer text', 'x'.repeat(4_001), `${'x'.repeat(4_000)}…`],
	['a small object', { a: [1] }, { a: [1] }],
	['a large one', { a: 'x'.repeat(4_000) }, `{"a":"${'x'.repeat(3_994)}…`],
	['nothing', undefined, undefined],
])('an error carries %s', (_, answer, expected) => {
	expect(preview(answer)).toEqual(expected);
});
