import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DataTables } from '../../../support/dataTable';
import { runNode } from '../../../support/engine';
import { modelId, useSandbox } from '../../../support/sandbox';

const sandbox = useSandbox({ balanceUsd: '1000' });

/** What the ledger and the service are told of an edit of this stored file. */
async function edit(id: string, prompt: string) {
	const tables = new DataTables();
	const file = {
		data: 'filesystem-v2',
		id: `filesystem-v2:${id}`,
		mimeType: 'image/png',
		fileName: 'a.png',
	};
	await runNode({
		parameters: {
			resource: 'image',
			operation: 'edit',
			prompt,
			image_urls: ['data'],
			model: modelId('sandbox-edit-sequential'),
			options: { download: false, ledger: 'my_jobs' },
		} as INodeParameters,
		items: [{ json: {}, binary: { data: file } }],
		credentials: sandbox.credentials(),
		additional: tables.additional,
	});
	const sent = sandbox.requests('POST').at(-1)?.body as IDataObject;
	return { hash: tables.rowsOf('my_jobs')[0]?.request_hash, links: sent.image_urls };
}

test('the hash in the ledger is the same for the same request, though n8n’s links to its files differ', async () => {
	const first = await edit('one', 'a hat');
	const again = await edit('two', 'a hat');
	expect(again.links).not.toEqual(first.links);
	expect(again.hash).toBe(first.hash);
	expect((await edit('one', 'a coat')).hash).not.toBe(first.hash);
});

test('the hash in the ledger is the same for requests that come to the same', async () => {
	const hashOf = async (prompt: string, parametersJson: string) => {
		const tables = new DataTables();
		const { error } = await runNode({
			parameters: {
				resource: 'image',
				operation: 'generate',
				prompt,
				model: modelId('model-dev'),
				specifyParameters: 'json',
				parametersJson,
				options: { download: false, ledger: 'my_jobs' },
			} as INodeParameters,
			credentials: sandbox.credentials(),
			additional: tables.additional,
		});
		expect(error).toBeUndefined();
		return tables.rowsOf('my_jobs')[0]?.request_hash;
	};
	const hash = await hashOf('a hat', '{"image_width":512,"seed":7}');
	expect(await hashOf(' a hat\n', '{"seed":"7","image_width":512,"image_height":1024}')).toBe(hash);
	expect(await hashOf('a hat', '{"image_width":512,"seed":8}')).not.toBe(hash);
});

describe('what a ledger is told of a request before it is sent', () => {
	const told = async (parameters: object, items: Array<{ json: IDataObject }> = [{ json: {} }]) => {
		const tables = new DataTables();
		const { error } = await runNode({
			parameters: {
				resource: 'image',
				operation: 'generate',
				prompt: 'a hat',
				model: modelId('model-dev'),
				...parameters,
			} as INodeParameters,
			items,
			credentials: sandbox.credentials(),
			additional: tables.additional,
		});
		expect(error).toBeUndefined();
		return tables.rowsOf('my_jobs').filter(({ state }) => state === 'sending');
	};
	const options = { download: false, ledger: 'my_jobs' };
	const usual = {
		workflow_id: 'test-workflow',
		workflow: 'Test',
		execution_id: expect.stringMatching(/./),
		node: 'Media Generation',
		item: 0,
		request_hash: expect.stringMatching(/./),
		kind: 'image',
		model: 'model-dev',
		estimated_cost_usd: 0.1,
		estimated_cost_nanos: '100000000',
		key: null,
		prompt: null,
	};

	test('where it comes from, what it asks for and what it may cost', async () => {
		expect(await told({ options })).toMatchObject([usual]);
	});

	test('its key and its prompt, where they are wanted', async () => {
		const items = ['one', 'two'].map((id) => ({ json: { id } }));
		const rows = await told(
			{
				options: { ...options, concurrency: 1, payOnceFor: '={{ $json.id }}', ledgerPrompts: true },
			},
			items,
		);
		expect(rows).toMatchObject([
			{ ...usual, key: 'one', prompt: 'a hat' },
			{ ...usual, key: 'two', prompt: 'a hat', item: 1 },
		]);
	});

	test('of a model that only the service can price, its price where a budget needs it', async () => {
		const unlisted = { model: modelId('sandbox-image-wide') };
		const estimates = () =>
			sandbox.requests('POST').filter(({ path }) => path === '/v1/billing/estimate').length;
		const row = { ...usual, model: 'sandbox-image-wide' };
		expect(await told({ ...unlisted, options })).toMatchObject([
			{ ...row, estimated_cost_usd: null, estimated_cost_nanos: null },
		]);
		expect(estimates()).toBe(0);
		expect(await told({ ...unlisted, options: { ...options, maxCostPerDay: 5 } })).toMatchObject([
			row,
		]);
		expect(estimates()).toBe(1);
	});
});

test('the service is asked for a price once, however many want to know it', async () => {
	const { error } = await runNode({
		parameters: {
			resource: 'image',
			operation: 'generate',
			prompt: 'a hat',
			model: modelId('sandbox-image-wide'),
			options: {
				download: false,
				maxCost: 5,
				checkBalance: true,
				ledger: 'my_jobs',
				maxCostPerDay: 5,
			},
		} as INodeParameters,
		credentials: sandbox.credentials(),
		additional: new DataTables().additional,
	});
	expect(error).toBeUndefined();
	expect(sandbox.requests('POST').map(({ path }) => path)).toEqual([
		'/v1/billing/estimate',
		'/v1/images/generations',
	]);
});
