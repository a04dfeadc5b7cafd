import { flag, fieldName, httpUrl, identifier, jsonList, jsonObject, listOf, number, oneOf, text, usd, values, type Reader } from '../../../../nodes/MediaGeneration/input/readers';

/** What n8n's expressions give for a moment. */
const luxon = { isLuxonDateTime: true, toString: () => '2026-01-31T12:00:00.000Z' };
const nothing = 'nothing' as const;

const cases: ReadonlyArray<readonly [what: string, reader: Reader<unknown>, given: unknown, read: unknown]> = [
	['text', text, 'a', 'a'],
	['text of a number', text, 1.5, '1.5'],
	['text of a large number', text, 10n ** 20n, '100000000000000000000'],
	['text of false', text, false, 'false'],
	['text of a moment', text, new Date(0), '1970-01-01T00:00:00.000Z'],
	['text of a moment that is none', text, new Date(NaN), ''],
	['text of a moment of an expression', text, luxon, '2026-01-31T12:00:00.000Z'],
	['text of what only says that it is one', text, { isLuxonDateTime: 'yes' }, nothing],
	['text of no number', text, NaN, nothing],
	['text of an object', text, {}, nothing],
	['a number as text', number({ min: 1, max: 5 }), ' 5 ', 5],
	['a number above its bounds', number({ min: 1, max: 5 }), 5.001, nothing],
	['a number below its bounds', number({ min: 1, max: 5 }), 0.999, nothing],
	['a number of blanks', number({}), ' ', nothing],
	['half a whole number', number({}, 'integer'), 0.5, nothing],
	['an amount of nothing', usd, 0, 0],
	['an amount below nothing', usd, -0.01, nothing],
	['an amount without end', usd, Infinity, nothing],
	['true as text', flag, ' TRUE ', true],
	['false as text', flag, 'false', false],
	['a switch that is a number', flag, 1, nothing],
	['one of a few', oneOf(['a', 'b']), 'b', 'b'],
	['none of a few', oneOf(['a', 'b']), 'c', nothing],
	['a list of one', listOf(text), 7, ['7']],
	['a list as text, with gaps', listOf(oneOf(['a', 'b'])), 'a,, b ,', ['a', 'b']],
	['a list with one that is wrong', listOf(oneOf(['a', 'b'])), ['a', 'c'], nothing],
	['an object as text', jsonObject, '{"a":1}', { a: 1 }],
	['an object of nothing', jsonObject, '  ', {}],
	['an object that is a list', jsonObject, '[1]', nothing],
	['an object that is broken off', jsonObject, '{"a":', nothing],
	['an object with a number that is none', jsonObject, { a: NaN }, nothing],
	['an object of a function', jsonObject, () => 1, nothing],
	['a list', jsonList, '[1,"2"]', [1, '2']],
	['a list that is an object', jsonList, { 0: 1 }, nothing],
	['an address', httpUrl, ' https://example.com/a ', 'https://example.com/a'],
	['an address of a file', httpUrl, 'file:///etc/passwd', nothing],
	['an address that is a number', httpUrl, 5, nothing],
	['an ID', identifier, ' job-1 ', 'job-1'],
	['an ID that is a number', identifier, 7, '7'],
	['an ID of dots', identifier, '..', nothing],
	['an ID with a line break', identifier, 'a\nb', nothing],
	['an ID with half a character', identifier, 'a\ud800', nothing],
	['an ID as long as can be', identifier, 'x'.repeat(2_000), 'x'.repeat(2_000)],
	['an ID that is too long', identifier, 'x'.repeat(2_001), nothing],
	['an ID that is an object', identifier, {}, nothing],
	['a field', fieldName, ' data ', 'data'],
	['a field that would change all objects', fieldName, '__proto__', nothing],
	['a field that is an object', fieldName, {}, nothing],
	['values', values, { a: undefined }, { a: undefined }],
	['values as text', values, '{"a":1}', { a: 1 }],
	['values that are a list', values, [], nothing],
];

test.each(cases)('%s', (_, reader, given, read) => {
	expect(reader.read(given)).toEqual(read === nothing ? undefined : { value: read });
	expect(reader.rule).toMatch(/./);
});
