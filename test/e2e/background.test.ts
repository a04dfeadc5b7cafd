import { randomUUID } from 'node:crypto';
import { executionError, nodeItems } from '../../host';
import { untilEnded } from '../support/executions';
import { outputOf, useRealN8n } from '../support/realN8n';
import { VIDEO, modelId } from '../support/sandbox';
import { until } from '../support/until';
import { toolServer } from '../support/toolServer';
import { inARow, items, node, NODE_TYPE, ofAgent, start } from '../support/workflowFiles';

const real = useRealN8n();
const FILM = { ...VIDEO, prompt: 'Waves roll in', options: { pollInterval: 0.2, download: false } };
const video = (more: object = {}) => real.ours('Video', NODE_TYPE, { ...FILM, ...more });
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
	const prompt = "={{ $fromAI('prompt', '', 'string') }}";
	const server = await toolServer(real, { Film: { ...FILM, prompt, maxCostPerCall: 5 } });
	expect(await server.names()).toContain('Film');
	const answer = await server.call('Film', { prompt: 'Waves' });
	expect(answer).toContain('/media/');
	expect(answer).not.toContain(real.sandbox.apiKey);
	expect(sent()).toHaveLength(1);
});

test('an evaluation makes a video for each row of its dataset, once', async () => {
	const { http } = real.client;
	const project = await http.rest<{ id: string }>('GET', '/projects/personal');
	const table = await http.rest<{ id: string }>('POST', `/projects/${project.id}/data-tables`, {
		body: { name: `dataset ${randomUUID()}`, columns: [{ name: 'prompt', type: 'string' }] },
	});
	await http.rest('POST', `/projects/${project.id}/data-tables/${table.id}/insert`, {
		body: { data: [{ prompt: 'Waves' }, { prompt: 'A field' }], returnType: 'count' },
	});
	const dataset = node(
		'Dataset',
		'n8n-nodes-base.evaluationTrigger',
		{ source: 'dataTable', dataTableId: { __rl: true, mode: 'id', value: table.id } },
		{ typeVersion: 4.7 },
	);
	const metric = { name: 'cost', type: 'number', value: '={{ $json.cost_usd }}' };
	const metrics = node(
		'Metrics',
		'n8n-nodes-base.evaluation',
		{ operation: 'setMetrics', metric: 'customMetrics', metrics: { assignments: [metric] } },
		{ typeVersion: 4.7 },
	);
	const { id } = await real.client.importWorkflow(
		inARow(dataset, video({ prompt: '={{ $json.prompt }}' }), metrics),
	);
	const run = await http.rest<{ testRunId: string }>('POST', `/workflows/${id}/test-runs/new`, {
		body: {},
	});
	const ended = async () =>
		await http.rest<{ status: string; metrics: object }>(
			'GET',
			`/workflows/${id}/test-runs/${run.testRunId}`,
		);
	await until(
		'the evaluation to end',
		async () => !['new', 'running'].includes((await ended()).status),
	);
	expect(await ended()).toMatchObject({ status: 'completed', metrics: { cost: 0.4 } });
	expect(sent()).toHaveLength(2);
});

test.each(['result', 'callback'])(
	'an agent that calls a workflow as its tool gets the address of its video, waiting for %s',
	async (waitFor) => {
		const called = node(
			'Called',
			'n8n-nodes-base.executeWorkflowTrigger',
			{ inputSource: 'workflowInputs', workflowInputs: { values: [{ name: 'prompt' }] } },
			{ typeVersion: 1.1 },
		);
		const below = await real.client.importWorkflow(
			inARow(called, video({ waitFor, prompt: '={{ $json.prompt }}' })),
		);
		await real.client.activateWorkflow(below.id);
		const tool = node(
			'Film',
			'@n8n/n8n-nodes-langchain.toolWorkflow',
			{
				description: 'Makes a video',
				workflowId: { __rl: true, mode: 'id', value: below.id },
				workflowInputs: {
					mappingMode: 'defineBelow',
					value: { prompt: "={{ $fromAI('prompt', '', 'string') }}" },
					schema: [{ id: 'prompt', displayName: 'prompt', type: 'string', display: true }],
				},
			},
			{ typeVersion: 2.2 },
		);
		const model = node(
			'Model',
			'n8n-nodes-media-generation.lmChatMediaGeneration',
			{ model: modelId('sandbox-chat-small'), options: {} },
			{ credentials: real.credentials },
		);
		const agent = { version: 3.1, text: 'Film the waves' };
		const { id } = await real.client.importWorkflow(ofAgent(start(), agent, model, tool));
		const execution = await real.client.runWorkflow(id);
		expect(executionError(execution)).toBeUndefined();
		expect(JSON.stringify(nodeItems(execution, 'Agent'))).toMatch(/\/media\/[\w-]+\.mp4/);
		expect(sent()).toMatchObject([
			{ body: waitFor === 'callback' ? { callback_url: expect.any(String) } : {} },
		]);
	},
);
