import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { IBinaryData } from 'n8n-workflow';

import type { N8nClient } from './client';
import { executionError, lastItems, type Execution } from './client/executions';
import { ROOT } from './paths';
import { FIRST_EXAMPLE } from './provision';

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
	const item = firstItem(execution);
	const binary = item.binary?.['data'];
	if (binary === undefined)
		throw new Error(
			`"${FIRST_EXAMPLE}" gave no file: its first item has no binary property "data".`,
		);
	return { file: saveImage(binary, await client.downloadBinary(binary)), job: item.json };
}

function firstItem(execution: Execution) {
	if (execution.status !== 'success') {
		throw new Error(
			`"${FIRST_EXAMPLE}" ended as "${execution.status}": ${executionError(execution) ?? 'n8n gave no reason'}`,
		);
	}
	const [item] = lastItems(execution);
	if (item === undefined) throw new Error(`"${FIRST_EXAMPLE}" ran but gave no items.`);
	return item;
}

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
