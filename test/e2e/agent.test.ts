import { randomUUID } from 'node:crypto';
import { executionError, nodeItems } from '../../host';
import { modelId } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';

const real = useRealN8n();
const at = (x: number): [number, number] => [x, 0];

test('an agent with our chat model and our tool draws what it is asked for', async () => {
	const { client, credentials } = real;
	const own = 'n8n-nodes-media-generation';
	const node = (name: string, type: string, typeVersion: number, parameters: object, x: number) => ({
		id: randomUUID(), name, type, typeVersion, position: at(x), parameters: parameters as never,
		...(type.startsWith(own) && { credentials: { mediaGenerationApi: credentials.mediaGenerationApi as { id: string; name: string } } }),
	});
	const { id } = await client.importWorkflow({
		name: 'Agent',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}, 0),
			node('Agent', '@n8n/n8n-nodes-langchain.agent', 2, { promptType: 'define', text: 'Draw a picture of a red fox', options: {} }, 200),
			node('Model', `${own}.lmChatMediaGeneration`, 1, { model: modelId('sandbox-chat-small'), options: {} }, 200),
			node('Draw', `${own}.mediaGenerationTool`, 1, {
				descriptionType: 'manual',
				toolDescription: 'Draws a picture from a prompt and gives its URL',
				resource: 'image',
				operation: 'generate',
				prompt: "={{ $fromAI('prompt', 'What the picture should show', 'string') }}",
				model: modelId('model-dev'),
				options: { download: false },
			}, 400),
		],
		connections: {
			Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
			Draw: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
	});
	const execution = await client.runWorkflow(id);
	expect(executionError(execution)).toBeUndefined();
	const generations = real.sandbox.sandbox.requests.filter(({ path }) => path === '/v1/images/generations');
	expect(generations).toHaveLength(1);
	const [job] = [...real.sandbox.sandbox.state.jobs.values()].slice(-1);
	expect(String(nodeItems(execution, 'Agent')[0]?.json.output)).toContain(`/media/${job?.id}`);
	const chats = real.sandbox.sandbox.requests.filter(({ path }) => path === '/v1/chat/completions');
	for (const { headers } of chats) expect(headers['x-api-key']).toBe(real.sandbox.apiKey);
	expect(await client.getExecutionRaw(execution.id)).not.toContain(real.sandbox.apiKey);
});
