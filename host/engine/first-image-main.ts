import 'reflect-metadata';
import { join } from 'node:path';

import { Container } from '@n8n/di';
import { BinaryDataService, ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type ICredentialType,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IWorkflowBase,
} from 'n8n-workflow';

import type { WorkflowFile } from '../client/workflows';
import { ORDER, saveImage, type FirstImage, type FirstImageOrder } from '../first-example';
import { PACKAGE_NAME, ROOT } from '../paths';
import { FIRST_EXAMPLE, readExamples } from '../provision';
import { additionalData, EngineCredentials } from './surroundings';

/** A node or credential type of the built package. */
async function built<T>(file: string): Promise<T> {
	const exported = (await import(join(ROOT, 'dist', file))) as Record<string, new () => T>;
	const Type = Object.values(exported).find((value) => typeof value === 'function');
	if (!Type) throw new Error(`dist/${file} exports nothing.`);
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

/** Credentials without an ID, as examples have them, are told by their type here. */
function withCredentials({ credentials = {}, ...node }: WorkflowFile['nodes'][number]): INode {
	return {
		...node,
		credentials: Object.fromEntries(
			Object.entries(credentials).map(([type, { name }]) => [type, { id: null, name }]),
		),
	};
}

/**
 * Runs a workflow in n8n's own engine, in this process, and gives the first item of its last node, if there is one.
 * @param types the node types by the names that the workflow calls them; nodes of other types are left out
 * @throws Error as the workflow failed
 */
async function runInEngine(
	{ name, nodes, connections }: WorkflowFile,
	types: Record<string, INodeType>,
	credentials: EngineCredentials,
): Promise<INodeExecutionData | undefined> {
	await Container.get(BinaryDataService).init();
	const known = (type: string) => types[type] as INodeType;
	const own = { id: 'first', name, connections };
	const workflow = new Workflow({
		...own,
		nodes: nodes.filter(({ type }) => type in types).map(withCredentials),
		nodeTypes: { getByName: known, getByNameAndVersion: known, getKnownTypes: () => ({}) },
		active: false,
		settings: { executionOrder: 'v1' },
	});
	const hooks = new ExecutionLifecycleHooks('manual', '1', {
		...own,
		nodes,
	} as unknown as IWorkflowBase);
	await workflow.expression.acquireIsolate();
	try {
		const data = additionalData('1', credentials, hooks);
		const run = await new WorkflowExecute(data, 'manual').run({ workflow });
		const { error, lastNodeExecuted, runData } = run.data.resultData;
		if (error) throw new Error(`"${name}" failed: ${error.message}`, { cause: error });
		return runData[lastNodeExecuted ?? '']?.at(-1)?.data?.main?.[0]?.[0];
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

async function main({ baseUrl, apiKey }: FirstImageOrder): Promise<FirstImage> {
	const example = readExamples(join(ROOT, 'examples')).find(({ name }) => name === FIRST_EXAMPLE);
	if (!example)
		throw new Error(`There is no example named "${FIRST_EXAMPLE}" in ${join(ROOT, 'examples')}.`);
	const types: Record<string, INodeType> = {
		'n8n-nodes-base.manualTrigger': manualTrigger,
		[`${PACKAGE_NAME}.mediaGeneration`]: await built(
			'nodes/MediaGeneration/MediaGeneration.node.js',
		),
	};
	const type = await built<ICredentialType>('credentials/MediaGenerationApi.credentials.js');
	const credentials = new EngineCredentials(
		{ [type.name]: type },
		{ [type.name]: { baseUrl, apiKey } },
	);
	const item = await runInEngine(example, types, credentials);
	return await saveImage(item, (file) => Container.get(BinaryDataService).getAsBuffer(file));
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
