import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Makes the file in which the figures of all parts are gathered. */
export default function setup(): void {
	const file = path.join(
		mkdtempSync(path.join(tmpdir(), 'media-generation-hostile-')),
		'figures.jsonl',
	);
	writeFileSync(file, '');
	process.env.HOSTILE_FIGURES = file;
}
