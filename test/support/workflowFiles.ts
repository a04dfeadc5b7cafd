import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';
import type { WorkflowFile } from '../../host';

/** How n8n calls the nodes of this package. */
export const PACKAGE = 'n8n-nodes-media-generation';
export const NODE_TYPE = `${PACKAGE}.mediaGeneration`;
export const TRIGGER_TYPE = `${PACKAGE}.mediaGenerationTrigger`;
export const BALANCE_TYPE = `${PACKAGE}.mediaGenerationBalanceTrigger`;
export const CHAT_MODEL_TYPE = `${PACKAGE}.lmChatMediaGeneration`;

export type WorkflowNode = WorkflowFile['nodes'][number];

/** A node of a workflow that a test writes down. */
export function node(
	name: string,
	type: string,
	parameters: object,
	more: Partial<INode> & Pick<WorkflowNode, 'credentials'> = {},
): WorkflowNode {
	return {
		id: randomUUID(),
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		...more,
	} as WorkflowNode;
}

/** Where a workflow that is run by hand begins. */
export const start = () => node('Start', 'n8n-nodes-base.manualTrigger', {});

/** A node that gives these items. */
export const items = (all: object[]) =>
	node(
		'Items',
		'n8n-nodes-base.code',
		{ jsCode: `return ${JSON.stringify(all.map((json) => ({ json })))};` },
		{ typeVersion: 2 },
	);

/** A node that says at an address that it was reached, once for each item or once for all. */
export function report(name: string, url: string, body: string, executeOnce = false): WorkflowNode {
	const parameters = {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: body,
		options: {},
	};
	return node(name, 'n8n-nodes-base.httpRequest', parameters, { typeVersion: 4.2, executeOnce });
}

/** A workflow of nodes in a row. */
export function inARow(...nodes: WorkflowNode[]): WorkflowFile {
	const connections = nodes
		.slice(1)
		.map(({ name }, index) => [
			nodes[index]?.name,
			{ main: [[{ node: name, type: 'main' as const, index: 0 }]] },
		]);
	return {
		name: `Test ${randomUUID()}`,
		nodes: nodes.map((each, index) => ({ ...each, position: [index * 240, 0] })),
		connections: Object.fromEntries(connections),
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'all' },
	};
}

/** A workflow of a start and an agent with its chat model and its tool. */
export function ofAgent(
	from: WorkflowNode,
	agent: { version: number; text: string },
	model: WorkflowNode,
	tool: WorkflowNode,
): WorkflowFile {
	const parameters = { promptType: 'define', text: agent.text, options: {} };
	const { nodes, connections, ...workflow } = inARow(
		from,
		node('Agent', '@n8n/n8n-nodes-langchain.agent', parameters, { typeVersion: agent.version }),
	);
	const to = (type: 'ai_languageModel' | 'ai_tool') => ({
		[type]: [[{ node: 'Agent', type, index: 0 }]],
	});
	return {
		...workflow,
		nodes: [...nodes, model, tool],
		connections: {
			...connections,
			[model.name]: to('ai_languageModel'),
			[tool.name]: to('ai_tool'),
		},
	};
}
