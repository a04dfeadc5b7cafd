import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { WorkflowFile } from '../../host';
import type { RealN8n } from './realN8n';
import { until } from './until';

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
