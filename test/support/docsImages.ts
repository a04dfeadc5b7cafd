import { mkdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { ROOT } from '../../host';

const FOLDER = path.join(ROOT, 'docs', 'images');
const WIDTH = 1200;
const ANIMATION = { width: 900, height: 600, delayMs: 1_800 };

/** Which screenshots the documentation shows, and under which name. */
const SHOWN: Record<string, string> = { '3-models': 'models', '5-picture': 'first-image', '8-chat': 'agent', '13-ledger': 'ledger' };
/** The screenshots that make up the animation of a first workflow, in their order. */
const FRAMES = ['1-actions', '2-node', '3-models', '4-form-of-the-other-model', '5-picture'];

/** Makes the documentation's images of the browser's screenshots: small PNGs, and a GIF of the way to the first image. */
export async function writeDocsImages(screenshots: string): Promise<void> {
	mkdirSync(FOLDER, { recursive: true });
	const file = (name: string) => path.join(screenshots, `${name}.png`);
	for (const [shot, name] of Object.entries(SHOWN)) {
		await sharp(file(shot))
			.resize({ width: WIDTH })
			.png({ palette: true, effort: 10 })
			.toFile(path.join(FOLDER, `${name}.png`));
	}
	const { width, height, delayMs } = ANIMATION;
	const frames = await Promise.all(
		FRAMES.map(async (name) => await sharp(file(name)).resize({ width, height, fit: 'cover', position: 'top' }).png().toBuffer()),
	);
	await sharp(frames, { join: { animated: true } })
		.gif({ delay: FRAMES.map((_, index) => (index === FRAMES.length - 1 ? 2 * delayMs : delayMs)), loop: 0, dither: 0.5 })
		.toFile(path.join(FOLDER, 'first-workflow.gif'));
}
