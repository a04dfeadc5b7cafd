import { randomUUID } from 'node:crypto';
import axios from 'axios';
import { untilEnded } from '../support/executions';
import { outputOf, useRealN8n } from '../support/realN8n';
import { modelId } from '../support/sandbox';
import { untilListening } from '../support/triggerInN8n';
import { inARow, items, node, NODE_TYPE, start } from '../support/workflowFiles';

const real = useRealN8n();
const VIDEO = {
	resource: 'video',
	operation: 'generate',
	prompt: 'Waves roll in',
	model: modelId('t2v-turbo'),
	options: { pollInterval: 0.2, download: false },
};
const video = (more: object = {}) => real.ours('Video', NODE_TYPE, { ...VIDEO, ...more });
const sent = () => real.sent('/videos/generations');

test.each(['result', 'callback'])(
	'a sub-workflow that nobody waits for makes its video once, waiting for %s',
	async (waitFor) => {
		const called = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', {
			inputSource: 'passthrough',
		});
		const below = await real.client.importWorkflow(inARow(called, video({ waitFor })));
		await real.client.activateWorkflow(below.id);
		const call = node(
			'Call',
			'n8n-nodes-base.executeWorkflow',
			{
				workflowId: { __rl: true, mode: 'id', value: below.id },
				workflowInputs: { mappingMode: 'defineBelow', value: {} },
				options: { waitForSubWorkflow: false },
			},
			{ typeVersion: 1.2 },
		);
		await real.runFile(inARow(start(), call));
		const ended = await untilEnded(real.client, below.id);
		const [execution] = [...ended.keys()];
		const made = await real.client.getExecution(String(execution));
		expect(outputOf(made, 'Video')).toMatchObject([{ status: 'completed' }]);
		expect(sent()).toHaveLength(1);
	},
);

test('a part of a workflow, run behind pinned data, makes a video for each pinned item', async () => {
	const file = inARow(start(), items([{}]), video());
	const pinData = { Items: [{ json: { a: 1 } }, { json: { a: 2 } }] };
	const { id } = await real.client.importWorkflow({ ...file, pinData });
	const workflowData = await real.client.getWorkflow(id);
	const { executionId } = await real.client.http.rest<{ executionId: string }>(
		'POST',
		`/workflows/${id}/run`,
		{
			body: {
				workflowData,
				runData: {},
				startNodes: [],
				dirtyNodeNames: [],
				destinationNode: { nodeName: 'Video', mode: 'inclusive' },
			},
		},
	);
	const execution = await real.client.waitForExecution(executionId);
	const done = { status: 'completed' };
	expect(outputOf(execution, 'Video')).toMatchObject([done, done]);
	expect(sent()).toHaveLength(2);
});

test('a program that calls the node as a tool of n8n’s MCP server gets the address of its video', async () => {
	const path = randomUUID();
	const server = node(
		'Server',
		'@n8n/n8n-nodes-langchain.mcpTrigger',
		{ authentication: 'none', path },
		{ typeVersion: 2, webhookId: path },
	);
	const prompt = "={{ $fromAI('prompt', '', 'string') }}";
	const tool = real.ours('Film', `${NODE_TYPE}Tool`, { ...VIDEO, prompt, maxCostPerCall: 5 });
	const { nodes, ...file } = inARow(server);
	const { id } = await real.client.importWorkflow({
		...file,
		nodes: [...nodes, tool],
		connections: { Film: { ai_tool: [[{ node: 'Server', type: 'ai_tool', index: 0 }]] } },
	});
	await real.client.activateWorkflow(id);
	const url = `${real.n8n.baseUrl}/mcp/${path}`;
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
	expect(await ask('tools/list', {})).toContain('Film');
	const answer = await ask('tools/call', { name: 'Film', arguments: { prompt: 'Waves' } });
	expect(answer).toContain('/media/');
	expect(answer).not.toContain(real.sandbox.apiKey);
	expect(sent()).toHaveLength(1);
});
