import { join } from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';

import { saveImage } from '../output';
import { PACKAGE_NAME, ROOT } from '../paths';
import { FIRST_EXAMPLE, readExamples } from '../provision';
import { EngineCredentials } from './credentials';
import { ORDER, type FirstImage, type FirstImageOrder } from './first-image';
import { runInEngine } from './run';

/** A node or credential type of the built package. */
async function built<T>(folder: string, name: string): Promise<T> {
	const exported = (await import(join(ROOT, 'dist', folder, name))) as Record<string, new () => T>;
	const Type = Object.values(exported).find((value) => typeof value === 'function');
	if (!Type) throw new Error(`dist/${folder}/${name} exports nothing.`);
	return new Type();
}

const manualTrigger = {
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['trigger'],
		version: 1,
		description: '',
		defaults: {},
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	execute: async () => [[{ json: {} }]],
} as unknown as INodeType;

async function main({ baseUrl, apiKey }: FirstImageOrder): Promise<FirstImage> {
	const example = readExamples(join(ROOT, 'examples')).find(({ name }) => name === FIRST_EXAMPLE);
	if (!example)
		throw new Error(`There is no example named "${FIRST_EXAMPLE}" in ${join(ROOT, 'examples')}.`);
	const types: Record<string, INodeType> = {
		'n8n-nodes-base.manualTrigger': manualTrigger,
		[`${PACKAGE_NAME}.mediaGeneration`]: await built(
			'nodes/MediaGeneration',
			'MediaGeneration.node.js',
		),
	};
	const credentialType = await built<ICredentialType>(
		'credentials',
		'MediaGenerationApi.credentials.js',
	);
	const credentials = new EngineCredentials(
		{ [credentialType.name]: credentialType },
		{ [credentialType.name]: { baseUrl, apiKey } },
	);
	const { json, binary, file } = await runInEngine(example, types, credentials);
	const image = binary['data'];
	if (!image)
		throw new Error(
			`"${FIRST_EXAMPLE}" gave no file: its first item has no binary property "data".`,
		);
	return { file: saveImage(image, await file('data')), job: json };
}

main(JSON.parse(process.env[ORDER] ?? '{}') as FirstImageOrder).then(
	(made) => {
		process.stdout.write(`${JSON.stringify(made)}\n`);
		process.exit(0);
	},
	(error: Error) => {
		process.stderr.write(`${error.message}\n`);
		process.exit(1);
	},
);
