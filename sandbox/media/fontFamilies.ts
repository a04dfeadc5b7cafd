import arabic from '@fontsource-variable/noto-sans-arabic/unicode.json';
import bengali from '@fontsource-variable/noto-sans-bengali/unicode.json';
import devanagari from '@fontsource-variable/noto-sans-devanagari/unicode.json';
import emoji from '@fontsource-variable/noto-emoji/unicode.json';
import japanese from '@fontsource-variable/noto-sans-jp/unicode.json';
import korean from '@fontsource-variable/noto-sans-kr/unicode.json';
import simplified from '@fontsource-variable/noto-sans-sc/unicode.json';
import thai from '@fontsource-variable/noto-sans-thai/unicode.json';
import traditional from '@fontsource-variable/noto-sans-tc/unicode.json';

/** A font in slices of some hundred characters each. */
export interface Family {
	name: string;
	/** The characters that it is for. */
	script: RegExp;
	/** The characters that each slice may have, by its name: ranges are given also where a font has gaps. */
	slices: Record<string, string>;
	/** The file of a slice, named as a module. */
	fileOf: (slice: string) => string;
}

/** A family that comes with all its weights in one file. */
function noto(name: string, script: RegExp, slices: Record<string, string>): Family {
	const id = name.toLowerCase().replaceAll(' ', '-');
	const fileOf = (slice: string) =>
		`@fontsource-variable/${id}/files/${id}-${slice.replace(/[[\]]/g, '')}-wght-normal.woff2`;
	return { name, script, slices, fileOf };
}

const HAN =
	/\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{scx=Bopomofo}|[\u3000-\u33ff\ufe30-\ufe4f\uff00-\uffef]/u;

/**
 * What captions are written in. All of it comes from packages, as a machine may have no fonts. Of several families that
 * have a character, the first draws it.
 */
export const FAMILIES: Family[] = [
	// Before the one for all alphabets, which has some of its letters: those of a word are joined only within a font.
	noto('Noto Sans Arabic', /\p{scx=Arabic}/u, arabic),
	{
		name: 'DejaVu Sans',
		script: /^/,
		slices: { latin: 'U+0-10ffff' },
		fileOf: () => '@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2',
	},
	noto('Noto Sans Thai', /\p{scx=Thai}/u, thai),
	noto('Noto Sans Devanagari', /\p{scx=Devanagari}/u, devanagari),
	noto('Noto Sans Bengali', /\p{scx=Bengali}/u, bengali),
	noto('Noto Sans KR', /\p{scx=Hangul}/u, korean),
	noto('Noto Sans SC', HAN, simplified),
	noto('Noto Sans JP', HAN, japanese),
	noto('Noto Sans TC', HAN, traditional),
	noto('Noto Emoji', /\p{Emoji}\ufe0f|\p{Emoji_Presentation}|\p{Extended_Pictographic}/u, emoji),
];

/** The files of a family that may be able to draw all of what is seen as one character, else parts of it. */
export function filesFor(grapheme: string, { slices, fileOf }: Family): string[] {
	const characters = Array.from(grapheme, (character) => character.codePointAt(0)!);
	const claims = Object.entries(slices).map(([slice, text]) => {
		const ranges = rangesOf(text);
		const claimed = characters.filter((character) =>
			ranges.some(([first, last]) => first <= character && character <= last),
		);
		return { slice, claimed: claimed.length };
	});
	const most = Math.max(...claims.map(({ claimed }) => claimed));
	return claims
		.filter(({ claimed }) => claimed > 0 && claimed === most)
		.map(({ slice }) => fileOf(slice));
}

const known = new Map<string, Array<[number, number]>>();

/** Reads `U+4e00,U+4e10-4eff`: the first and last character of each range. */
function rangesOf(text: string): Array<[number, number]> {
	const ranges =
		known.get(text) ??
		text.split(',').map((range): [number, number] => {
			const [first, last] = range
				.trim()
				.slice('U+'.length)
				.split('-')
				.map((digits) => Number.parseInt(digits, 16));
			return [first!, last ?? first!];
		});
	known.set(text, ranges);
	return ranges;
}
