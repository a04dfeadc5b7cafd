import sharp from 'sharp';
import { caption } from '../../sandbox/media/caption';
import { graphemesOf } from '../../sandbox/media/fonts';

/**
 * Prints a JSON list: for each of its arguments the characters that captions draw as the box that stands for a missing
 * glyph. A program of its own, as a process reads once which fonts the machine has: `tsx missingGlyphs.ts <text…>`.
 */
async function main(): Promise<void> {
	const boxes = [await frameOf('\u{10fffd}'), await frameOf('\ue83a')];
	const missing: string[] = [];
	for (const text of process.argv.slice(2)) {
		const pieces = new Set([...graphemesOf(text), ...text].filter((piece) => VISIBLE.test(piece)));
		let boxed = '';
		for (const piece of pieces) if (boxes.includes(await frameOf(piece))) boxed += piece;
		missing.push(boxed);
	}
	process.stdout.write(`${JSON.stringify(missing)}\n`);
}

const VISIBLE = /[^\s\u200d\ufe0f]/u;

/** The size and the outermost lines of pixels of a drawn text: of a box they are the same, whatever number stands in it. */
async function frameOf(text: string): Promise<string> {
	const { data, info } = await sharp(
		(await caption(text, 'seed 7', 800, 600, 0.4)).text[0]!.input as Buffer,
	)
		.extractChannel('alpha')
		.raw()
		.toBuffer({ resolveWithObject: true });
	const [right, bottom] = [info.width - 1, info.height - 1];
	const edge = [...data].filter((_, index) => {
		const [x, y] = [index % info.width, Math.floor(index / info.width)];
		return x === 0 || y === 0 || x === right || y === bottom;
	});
	return JSON.stringify([info.width, info.height, edge]);
}

void main();
