import { createRequire } from 'node:module';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { ensureN8n, nodeRun, silentLog, type Execution } from '../../host';
import { agentWorkflow, chatTrigger, chunk, eventsOf, eventStream } from '../support/chat';
import { untilEnded } from '../support/executions';
import { outputOf, useRealN8n } from '../support/realN8n';
import { IMAGE, modelId } from '../support/sandbox';
import { inARow, NODE_TYPE, start } from '../support/workflowFiles';

const real = useRealN8n();
const generate = () => real.ours('Generate', NODE_TYPE, { ...IMAGE, prompt: 'A fox' });
const look = (images: unknown) =>
	real.ours('Look', NODE_TYPE, {
		resource: 'chat',
		operation: 'complete',
		model: modelId('sandbox-chat-small'),
		messages: { message: [{ role: 'user', content: 'What is it?' }] },
		images,
	});

test.each([
	['the file of the item', ['data']],
	['its address', ['={{ $json.url }}']],
])('a chat looks at an image that was made before: %s', async (_, images) => {
	const execution = await real.runFile(inARow(start(), generate(), look(images)));
	expect(outputOf(execution, 'Look')[0]?.text).toBe(
		'sandbox-chat-small heard: What is it? It saw a PNG image of 1024 × 1024 pixels.',
	);
});

test('n8n counts the tokens of a chat', async () => {
	const execution = await real.runFile(inARow(start(), look([])));
	const { prompt_tokens, completion_tokens } = outputOf(execution, 'Look')[0]?.usage as IDataObject;
	expect(nodeRun(execution, 'Look')?.metadata?.tokenUsage).toEqual({
		inputTokens: prompt_tokens,
		outputTokens: completion_tokens,
	});
});

/** What the chat model has told n8n of its last answer. */
const toldBy = (execution: Execution) =>
	nodeRun(execution, 'Model')?.data?.ai_languageModel?.[0]?.[0]?.json ?? {};
/** What n8n's evaluations count of an execution. */
async function evaluated({ data }: Execution): Promise<{ total: { totalTokens: number } }> {
	const { folder: n8n } = await ensureN8n(silentLog);
	const utils = createRequire(path.join(n8n, 'package.json'))(
		'n8n/dist/evaluation.ee/test-runner/utils.ee.js',
	) as {
		extractTokenUsage(runData: object): { total: { totalTokens: number } };
	};
	return utils.extractTokenUsage(data.resultData.runData);
}

test('n8n and its evaluations count the tokens of the chat model', async () => {
	const execution = await real.runFile(agentWorkflow(real, 'How are you?'));
	const { tokenUsage } = toldBy(execution);
	expect(tokenUsage).toEqual({
		promptTokens: expect.any(Number),
		completionTokens: expect.any(Number),
		totalTokens: expect.any(Number),
	});
	expect((await evaluated(execution)).total).toEqual(tokenUsage);
});

async function streamed(): Promise<Execution> {
	const workflow = agentWorkflow(real, '={{ $json.chatInput }}', { from: chatTrigger() });
	const { id } = await real.client.importWorkflow(workflow);
	await eventsOf(real, { ...workflow, id }, 'How are you?');
	const [execution] = (await untilEnded(real.client, id)).keys();
	return await real.client.getExecution(String(execution));
}

test('of a stream that tells its tokens too; of one that does not, n8n counts what it estimates', async () => {
	expect(toldBy(await streamed()).tokenUsage).toMatchObject({
		completionTokens: expect.any(Number),
	});
	const body = eventStream(
		chunk({ role: 'assistant', content: 'Well' }),
		chunk({}, 'stop'),
		'[DONE]',
	);
	const headers = { 'content-type': 'text/event-stream' };
	real.fault = ({ path: asked }) =>
		asked.includes('chat') ? { when: 'before', give: new Response(body, { headers }) } : undefined;
	const execution = await streamed();
	expect(toldBy(execution)).toMatchObject({ tokenUsageEstimate: { completionTokens: 1 } });
	expect(toldBy(execution)).not.toHaveProperty('tokenUsage');
	expect((await evaluated(execution)).total.totalTokens).toBeGreaterThan(0);
});
