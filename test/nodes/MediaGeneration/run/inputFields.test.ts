import type { INodeParameters, IRun } from 'n8n-workflow';
import { runNode } from '../../../support/engine';
import { IMAGE, useSandbox } from '../../../support/sandbox';

const sandbox = useSandbox();
const passedOn = ({ data }: IRun) =>
	data.executionData?.nodeExecutionStack[0]?.data.main?.[0] ?? [];

const rows = [
	{ prompt: 'a fox', sku: 'A1', status: 'in stock', error: 'an old one' },
	{ prompt: 'an owl [fail]', sku: 'B2' },
];
const run = async (more: object = {}, options: object = { includeInput: true }) =>
	await runNode({
		parameters: {
			...IMAGE,
			prompt: '={{ $json.prompt }}',
			...more,
			options: { download: false, ...options },
		} as unknown as INodeParameters,
		items: rows.map((json) => ({ json })),
		credentials: sandbox.credentials(),
		settings: { onError: 'continueRegularOutput' },
	});

test('items carry the fields of their input, failed ones too; what the node says itself stays', async () => {
	const { items } = await run();
	expect(items).toMatchObject([
		{ json: { sku: 'A1', status: 'completed', prompt: 'a fox' } },
		{ json: { sku: 'B2', status: 'failed' } },
	]);
	expect(items[0]?.json.error).toBeUndefined();
	expect(Object.keys(items[1]?.json ?? {})[0]).toBe('error');
});

test('without the Option there are none', async () => {
	const { items } = await run({}, {});
	expect(items.map(({ json }) => json.sku)).toEqual([undefined, undefined]);
});

test('an expression that fails is told before anything is sent', async () => {
	const { items } = await run({}, { includeInput: '={{ $("Nowhere").item.json.x }}' });
	expect(items.map(({ json }) => json.status)).toEqual(['failed', 'failed']);
	expect(sandbox.requests('POST')).toEqual([]);
});

test('what comes out of a pause carries them too', async () => {
	const { run: whole, items } = await run({ waitFor: 'callback' });
	const out = whole.waitTill ? passedOn(whole) : items;
	expect(out.map(({ json }) => json.sku).sort()).toEqual(['A1', 'B2']);
});
