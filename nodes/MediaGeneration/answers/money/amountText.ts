const NUMBER = /^([+-]?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,3}))?$/;
const LONGEST = 60;

/** The sign, the whole part, the fraction and the exponent of a number in text, without its US dollars; nothing for any other text. */
export function numberIn(text: string): RegExpExecArray | null {
	if (text.length > LONGEST) return null;
	const plain = text
		.trim()
		.replaceAll(/^(?:US)?\$|^USD\s|(?:USD|US dollars?)$/gi, '')
		.replaceAll(/,(?=\d{3})/g, '')
		.trim();
	return NUMBER.exec(plain);
}
