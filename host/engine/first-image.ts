import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from '../child';
import type { FirstImage } from '../first-example';
import { withProgress, type Log } from '../log';
import { ROOT } from '../paths';
import type { RunningSandbox } from '../sandbox-process';

/** Where the first example is to make its image. */
export type FirstImageOrder = Pick<RunningSandbox, 'baseUrl' | 'apiKey'>;

/** In which environment variable the process that makes it finds that. */
export const ORDER = 'MEDIA_GENERATION_FIRST_IMAGE';

/**
 * Makes the first example's image in n8n's own engine, which comes with this project's packages, and says where it is:
 * something to look at while n8n with its editor is still to be installed. `dist` must be built.
 * @throws Error as the example failed
 */
export async function makeFirstImage(
	{ baseUrl, apiKey }: FirstImageOrder,
	log: Log,
): Promise<FirstImage> {
	const userFolder = mkdtempSync(join(tmpdir(), 'media-generation-first-'));
	const env = {
		...process.env,
		N8N_USER_FOLDER: userFolder,
		N8N_ENCRYPTION_KEY: 'of-one-run',
		N8N_LOG_LEVEL: 'silent',
		[ORDER]: JSON.stringify({ baseUrl, apiKey }),
	};
	try {
		const printed = await withProgress(log, 'Generating a first image', () =>
			run(
				process.execPath,
				['--import', 'tsx', join(ROOT, 'host', 'engine', 'first-image-main.ts')],
				{ cwd: ROOT, env },
			),
		);
		const made = JSON.parse(printed.trim().split('\n').at(-1) ?? '') as FirstImage;
		log(`\n  Your first image:    ${made.file}
  (made by the package's node in n8n's own engine; n8n with its editor comes next)\n`);
		return made;
	} finally {
		rmSync(userFolder, { recursive: true, force: true });
	}
}
