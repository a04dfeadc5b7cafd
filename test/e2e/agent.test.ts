import { type WorkflowFile } from '../../host';
import { resources } from '../../nodes/MediaGeneration/actions';
import {
	agentWorkflow,
	chatTrigger,
	chunk,
	eventsOf,
	eventStream,
	streamedBy,
} from '../support/chat';
import { storedText, untilEnded } from '../support/executions';
import { modelId } from '../support/sandbox';
import { outputOf, useRealN8n } from '../support/realN8n';
import { useServer } from '../support/server';
import { inARow, NODE_TYPE, start } from '../support/workflowFiles';

const real = useRealN8n();
const echoing = useServer();

async function ask(version: number, text: string, tool: object = {}) {
	const execution = await real.runFile(agentWorkflow(real, text, { version, tool }));
	return { execution, answer: String(outputOf(execution, 'Agent')[0]?.output) };
}

/** An agent that people chat with. */
const chattingAgent = () => agentWorkflow(real, '={{ $json.chatInput }}', { from: chatTrigger() });

/** A chat that the action node answers. */
const chatWorkflow = () =>
	inARow(
		chatTrigger(),
		real.ours('Complete', NODE_TYPE, {
			resource: 'chat',
			operation: 'complete',
			model: modelId('sandbox-chat-small'),
			messages: { message: [{ role: 'user', content: '={{ $json.chatInput }}' }] },
		}),
	);

/** A model's streamed answer that says no more until it is heard. */
function haltingAnswer(
	first: string,
	rest: string,
): { response: Response; heard: (text: string) => void } {
	let goOn = () => {};
	const isHeard = new Promise<void>((resolve) => (goOn = resolve));
	const sent = (...data: Array<string | object>) => new TextEncoder().encode(eventStream(...data));
	const body = new ReadableStream({
		async start(controller) {
			controller.enqueue(sent(chunk({ role: 'assistant', content: first })));
			await isHeard;
			controller.enqueue(sent(chunk({ content: rest }, 'stop'), '[DONE]'));
			controller.close();
		},
	});
	return {
		response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
		heard: (text) => void (text.includes(first) && goOn()),
	};
}

const generations = () => real.sent('/images/generations');
const prompts = () => generations().map(({ body }) => (body as { prompt: string }).prompt);
const chats = () => real.sent('/chat/completions');
const urls = (count: number) =>
	[...real.sandbox.sandbox.state.jobs.keys()].slice(-count).map((id) => `/media/${id}`);

test.each([2.2, 3.1])(
	'agent %s with our chat model and our tool draws what it is asked for',
	async (version) => {
		const { execution, answer } = await ask(version, 'Draw a picture of a red fox');
		expect(generations()).toHaveLength(1);
		expect(answer).toContain(urls(1)[0]);
		for (const { headers } of chats()) expect(headers['x-api-key']).toBe(real.sandbox.apiKey);
		expect(await storedText(real.client, execution.id)).not.toContain(real.sandbox.apiKey);
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
	['fails after charging', 1, 'after', 500],
	['has too many requests', 2, 'before', 429],
] as const)(
	'the chat model asks a service that %s %d times in all',
	async (_, times, when, status) => {
		real.fault = ({ path }) =>
			path === '/v1/chat/completions' && chats().length === 1
				? { when, give: Response.json({ error: { message: 'oops' } }, { status }) }
				: undefined;
		const { id } = await real.client.importWorkflow(agentWorkflow(real, 'Hello'));
		const execution = await real.client.runWorkflow(id);
		expect(execution.status).toBe(times === 1 ? 'error' : 'success');
		expect(chats()).toHaveLength(times);
	},
);

/** A workflow that asks a service of a test's own something, with our chat model. */
async function askingAt(url: string, apiKey: string, from = start()): Promise<WorkflowFile> {
	const { id, name } = await real.client.createCredential('mediaGenerationApi', 'Of a test', {
		baseUrl: `${url}/api`,
		apiKey,
	});
	const workflow = agentWorkflow(real, 'Hello', { from });
	return {
		...workflow,
		nodes: workflow.nodes.map((each) =>
			each.name === 'Model' ? { ...each, credentials: { mediaGenerationApi: { id, name } } } : each,
		),
	};
}

describe('the key that a service echoes is nowhere in what n8n stores or says', () => {
	const KEY = 'key-that-must-stay-home';
	const said = (content: string) => ({
		...chunk({}),
		object: 'chat.completion',
		choices: [{ index: 0, message: { role: 'assistant', content } }],
	});
	const saying = (content: string) => chunk({ content });
	const answerWith = (type: string, bodyOf: (echo: string) => string) => {
		echoing.answer = ({ headers }, response) => {
			response.writeHead(200, { 'content-type': type, 'x-request-id': headers['x-api-key'] });
			response.end(bodyOf(`You sent ${String(headers['x-api-key'])}`));
		};
	};

	test('in an answer', async () => {
		answerWith('application/json', (echo) => JSON.stringify(said(echo)));
		const { id } = await real.client.importWorkflow(await askingAt(echoing.url, KEY));
		const execution = await real.client.runWorkflow(id);
		expect(outputOf(execution, 'Agent')[0]?.output).toBe('You sent [hidden]');
		const stored = await storedText(real.client, execution.id);
		expect(stored).not.toContain(KEY);
		// n8n stores the headers that a model is made with; older ones with what they hold.
		expect(stored).not.toContain('x-api-key');
	});

	test.each<[string, (echo: string) => object]>([
		['a streamed answer', saying],
		['a failure in the middle of a stream', (message) => ({ error: { message } })],
	])('in %s', async (_, last) => {
		answerWith('text/event-stream', (echo) => eventStream(saying('Well: '), last(echo)));
		const workflow = await askingAt(echoing.url, KEY, chatTrigger());
		const { id } = await real.client.importWorkflow(workflow);
		const streamed = JSON.stringify(await eventsOf(real, { ...workflow, id }, 'Hello'));
		const [execution] = (await untilEnded(real.client, id)).keys();
		const stored = await storedText(real.client, String(execution));
		expect(stored).toContain('You sent [hidden]');
		expect(stored + streamed).not.toContain(KEY);
	});
});

test('two parallel calls in one streamed answer come out as two, and the answer streams in more than one chunk', async () => {
	const chunks = await streamedBy(real, chattingAgent(), 'Draw two pictures of a fox');
	expect(prompts()).toEqual([
		'Draw two pictures of a fox (1 of 2)',
		'Draw two pictures of a fox (2 of 2)',
	]);
	for (const { body } of chats()) expect(body).toMatchObject({ stream: true });
	expect(chunks.length).toBeGreaterThan(1);
	for (const url of urls(2)) expect(chunks.join('')).toContain(url);
});

test.each([
	['an agent', chattingAgent],
	['the action node', chatWorkflow],
])('what %s says is there before it has ended', async (_, workflow) => {
	const { response, heard } = haltingAnswer('Once upon', ' a time.');
	real.fault = ({ path }) =>
		path === '/v1/chat/completions' ? { when: 'before', give: response } : undefined;
	expect((await streamedBy(real, workflow(), 'Tell me a story', heard)).join('')).toBe(
		'Once upon a time.',
	);
});
