import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';
import type { N8nClient, WorkflowFile } from '../../host';

type WorkflowNode = WorkflowFile['nodes'][number];

/** A node of a workflow that a test writes down. */
export function node(name: string, type: string, parameters: object, more: Partial<INode> & Pick<WorkflowNode, 'credentials'> = {}): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion: 1, position: [0, 0], parameters, ...more } as WorkflowNode;
}

/** A node that says at an address that it was reached, once for each item or once for all. */
export function report(name: string, url: string, body: string, executeOnce = false): WorkflowNode {
	const parameters = { method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody: body, options: {} };
	return node(name, 'n8n-nodes-base.httpRequest', parameters, { typeVersion: 4.2, executeOnce });
}

/** A workflow of nodes in a row. */
export function inARow(...nodes: WorkflowNode[]): WorkflowFile {
	const connections = nodes.slice(1).map(({ name }, index) => [nodes[index]?.name, { main: [[{ node: name, type: 'main' as const, index: 0 }]] }]);
	return {
		name: `Test ${randomUUID()}`,
		nodes: nodes.map((each, index) => ({ ...each, position: [index * 240, 0] })),
		connections: Object.fromEntries(connections),
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'all' },
	};
}

/** The executions of a workflow and their statuses, each once: n8n puts those that still run on every page of its list. */
export async function statusesOf(client: N8nClient, workflowId: string): Promise<Map<string, string>> {
	const found = new Map<string, string>();
	for (let page = {}; ;) {
		const query = { filter: JSON.stringify({ workflowId }), limit: 100, ...page };
		const { results, nextCursor } = await client.http.rest<ExecutionPage>('GET', '/executions', { query });
		for (const { id, status } of results) found.set(id, status);
		if (results.length < 100) return found;
		page = nextCursor ? { cursor: nextCursor } : { lastId: results.at(-1)?.id };
	}
}

/** Since n8n 2.41 with a cursor, before that without. */
interface ExecutionPage {
	results: Array<{ id: string; status: string }>;
	nextCursor?: string | null;
}
