import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import { run } from './child';
import type { N8nClient } from './client';
import { executionError, lastItems } from './client/workflows';
import { withProgress, type Log } from './log';
import { ROOT } from './paths';
import { FIRST_EXAMPLE } from './provision';
import type { RunningSandbox } from './sandbox-process';

const RUN_TIMEOUT_MS = 180_000;

/** What the first example has made. */
export interface FirstImage {
	/** The saved image's absolute path. */
	file: string;
	/** What the node said about the job. */
	job: unknown;
}

/**
 * Runs the first example in an n8n that has it, and saves its image to `output`.
 * @throws Error when it is not there, fails or gives no image
 */
export async function runFirstExample(client: N8nClient): Promise<FirstImage> {
	const workflow = await client.findWorkflow(FIRST_EXAMPLE);
	if (workflow === undefined)
		throw new Error(`There is no example named "${FIRST_EXAMPLE}" in ${join(ROOT, 'examples')}.`);
	const execution = await client.runWorkflow(workflow.id, { timeoutMs: RUN_TIMEOUT_MS });
	if (execution.status !== 'success')
		throw new Error(
			`"${FIRST_EXAMPLE}" ended as "${execution.status}": ${executionError(execution) ?? 'n8n gave no reason'}`,
		);
	return await saveImage(lastItems(execution)[0], (file) => client.downloadBinary(file));
}

/**
 * Saves the image of an item to the folder `output`, under its own name.
 * @param read gives the contents of the item's file
 * @throws Error when there is no item, or no file in it
 */
export async function saveImage(
	item: INodeExecutionData | undefined,
	read: (file: IBinaryData) => Promise<Buffer>,
): Promise<FirstImage> {
	const image = item?.binary?.['data'];
	if (item === undefined || image === undefined)
		throw new Error(
			`"${FIRST_EXAMPLE}" gave no file: its first item has no binary property "data".`,
		);
	const folder = join(ROOT, 'output');
	const { fileName, fileExtension = 'bin' } = image;
	const file = join(folder, basename(fileName ?? `image.${fileExtension}`));
	mkdirSync(folder, { recursive: true });
	writeFileSync(file, await read(image));
	return { file, job: item.json };
}

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
