import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { ROOT } from '../../host';

const FOLDER = path.join(ROOT, 'docs', 'images');
const WIDTH = 1200;

/** Which screenshots the documentation shows, and under which name. */
const SHOWN: Record<string, string> = {
	'3-models': 'models',
	'5-picture': 'first-image',
	'8-chat': 'agent',
	'13-ledger': 'ledger',
	'20-pause': 'pause',
	'21-trigger': 'trigger',
	'22-approval': 'approval',
	'57-product-feed': 'product-feed',
};

/** Makes the documentation's images, small PNGs, of those of the browser's screenshots that there are. */
export async function writeDocsImages(screenshots: string): Promise<void> {
	mkdirSync(FOLDER, { recursive: true });
	for (const [shot, name] of Object.entries(SHOWN)) {
		const file = path.join(screenshots, `${shot}.png`);
		if (!existsSync(file)) continue;
		await sharp(file)
			.resize({ width: WIDTH })
			.png({ palette: true, effort: 10 })
			.toFile(path.join(FOLDER, `${name}.png`));
	}
}
