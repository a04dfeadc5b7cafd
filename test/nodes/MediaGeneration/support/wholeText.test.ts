import fc from 'fast-check';
import { beginningOf, wholeText } from '../../../../nodes/MediaGeneration/support/wholeText';

test.each([
	['whole text', 'a 😀', 'a 😀'],
	['half a character at the end', 'a \ud83d', 'a '],
	['half a character within', 'a\ud83db', 'a\ufffdb'],
	['a second half alone', '\ude00b', '\ufffdb'],
])('%s', (_, text, expected) => {
	expect(wholeText(text)).toBe(expected);
});

test('the beginning of any text fits, is a beginning, and ends with a whole character', () => {
	fc.assert(
		fc.property(
			fc.string({ unit: 'grapheme' }),
			fc.nat(20),
			fc.nat(60),
			(text, characters, bytes) => {
				const beginning = beginningOf(text, { characters, bytes });
				expect(text.startsWith(beginning)).toBe(true);
				expect(Buffer.byteLength(beginning)).toBeLessThanOrEqual(bytes);
				expect(wholeText(beginning)).toBe(wholeText(text).slice(0, beginning.length));
			},
		),
	);
});
