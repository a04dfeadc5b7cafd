import { randomUUID } from 'node:crypto';
import { executionError, nodeItems, type WorkflowFile } from '../../host';
import { resources } from '../../nodes/MediaGeneration/actions';
import type { FaultHook } from '../../sandbox';
import { eventsOf, streamedBy } from '../support/chat';
import { untilEnded } from '../support/executions';
import { modelId } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';
import { useServer } from '../support/server';
import { inARow, node, ofAgent, start, type WorkflowNode } from '../support/workflowFiles';

let fault: FaultHook = () => undefined;
const real = useRealN8n({ sandbox: { faults: (request) => fault(request) } });
afterEach(() => {
	fault = () => undefined;
});
const redirecting = useServer();
const elsewhere = useServer();
const echoing = useServer();
const OWN = 'n8n-nodes-media-generation';
const LANGCHAIN = '@n8n/n8n-nodes-langchain';
const DRAW = {
	resource: 'image',
	operation: 'generate',
	prompt: "={{ $fromAI('prompt', 'What the picture should show', 'string') }}",
	model: modelId('model-dev'),
};

/** A node of ours with the credential that it needs. */
function ours(name: string, type: string, parameters: object): WorkflowNode {
	const { mediaGenerationApi } = real.credentials;
	return node(
		name,
		`${OWN}.${type}`,
		parameters,
		mediaGenerationApi && { credentials: { mediaGenerationApi } },
	);
}

const chat = () =>
	node(
		'Start',
		`${LANGCHAIN}.chatTrigger`,
		{ public: true, mode: 'webhook', options: { responseMode: 'streaming' } },
		{ typeVersion: 1.4, webhookId: randomUUID() },
	);

/** A workflow of an agent with our chat model and our tool. */
const agentWorkflow = (
	from: WorkflowNode,
	agent: { version: number; text: string },
	tool: object,
) =>
	ofAgent(
		from,
		agent,
		ours('Model', 'lmChatMediaGeneration', { model: modelId('sandbox-chat-small'), options: {} }),
		ours('Draw', 'mediaGenerationTool', { ...DRAW, ...tool }),
	);

async function ask(version: number, text: string, tool: object = {}) {
	const { id } = await real.client.importWorkflow(agentWorkflow(start(), { version, text }, tool));
	const execution = await real.client.runWorkflow(id);
	expect(executionError(execution)).toBeUndefined();
	return { execution, answer: String(nodeItems(execution, 'Agent')[0]?.json.output) };
}

/** A chat that the action node answers. */
function chatWorkflow(): WorkflowFile {
	const messages = { message: [{ role: 'user', content: '={{ $json.chatInput }}' }] };
	const complete = {
		resource: 'chat',
		operation: 'complete',
		model: modelId('sandbox-chat-small'),
		messages,
	};
	return inARow(chat(), ours('Complete', 'mediaGeneration', complete));
}

