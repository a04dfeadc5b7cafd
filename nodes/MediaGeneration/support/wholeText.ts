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

/** As much of a text's beginning as fits into so many bytes of UTF-8, without half a character at its end. */
export const fitting = (text: string, bytes: number): string =>
	new TextDecoder().decode(Buffer.from(text).subarray(0, bytes)).replace(/\ufffd+$/, '');
