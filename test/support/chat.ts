import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { WorkflowFile } from '../../host';
import type { RealN8n } from './realN8n';
import { until } from './until';

/**
 * Publishes a workflow that starts with a chat trigger, says something to it, and gives what it streams: the
 * text of each chunk, in the order of arrival. `onText` is told of all that has come so far, as it comes.
 */
export async function streamedBy(real: RealN8n, workflow: WorkflowFile, chatInput: string, onText: (text: string) => void = () => {}): Promise<string[]> {
	const { id } = await real.client.importWorkflow(workflow);
	await real.client.activateWorkflow(id);
	const webhookId = workflow.nodes.find((node) => node.webhookId !== undefined)?.webhookId;
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
	const events = text
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line) as { type: string; content?: string });
	expect(events.filter(({ type }) => type === 'error')).toEqual([]);
	return events.flatMap(({ type, content }) => (type === 'item' && content ? [content] : []));
}
