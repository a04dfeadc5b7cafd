import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { WorkflowFile } from '../../host';
import type { RealN8n } from './realN8n';
import { IMAGE, modelId } from './sandbox';
import { until } from './until';
import {
	CHAT_MODEL_TYPE,
	node,
	NODE_TYPE,
	ofAgent,
	start,
	type WorkflowNode,
} from './workflowFiles';

/** Where a workflow begins that streams what it says to who chats with it. */
export const chatTrigger = () =>
	node(
		'Start',
		'@n8n/n8n-nodes-langchain.chatTrigger',
		{ public: true, mode: 'webhook', options: { responseMode: 'streaming' } },
		{ typeVersion: 1.4, webhookId: randomUUID() },
	);

/** A workflow of an agent with our chat model, and our tool to draw with. */
export const agentWorkflow = (
	{ ours }: RealN8n,
	text: string,
	{ from = start(), version = 3.1, tool = {} }: AgentSetting = {},
): WorkflowFile =>
	ofAgent(
		from,
		{ version, text },
		ours('Model', CHAT_MODEL_TYPE, { model: modelId('sandbox-chat-small'), options: {} }),
		ours('Draw', `${NODE_TYPE}Tool`, {
			...IMAGE,
			prompt: "={{ $fromAI('prompt', 'What the picture should show', 'string') }}",
			...tool,
		}),
	);

interface AgentSetting {
	from?: WorkflowNode;
	version?: number;
	/** Further parameters of the tool. */
	tool?: object;
}

/** A piece of a model's streamed answer, as OpenAI's API sends it. */
export const chunk = (delta: object, finish_reason: string | null = null) => ({
	id: 'chat',
	object: 'chat.completion.chunk',
	created: 0,
	model: 'x',
	choices: [{ index: 0, delta, finish_reason }],
});

/** Server-Sent Events of these texts and objects. */
export const eventStream = (...data: Array<string | object>) =>
	data
		.map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`)
		.join('');

/** Of what a chat streams: a beginning, a piece of text, an error or an end. */
interface ChatEvent {
	type: string;
	content?: string;
}

/**
 * Publishes a workflow that starts with a chat trigger, says something to it, and gives what it streams: the
 * text of each chunk, in the order of arrival. `onText` is told of all that has come so far, as it comes.
 */
export async function streamedBy(
	real: RealN8n,
	workflow: WorkflowFile,
	chatInput: string,
	onText: (text: string) => void = () => {},
): Promise<string[]> {
	const { id } = await real.client.importWorkflow(workflow);
	const events = await eventsOf(real, { ...workflow, id }, chatInput, onText);
	expect(events.filter(({ type }) => type === 'error')).toEqual([]);
	return events.flatMap(({ type, content }) => (type === 'item' && content ? [content] : []));
}

/** The same for a workflow that was imported, with all that it streams, also of a failure. */
export async function eventsOf(
	real: RealN8n,
	{ id, nodes }: WorkflowFile & { id: string },
	chatInput: string,
	onText: (text: string) => void = () => {},
): Promise<ChatEvent[]> {
	await real.client.activateWorkflow(id);
	const webhookId = nodes.find((node) => node.webhookId !== undefined)?.webhookId;
	const request = {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ action: 'sendMessage', sessionId: randomUUID(), chatInput }),
	};
	let answer: Response | undefined;
	await until('the chat to answer', async () => {
		answer = await fetch(`${real.n8n.baseUrl}/webhook/${webhookId}/chat`, request);
		return answer.status !== 404;
	});
	let text = '';
	for await (const bytes of Readable.fromWeb(answer?.body as never)) {
		text += String(bytes);
		onText(text);
	}
	return text
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line) as ChatEvent);
}
