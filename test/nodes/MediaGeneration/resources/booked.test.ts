import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DataTables } from '../../../support/dataTable';
import { runNode } from '../../../support/engine';
import { modelId, useSandbox } from '../../../support/sandbox';

const sandbox = useSandbox({ balanceUsd: '1000' });

/** What the ledger and the service are told of an edit of this stored file. */
async function edit(id: string, prompt: string) {
	const tables = new DataTables();
	const file = { data: 'filesystem-v2', id: `filesystem-v2:${id}`, mimeType: 'image/png', fileName: 'a.png' };
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
