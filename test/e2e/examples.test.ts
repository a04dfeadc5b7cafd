import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { executionError, lastItems, provision, ROOT } from '../../host';
import { streamedBy } from '../support/chat';
import { useRealN8n } from '../support/realN8n';

const real = useRealN8n({ sandbox: { speed: 10 } });

test('a newcomer’s n8n has every example, once', async () => {
	const files = readdirSync(path.join(ROOT, 'examples')).length;
	const { baseUrl, apiKey, session } = real.sandbox;
	const sandbox = { baseUrl, apiKey, session } as Parameters<typeof provision>[1];
	expect((await provision(real.client, sandbox)).imported).toHaveLength(files);
	expect(await provision(real.client, sandbox)).toMatchObject({ imported: [], kept: { length: files } });
});

test.each([
	['Generate an image', 1, { status: 'completed', model: 'model-dev' }],
	['Several pictures, asleep until they are done', 4, { status: 'completed', model: 'model-dev' }],
	['What it would cost, and what is left', 1, { available_usd: expect.any(Number) }],
])('the example "%s" runs as it comes', async (name, count, json) => {
	const workflow = await real.client.findWorkflow(name);
	if (!workflow) throw new Error(`no example ${name}`);
	const execution = await real.client.runWorkflow(workflow.id);
	expect(executionError(execution)).toBeUndefined();
	const items = lastItems(execution);
	expect(items).toHaveLength(count);
	for (const item of items) expect(item.json).toMatchObject(json);
});

test.each([
	['An artist that knows its budget', 'Draw a picture of a red fox', /\/media\/\S+$/],
	['An artist that knows its budget', 'Draw two pictures of a red fox', /(\/media\/\S+ ?\S*){2}$/],
	['An artist that knows its budget', 'What is left of the budget?', /"available_usd":\d+/],
	['A chat that answers word by word', 'How are you?', /How are you\?$/],
])('the example "%s" answers "%s"', async (name, message, answer) => {
	const workflow = await real.client.findWorkflow(name);
	if (!workflow) throw new Error(`no example ${name}`);
	const [trigger, ...others] = workflow.nodes;
	const open = { ...trigger, parameters: { ...trigger?.parameters, public: true, mode: 'webhook' }, webhookId: randomUUID() } as (typeof others)[number];
	const chunks = await streamedBy(real, { ...workflow, nodes: [open, ...others] }, message);
	expect(chunks.length).toBeGreaterThan(1);
	expect(chunks.join('')).toMatch(answer);
});
