import axios from 'axios';
import { useRealN8n } from '../support/realN8n';
import { NODE_TYPE } from '../support/workflowFiles';

const real = useRealN8n();
let apiKey = '';
beforeAll(async () => {
	const { http } = real.client;
	await http.rest('PATCH', '/mcp/settings', { body: { mcpAccessEnabled: true } });
	({ apiKey } = await http.rest<{ apiKey: string }>('POST', '/mcp/api-key/rotate'));
});

/** What n8n’s MCP server answers to one who builds a workflow. */
async function told(name: string, args: object): Promise<string> {
	const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
	const headers = {
		authorization: `Bearer ${apiKey}`,
		accept: 'application/json, text/event-stream',
	};
	const { data } = await axios.post<unknown>(`${real.n8n.baseUrl}/mcp-server/http`, body, {
		headers,
		proxy: false,
		validateStatus: null,
	});
	return typeof data === 'string' ? data : JSON.stringify(data);
}

test('who looks for a node through n8n’s MCP server is told what to choose, and that it costs money', async () => {
	const found = await told('search_nodes', { queries: ['media generation'] });
	for (const hint of [
		/cost money with every item.*maxCost.*payOnceFor/,
		/For an agent, use the Media Generation Chat Model/,
		/whose waitFor is/,
	])
		expect(found).toMatch(hint);
});

test('who reads how the node is set up is told of waiting, budgets, paying once and images', async () => {
	const setUp = async (resource: string, operation: string) =>
		await told('get_node_types', { nodeIds: [{ nodeId: NODE_TYPE, resource, operation }] });
	const generate = await setUp('image', 'generate');
	for (const hint of [
		/builderHint Keep .{0,3}result/,
		/builderHint The budget of one run/,
		/builderHint The budget of 24 hours/,
		/It is made and paid for once/,
	])
		expect(generate).toMatch(hint);
	expect(await setUp('chat', 'complete')).toContain('is the image that was made');
});
