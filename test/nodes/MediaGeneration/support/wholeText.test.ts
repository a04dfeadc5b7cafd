import fc from 'fast-check';
import { fitting, wholeText } from '../../../../nodes/MediaGeneration/support/wholeText';

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
		fc.property(fc.string({ unit: 'grapheme' }), fc.nat(60), (text, bytes) => {
			const beginning = fitting(text, bytes);
			expect(text.startsWith(beginning)).toBe(true);
			expect(Buffer.byteLength(beginning)).toBeLessThanOrEqual(bytes);
		}),
	);
});
