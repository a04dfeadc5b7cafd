/** The beginning of a text, without half a character at its end. @param most in UTF-16 units */
export const firstOf = (text: string, most: number): string =>
	text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** A text without lone surrogates: one at its end is dropped, others are replaced. */
export function wholeText(text: string): string {
	return text.replace(/[\ud800-\udbff]$/, '').replace(/\p{Cs}/gu, '\ufffd');
}

/** {@link wholeText} as a replacer for `JSON.stringify`. */
export const wholeTexts = (_: string, value: unknown): unknown =>
	typeof value === 'string' ? wholeText(value) : value;

/** The beginning of a text that fits into so many bytes of UTF-8. */
export const fitting = (text: string, bytes: number): string =>
	new TextDecoder().decode(Buffer.from(text).subarray(0, bytes)).replace(/\ufffd+$/, '');
