import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { slicesFor } from './fontSlices';
import { unpacked } from './woff2';

/** The font for most alphabets; it comes from a package, as a machine may have no fonts. */
export const ALPHABETS = {
	name: 'DejaVu Sans',
	file: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
};

/** What that font does not have, or not as people know it. */
const OTHERS =
	/\p{Script_Extensions=Han}|\p{Script_Extensions=Hangul}|\p{Script_Extensions=Hiragana}|[\uff00-\uffef]|\p{Emoji}\ufe0f|\p{Emoji_Presentation}/u;

const FOLDER = join(tmpdir(), 'media-generation-sandbox-fonts');
const loaded = new Map<string, Promise<void>>();
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What is seen as the characters of a text, of which some are several to a computer. */
export function graphemesOf(text: string): string[] {
	return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Makes the fonts known that a text needs beside {@link ALPHABETS}: what is drawn next finds them by itself. */
export async function loadFonts(text: string): Promise<void> {
	const files = new Set(
		graphemesOf(text)
			.filter((grapheme) => OTHERS.test(grapheme))
			.flatMap(slicesFor),
	);
	for (const file of files) {
		const loading = loaded.get(file) ?? load(file);
		loaded.set(file, loading);
		await loading;
	}
}

/** A font file is known from the first text on that names it. Those in packages are packed in a form that only browsers read. */
async function load(file: string): Promise<void> {
	const path = join(FOLDER, basename(file, '.woff2') + '.ttf');
	if (
		!(await access(path).then(
			() => true,
			() => false,
		))
	) {
		await mkdir(FOLDER, { recursive: true });
		const partial = `${path}.${process.pid}`;
		await writeFile(partial, await unpacked(await readFile(require.resolve(file))));
		await rename(partial, path);
	}
	await sharp({ text: { text: '.', fontfile: path } })
		.raw()
		.toBuffer();
}