/** A model's streamed answer that says no more until it is heard. */
function haltingAnswer(
	first: string,
	rest: string,
): { response: Response; heard: (text: string) => void } {
	let goOn = () => {};
	const isHeard = new Promise<void>((resolve) => (goOn = resolve));
	const event = (delta: object, finish_reason: string | null) =>
		new TextEncoder().encode(
			`data: ${JSON.stringify({ id: 'chat', object: 'chat.completion.chunk', created: 0, model: 'x', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
		);
	const body = new ReadableStream({
		async start(controller) {
			controller.enqueue(event({ role: 'assistant', content: first }, null));
			await isHeard;
			controller.enqueue(event({ content: rest }, 'stop'));
			controller.enqueue(new TextEncoder().encode('data: [DONE]\n\n'));
			controller.close();
		},
	});
	return {
		response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
		heard: (text) => void (text.includes(first) && goOn()),
	};
}

const generations = () =>
	real.sandbox.sandbox.requests.filter(({ path }) => path === '/v1/images/generations');
const chats = () =>
	real.sandbox.sandbox.requests.filter(({ path }) => path === '/v1/chat/completions');
const urls = (count: number) =>
	[...real.sandbox.sandbox.state.jobs.keys()].slice(-count).map((id) => `/media/${id}`);

test.each([2.2, 3.1])(
	'agent %s with our chat model and our tool draws what it is asked for',
	async (version) => {
		const { execution, answer } = await ask(version, 'Draw a picture of a red fox');
		expect(generations()).toHaveLength(1);
		expect(answer).toContain(urls(1)[0]);
		for (const { headers } of chats()) expect(headers['x-api-key']).toBe(real.sandbox.apiKey);
		expect(await real.client.getExecutionRaw(execution.id)).not.toContain(real.sandbox.apiKey);
	},
);

test('the model reads what the tool does, and its answer in few words', async () => {
	await ask(3.1, 'Draw a picture of a red fox');
	const [first, second] = chats().map(
		({ body }) =>
			body as {
				tools: Array<{ function: { description: string } }>;
				messages: Array<{ role: string; content: string }>;
			},
	);
	const generate = resources[0]?.operations.find(({ value }) => value === 'generate');
	expect(first?.tools[0]?.function.description).toBe(generate?.forAgents);
	const result = JSON.parse(
		second?.messages.find(({ role }) => role === 'tool')?.content ?? '',
	) as unknown;
	expect(result).toEqual([
		{
			job_id: expect.any(String),
			status: 'completed',
			url: expect.any(String),
			model: 'model-dev',
			generation_time: expect.any(Number),
			estimated_cost_usd: 0.1,
			cost_usd: 0.1,
		},
	]);
});

test.each([
	[
		'fails after charging',
		1,
		() =>
			({
				when: 'after',
				give: Response.json({ error: { message: 'oops' } }, { status: 500 }),
			}) as const,
	],
	[
		'has too many requests',
		2,
		() =>
			({
				when: 'before',
				give: Response.json({ error: { message: 'slow' } }, { status: 429 }),
			}) as const,
	],
])('the chat model asks a service that %s %d times in all', async (_, times, give) => {
	let first = true;
	fault = ({ path }) => {
		if (path !== '/v1/chat/completions' || !first) return undefined;
		first = false;
		return give();
	};
	const { id } = await real.client.importWorkflow(
		agentWorkflow(start(), { version: 3.1, text: 'Hello' }, {}),
	);
	const execution = await real.client.runWorkflow(id);
	expect(execution.status).toBe(times === 1 ? 'error' : 'success');
	expect(chats()).toHaveLength(times);
});

/** A workflow that asks a service of a test's own something, with our chat model. */
async function lookOrDoubt(url: string, apiKey: string, from = start()): Promise<WorkflowFile> {
	const { id, name } = await real.client.createCredential('mediaGenerationApi', 'Of a test', {
		baseUrl: `${url}/api`,
		apiKey,
	});
	const workflow = agentWorkflow(from, { version: 3.1, text: 'Hello' }, {});
	return {
		...workflow,
		nodes: workflow.nodes.map((each) =>
			each.name === 'Model' ? { ...each, credentials: { mediaGenerationApi: { id, name } } } : each,
		),
	};
}

test('the chat model takes the key to no other host', async () => {
	redirecting.answer = (request, response) =>
		response.writeHead(307, { location: `${elsewhere.url}${request.url}` }).end();
	elsewhere.answer = (_, response) => response.writeHead(500).end();
	const { id } = await real.client.importWorkflow(
		await lookOrDoubt(redirecting.url, 'key-for-one-host'),
	);
	expect((await real.client.runWorkflow(id)).status).toBe('error');
	expect(redirecting.requests.length).toBeGreaterThan(0);
	expect(elsewhere.requests.map(({ url }) => url)).toEqual([]);
});

describe('the key that a service echoes is nowhere in what n8n stores or says', () => {
	const KEY = 'key-that-must-stay-home';
	const ofModel = { id: 'chat', created: 0, model: 'x' };
	const said = (content: string) => ({
		...ofModel,
		object: 'chat.completion',
		choices: [{ index: 0, message: { role: 'assistant', content } }],
	});
	const saying = (content: string) => ({
		...ofModel,
		object: 'chat.completion.chunk',
		choices: [{ index: 0, delta: { content } }],
	});
	const answerWith = (type: string, bodyOf: (echo: string) => string) => {
		echoing.answer = ({ headers }, response) => {
			response.writeHead(200, { 'content-type': type, 'x-request-id': headers['x-api-key'] });
			response.end(bodyOf(`You sent ${String(headers['x-api-key'])}`));
		};
	};

	test('in an answer', async () => {
		answerWith('application/json', (echo) => JSON.stringify(said(echo)));
		const { id } = await real.client.importWorkflow(await lookOrDoubt(echoing.url, KEY));
		const execution = await real.client.runWorkflow(id);
		expect(nodeItems(execution, 'Agent')[0]?.json.output).toBe('You sent [hidden]');
		const stored = await real.client.getExecutionRaw(execution.id);
		expect(stored).not.toContain(KEY);
		// n8n stores the headers that a model is made with; older ones with what they hold.
		expect(stored).not.toContain('x-api-key');
	});

	test.each<[string, (echo: string) => object]>([
		['a streamed answer', saying],
		['a failure in the middle of a stream', (message) => ({ error: { message } })],
	])('in %s', async (_, last) => {
		answerWith('text/event-stream', (echo) =>
			[saying('Well: '), last(echo)].map((data) => `data: ${JSON.stringify(data)}\n\n`).join(''),
		);
		const workflow = await lookOrDoubt(echoing.url, KEY, chat());
		const { id } = await real.client.importWorkflow(workflow);
		const streamed = JSON.stringify(await eventsOf(real, { ...workflow, id }, 'Hello'));
		const [execution] = (await untilEnded(real.client, id)).keys();
		const stored = await real.client.getExecutionRaw(String(execution));
		expect(stored).toContain('You sent [hidden]');
		expect(stored + streamed).not.toContain(KEY);
	});
});

test.each([2.2, 3.1])(
	'agent %s is told of a call over its ceiling, and nothing is sent',
	async (version) => {
		const { answer } = await ask(version, 'Draw a picture of a red fox', { maxCostPerCall: 0.05 });
		expect(answer).toContain(
			'1 item can cost up to $0.10, more than the Maximum Cost per Call of $0.05',
		);
		expect(generations()).toEqual([]);
	},
);

test('agent 3.1 cannot pause the workflow through the tool', async () => {
	const { answer } = await ask(3.1, 'Draw a picture of a red fox', { waitFor: 'callback' });
	expect(answer).toContain(urls(1)[0]);
});

test.each([2.2, 3.1])(
	'agent %s: two equal calls in one answer make two pictures',
	async (version) => {
		const { answer } = await ask(version, 'Draw two pictures', { prompt: 'a fox' });
		expect(generations().map(({ body }) => (body as { prompt: string }).prompt)).toEqual([
			'a fox',
			'a fox',
		]);
		for (const url of urls(2)) expect(answer).toContain(url);
	},
);

test('two parallel calls in one streamed answer come out as two, and the answer streams in more than one chunk', async () => {
	const workflow = agentWorkflow(chat(), { version: 3.1, text: '={{ $json.chatInput }}' }, {});
	const chunks = await streamedBy(real, workflow, 'Draw two pictures of a fox');
	expect(generations().map(({ body }) => (body as { prompt: string }).prompt)).toEqual([
		'Draw two pictures of a fox (1 of 2)',
		'Draw two pictures of a fox (2 of 2)',
	]);
	for (const { body } of chats()) expect(body).toMatchObject({ stream: true });
	expect(chunks.length).toBeGreaterThan(1);
	for (const url of urls(2)) expect(chunks.join('')).toContain(url);
});

test('a chat completed by the action node streams through the chat trigger too', async () => {
	const chunks = await streamedBy(real, chatWorkflow(), 'How are you today, dear model?');
	expect(chunks.length).toBeGreaterThan(1);
	expect(chunks.join('')).toBe('sandbox-chat-small heard: How are you today, dear model?');
});

test.each([
	['an agent', () => agentWorkflow(chat(), { version: 3.1, text: '={{ $json.chatInput }}' }, {})],
	['the action node', chatWorkflow],
])('what %s says is there before it has ended', async (_, workflow) => {
	const { response, heard } = haltingAnswer('Once upon', ' a time.');
	fault = ({ path }) =>
		path === '/v1/chat/completions' ? { when: 'before', give: response } : undefined;
	expect((await streamedBy(real, workflow(), 'Tell me a story', heard)).join('')).toBe(
		'Once upon a time.',
	);
});
