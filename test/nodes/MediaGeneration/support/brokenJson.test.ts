import * as fc from 'fast-check';
import { brokenJson } from '../../../../nodes/MediaGeneration/support/brokenJson';

test.each([
	['{"a": 1,}', 'line 1, column 9: a name in double quotes expected, found }'],
	[
		'{\n  "a": 1\n  "b": 2\n}',
		'line 3, column 3: a comma or a closing bracket expected, found "b":',
	],
	["{'a': 1}", "line 1, column 2: a name in double quotes or } expected, found 'a':"],
	['{"a" 1}', 'line 1, column 6: a colon expected, found 1}'],
	['[1, 2', 'line 1, column 6: a comma or a closing bracket expected, it ends there'],
	['[1,]', 'line 1, column 4: a value expected, found ]'],
	['{"a": NaN}', 'line 1, column 7: a value expected, found NaN}'],
	['{"a": 1} {"b": 2}', 'line 1, column 10: nothing more expected, found {"b":'],
	['{"a": "line\nbreak"}', 'line 1, column 7: a value expected, found "line'],
	['hello', 'line 1, column 1: a value expected, found hello'],
])('%j: %s', (text, told) => {
	expect(brokenJson(text)).toBe(told);
});

test('nothing is wrong with JSON, however it is written', () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
			expect(brokenJson(JSON.stringify(value, null, indent))).toBeUndefined();
		}),
	);
});

test('where something is wrong, JSON.parse finds that too, and nowhere else', () => {
	const tokens = fc.constantFrom(
		'{',
		'}',
		'[',
		']',
		',',
		':',
		'"a"',
		'1',
		'true',
		' ',
		'-',
		'\\',
		'0.5',
	);
	fc.assert(
		fc.property(fc.array(tokens, { minLength: 1, maxLength: 8 }), (parts) => {
			const text = parts.join('');
			fc.pre(text.trim() !== '');
			const parses = () => {
				JSON.parse(text);
			};
			if (brokenJson(text) === undefined) expect(parses).not.toThrow();
			else expect(parses).toThrow();
		}),
	);
});
