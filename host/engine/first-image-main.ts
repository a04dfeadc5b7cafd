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

const NODE_TYPE = `${PACKAGE_NAME}.mediaGeneration`;

/** A node or credential type of the built package. */
async function built<T>(file: string): Promise<T> {
	const exported = (await import(join(ROOT, 'dist', file))) as Record<string, new () => T>;
	const Type = Object.values(exported).find((value) => typeof value === 'function');
	if (!Type) throw new Error(`dist/${file} exports nothing.`);
	return new Type();
}

/**
 * Runs a workflow's only node of this package in n8n's own engine, in this process, and gives the first item that comes of it.
 * @throws Error as the node failed
 */
async function runInEngine(
	{ name, nodes, connections }: WorkflowFile,
	type: INodeType,
	credentials: EngineCredentials,
): Promise<INodeExecutionData | undefined> {
	await Container.get(BinaryDataService).init();
	const own = { id: 'first', name, connections };
	const ofType = nodes.find((node) => node.type === NODE_TYPE) as INode;
	// Credentials without an ID, as examples have them, are told by their type here.
	const kept = Object.keys(ofType.credentials ?? {}).map((each) => [
		each,
		{ id: null, name: each },
	]);
	const node: INode = { ...ofType, credentials: Object.fromEntries(kept) };
	const known = () => type;
	const workflow = new Workflow({
		...own,
		nodes: [node],
		nodeTypes: { getByName: known, getByNameAndVersion: known, getKnownTypes: () => ({}) },
		active: false,
		settings: { executionOrder: 'v1' },
	});
	const described = { ...own, nodes } as unknown as IWorkflowBase;
	const data = additionalData(
		'1',
		credentials,
		new ExecutionLifecycleHooks('manual', '1', described),
	);
	await workflow.expression.acquireIsolate();
	try {
		const run = await new WorkflowExecute(data, 'manual').run({ workflow, startNode: node });
		const { error, runData } = run.data.resultData;
		if (error) throw new Error(`"${name}" failed: ${error.message}`, { cause: error });
		return runData[node.name]?.at(-1)?.data?.main?.[0]?.[0];
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

async function main({ baseUrl, apiKey }: FirstImageOrder): Promise<FirstImage> {
	const example = readExamples(join(ROOT, 'examples')).find(({ name }) => name === FIRST_EXAMPLE);
	if (!example)
		throw new Error(`There is no example named "${FIRST_EXAMPLE}" in ${join(ROOT, 'examples')}.`);
	const node = await built<INodeType>('nodes/MediaGeneration/MediaGeneration.node.js');
	const type = await built<ICredentialType>('credentials/MediaGenerationApi.credentials.js');
	const credentials = new EngineCredentials(
		{ [type.name]: type },
		{ [type.name]: { baseUrl, apiKey } },
	);
	const item = await runInEngine(example, node, credentials);
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
