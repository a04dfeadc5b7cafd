import emoji from '@fontsource-variable/noto-emoji/unicode.json';
import korean from '@fontsource-variable/noto-sans-kr/unicode.json';
import chineseAndJapanese from '@fontsource-variable/noto-sans-sc/unicode.json';

interface Slice {
	file: string;
	/** The first and last character of each range. */
	ranges: Array<[number, number]>;
}

/**
 * Families that come in slices of some hundred characters each, and which characters those may be: the same ranges
 * are given for families that do not have all of them.
 */
const families: Record<string, Record<string, string>> = {
	'noto-emoji': emoji,
	'noto-sans-sc': chineseAndJapanese,
	'noto-sans-kr': korean,
};

const slices: Slice[] = Object.entries(families).flatMap(([family, content]) =>
	Object.entries(content).map(([name, ranges]) => ({
		file: `@fontsource-variable/${family}/files/${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`,
		ranges: ranges.split(',').map(rangeOf),
	})),
);

/** The font files, named as modules, that may be able to draw all of what is seen as one character. */
export function slicesFor(grapheme: string): string[] {
	const characters = Array.from(grapheme, (character) => character.codePointAt(0)!);
	const claimsAll = ({ ranges }: Slice) =>
		characters.every((character) =>
			ranges.some(([first, last]) => first <= character && character <= last),
		);
	return slices.filter(claimsAll).map(({ file }) => file);
}

/** Reads `U+4e00` or `U+4e00-4eff`. */
function rangeOf(text: string): [number, number] {
	const [first, last] = text
		.trim()
		.slice('U+'.length)
		.split('-')
		.map((digits) => Number.parseInt(digits, 16));
	return [first!, last ?? first!];
}
