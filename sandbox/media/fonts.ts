import { readFile } from 'node:fs/promises';
import { slicesFor } from './fontSlices';
import { typefaceOf, type Typeface } from './typeface';
import { unpacked } from './woff2';

/** The typeface for what is seen as one character. */
export type Fonts = (grapheme: string) => Typeface;

/** For most alphabets, and the box that stands for what no font has. */
const ALPHABETS = 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf';
const opened = new Map<string, Promise<Typeface>>();
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What is seen as the characters of a text, of which some are several to a computer. */
export function graphemesOf(text: string): string[] {
	return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/**
 * The typefaces that a text needs. They come from packages, so that text looks the same on machines with other fonts
 * or none.
 */
export async function fontsFor(text: string): Promise<Fonts> {
	const alphabets = await open(ALPHABETS);
	const others = new Map<string, Typeface>();
	const find = async (grapheme: string) => {
		if (alphabets.has(grapheme) && !isEmoji(grapheme)) return;
		const typeface = await firstWith(grapheme, slicesFor(grapheme));
		if (typeface) others.set(grapheme, typeface);
	};
	await Promise.all([...new Set(graphemesOf(text))].map(find));
	return (grapheme) => others.get(grapheme) ?? alphabets;
}

function isEmoji(grapheme: string): boolean {
	return /\p{Emoji_Presentation}|\ufe0f/u.test(grapheme);
}

async function firstWith(grapheme: string, files: string[]): Promise<Typeface | undefined> {
	for (const file of files) {
		const typeface = await open(file);
		if (typeface.has(grapheme)) return typeface;
	}
	return undefined;
}

function open(file: string): Promise<Typeface> {
	const typeface = opened.get(file) ?? read(file).then(typefaceOf);
	opened.set(file, typeface);
	return typeface;
}

async function read(file: string): Promise<Uint8Array> {
	const content = await readFile(require.resolve(file));
	return file.endsWith('.woff2') ? unpacked(content) : content;
}
