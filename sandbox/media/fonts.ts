import arabic from '@fontsource-variable/noto-sans-arabic/unicode.json';
import bengali from '@fontsource-variable/noto-sans-bengali/unicode.json';
import devanagari from '@fontsource-variable/noto-sans-devanagari/unicode.json';
import emoji from '@fontsource-variable/noto-emoji/unicode.json';
import japanese from '@fontsource-variable/noto-sans-jp/unicode.json';
import korean from '@fontsource-variable/noto-sans-kr/unicode.json';
import simplified from '@fontsource-variable/noto-sans-sc/unicode.json';
import thai from '@fontsource-variable/noto-sans-thai/unicode.json';
import traditional from '@fontsource-variable/noto-sans-tc/unicode.json';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { decompress } from 'wawoff2';

/** A font in slices of some hundred characters each. */
interface Family {
	name: string;
	/** The characters that it is for. */
	script: RegExp;
	/** The characters that each slice may have, by its name, as `U+4e00,U+4e10-4eff`: ranges are given also where a font has gaps. */
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
const FAMILIES: Family[] = [
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

/** Of each user, as others may not be allowed to write in it. */
const FOLDER = join(tmpdir(), `media-generation-sandbox-fonts-${process.getuid?.() ?? ''}`);
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const known = new Set<string>();
/** One at a time: what the decoder of fonts gives lies in memory that it uses again. */
let last: Promise<unknown> = Promise.resolve();

/** What is seen as the characters of a text, of which some are several to a computer. */
export function graphemesOf(text: string): string[] {
	return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Makes the fonts known that a text needs, and names them. */
export async function loadFonts(text: string): Promise<string> {
	const families = FAMILIES.filter(({ script }) => script.test(text));
	const graphemes = [...new Set(graphemesOf(text))];
	const files = families.flatMap((family) =>
		graphemes
			.filter((grapheme) => family.script.test(grapheme))
			.flatMap((grapheme) => filesFor(grapheme, family)),
	);
	const loading = last.then(async () => {
		for (const file of new Set(files)) await load(file);
	});
	last = loading.catch(() => {});
	await loading;
	return families.map(({ name }) => name).join(', ');
}

/** The files of a family that may be able to draw all of what is seen as one character, else parts of it. */
function filesFor(grapheme: string, { slices, fileOf }: Family): string[] {
	const characters = Array.from(grapheme, (character) => character.codePointAt(0)!);
	const claims = Object.entries(slices).map(([slice, ranges]) => ({
		slice,
		claimed: characters.filter((character) => isIn(character, ranges)).length,
	}));
	const most = Math.max(1, ...claims.map(({ claimed }) => claimed));
	return claims.filter(({ claimed }) => claimed === most).map(({ slice }) => fileOf(slice));
}

const isIn = (character: number, ranges: string) =>
	rangesOf(ranges).some(([first, end]) => first <= character && character <= end);

const parsed = new Map<string, Array<[number, number]>>();

/** The first and last character of each range. */
function rangesOf(text: string): Array<[number, number]> {
	const ranges =
		parsed.get(text) ??
		Array.from(
			text.matchAll(/U\+(\w+)(?:-(\w+))?/g),
			([, first = '', end = first]): [number, number] => [
				Number.parseInt(first, 16),
				Number.parseInt(end, 16),
			],
		);
	parsed.set(text, ranges);
	return ranges;
}

/** A font file is known from the first text on that names it. Those in packages are packed in a form that only browsers read. */
async function load(file: string): Promise<void> {
	if (known.has(file)) return;
	const packed = await readFile(require.resolve(file));
	const path = join(FOLDER, `${createHash('sha256').update(packed).digest('hex')}.ttf`);
	if (!existsSync(path)) {
		await mkdir(FOLDER, { recursive: true });
		const part = `${path}.${process.pid}`;
		await writeFile(part, Uint8Array.from(await decompress(packed)));
		await rename(part, path);
	}
	await sharp({ text: { text: '.', fontfile: path } })
		.raw()
		.toBuffer();
	known.add(file);
}
