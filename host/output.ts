import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { IBinaryData } from 'n8n-workflow';

import { ROOT } from './paths';

/** Saves an image of a workflow to the folder `output`, under its own name; gives its absolute path. */
export function saveImage(
	{ fileName, fileExtension }: Pick<IBinaryData, 'fileName' | 'fileExtension'>,
	content: Buffer,
): string {
	const folder = join(ROOT, 'output');
	const file = join(folder, basename(fileName ?? `image.${fileExtension ?? 'bin'}`));
	mkdirSync(folder, { recursive: true });
	writeFileSync(file, content);
	return file;
}
