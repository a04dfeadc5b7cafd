import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { FAMILIES, filesFor } from './fontFamilies';
import { unpacked } from './woff2';

/** Of each user, as others may not be allowed to write in it. */
const FOLDER = join(tmpdir(), `media-generation-sandbox-fonts-${process.getuid?.() ?? ''}`);
const loaded = new Map<string, Promise<void>>();
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

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
	for (const file of new Set(files)) {
		const loading = loaded.get(file) ?? load(file);
		loaded.set(file, loading);
		await loading;
	}
	return families.map(({ name }) => name).join(', ');
}

/** A font file is known from the first text on that names it. Those in packages are packed in a form that only browsers read. */
async function load(file: string): Promise<void> {
	const packed = await readFile(require.resolve(file));
	const path = join(FOLDER, `${createHash('sha256').update(packed).digest('hex')}.ttf`);
	if (
		!(await access(path).then(
			() => true,
			() => false,
		))
	) {
		await mkdir(FOLDER, { recursive: true });
		const partial = `${path}.${process.pid}`;
		await writeFile(partial, await unpacked(packed));
		await rename(partial, path);
	}
	await sharp({ text: { text: '.', fontfile: path } })
		.raw()
		.toBuffer();
}
