import { randomUUID } from 'node:crypto';
import axios from 'axios';
import type { RealN8n } from './realN8n';
import { untilListening } from './triggerInN8n';
import { inARow, node, NODE_TYPE } from './workflowFiles';

/** A published workflow that offers the node as tools, by n8n's MCP Server Trigger. */
export interface ToolServer {
	names(): Promise<string>;
	/** Calls a tool, and gives what came of it. */
	call(name: string, parameters?: object): Promise<string>;
}

/** @param tools the node's parameters by the tool's name */
export async function toolServer(
	{ client, credentials, n8n }: RealN8n,
	tools: Record<string, object>,
): Promise<ToolServer> {
	const path = randomUUID();
	const server = node(
		'Server',
		'@n8n/n8n-nodes-langchain.mcpTrigger',
		{ authentication: 'none', path },
		{ typeVersion: 2, webhookId: path },
	);
	const offered = Object.entries(tools).map(([name, parameters]) =>
		node(name, `${NODE_TYPE}Tool`, parameters, { credentials }),
	);
	const toServer = {
		ai_tool: [[{ node: 'Server', type: 'ai_tool' as const, index: 0 }]],
	};
	const { nodes, ...file } = inARow(server);
	const { id } = await client.importWorkflow({
		...file,
		nodes: [...nodes, ...offered],
		connections: Object.fromEntries(Object.keys(tools).map((name) => [name, toServer])),
	});
	await client.activateWorkflow(id);
	const url = `${n8n.baseUrl}/mcp/${path}`;
	await untilListening(url);
	const headers: Record<string, string> = { accept: 'application/json, text/event-stream' };
	const ask = async (method: string, params: object) => {
		const answer = await axios.post<string>(
			url,
			{ jsonrpc: '2.0', id: 1, method, params },
			{ headers, proxy: false, responseType: 'text', validateStatus: null },
		);
		const session: unknown = answer.headers['mcp-session-id'];
		if (typeof session === 'string') headers['mcp-session-id'] = session;
		return answer.data;
	};
	await ask('initialize', {
		protocolVersion: '2025-03-26',
		capabilities: {},
		clientInfo: { name: 'test', version: '1' },
	});
	return {
		names: async () => await ask('tools/list', {}),
		call: async (name, parameters = {}) => await ask('tools/call', { name, arguments: parameters }),
	};
}
