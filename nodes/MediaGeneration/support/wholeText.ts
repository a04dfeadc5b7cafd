const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first so many characters of a text, as JavaScript counts them, without half of one at the end. */
export const firstOf = (text: string, most: number): string =>
	text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** Text without halves of characters, as cutting leaves them: one at the end is dropped, another has a sign in its place. */
export function wholeText(text: string): string {
	return text.replace(/[\ud800-\udbff]$/, '').replace(/\p{Cs}/gu, '\ufffd');
}

/** For `JSON.stringify`: the same of every text within. */
export const wholeTexts = (_: string, value: unknown): unknown =>
	typeof value === 'string' ? wholeText(value) : value;

/** The beginning of a text: at most so many characters as people count them, and so many bytes of UTF-8; none is cut. */
export function beginningOf(text: string, most: { characters: number; bytes: number }): string {
	let { characters, bytes } = most;
	let end = 0;
	for (const { segment, index } of graphemes.segment(text)) {
		bytes -= Buffer.byteLength(segment);
		if (characters-- === 0 || bytes < 0) break;
		end = index + segment.length;
	}
	return text.slice(0, end);
}
