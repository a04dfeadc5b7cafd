import type { IDataObject } from 'n8n-workflow';
import type { FaultHook } from '../../../../../sandbox';
import { NODE_NAME, runNode } from '../../../../support/engine';
import { modelId, useSandbox } from '../../../../support/sandbox';

let fault: FaultHook = () => undefined;
const sandbox = useSandbox({ faults: (request) => fault(request) });
afterEach(() => {
	fault = () => undefined;
});

const chat = (more: object = {}) => ({
	resource: 'chat',
	operation: 'complete',
	model: modelId('sandbox-chat-small'),
	messages: { message: [{ role: 'user', content: '={{ $json.text }}' }] },
	...more,
});
const run = async (texts: string[], more: object = {}, parameters: object = {}) => {
	const items = texts.map((text) => ({ json: { text } }));
	const result = await runNode({
		parameters: chat(parameters) as never,
		items,
		credentials: sandbox.credentials(),
		...more,
	});
	return {
		...result,
		counted: result.run.data.resultData.runData[NODE_NAME]?.[0]?.metadata?.tokenUsage,
	};
};
const used = (json: IDataObject | undefined) =>
	json?.usage as { prompt_tokens: number; completion_tokens: number; total_tokens: number };

test('n8n counts the tokens of all items', async () => {
	const { items, counted } = await run(['Hello', 'Tell me a long story about a fox']);
	const usages = items.map(({ json }) => used(json));
	const sum = (name: keyof ReturnType<typeof used>) =>
		usages.reduce((total, usage) => total + usage[name], 0);
	expect(counted).toEqual({
		inputTokens: sum('prompt_tokens'),
		outputTokens: sum('completion_tokens'),
	});
});

test('an answer that a retry knows already is counted once', async () => {
	let refused = 0;
	fault = ({ body }) =>
		body.includes('refused') && refused++ === 0
			? { when: 'before', give: Response.json({ error: { message: 'not now' } }, { status: 403 }) }
			: undefined;
	const { items, counted } = await run(['one', 'refused'], {
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
	});
	expect(refused).toBeGreaterThan(1);
	expect(counted?.inputTokens).toBe(
		items.reduce((total, { json }) => total + used(json).prompt_tokens, 0),
	);
});

test.each([
	['that tells no tokens counts none', {}, false],
	[
		'that is asked to tell them counts them',
		{ options: { extraBody: '{ "stream_options": { "include_usage": true } }' } },
		true,
	],
])('a stream %s', async (_, parameters, isCounted) => {
	const { counted, error } = await run(['Hello'], { onChunk: () => {} }, parameters);
	expect(error).toBeUndefined();
	expect(counted !== undefined).toBe(isCounted);
});
