import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureN8n, ROOT, silentLog } from '../../host';
import { run } from '../../host/child';
import { givenN8n, otherVersion } from '../../host/paths';
import { useRealN8n } from '../support/realN8n';

const real = useRealN8n();

const isPinned = givenN8n() === undefined && otherVersion() === undefined;

(isPinned ? test : test.skip)(
	'every node of the n8n that the demo installs loads: none lacks a dependency',
	async () => {
		const { node, folder } = await ensureN8n(silentLog);
		const printed = await run(node, [
			path.join(ROOT, 'host', 'load-nodes.mjs'),
			path.join(folder, 'node_modules'),
		]);
		const { loaded, failures } = JSON.parse(printed.trim().split('\n').at(-1) ?? '') as {
			loaded: number;
			failures: string[];
		};
		expect(failures).toEqual([]);
		expect(loaded).toBeGreaterThan(900);
	},
);

test('Docs of a node leads to a page that this n8n serves, until there is a repository', async () => {
	const codex = JSON.parse(
		readFileSync(path.join(ROOT, 'nodes/MediaGeneration/MediaGeneration.node.json'), 'utf8'),
	) as { resources: { primaryDocumentation: Array<{ url: string }> } };
	const [{ url } = { url: '' }] = codex.resources.primaryDocumentation;
	if (!url.startsWith('/')) return;
	// The editor adds where its reader comes from.
	const page = await fetch(`${real.n8n.baseUrl}${url}?utm_source=n8n_app`);
	expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
	expect(await page.text()).toContain('<h1>Media Generation</h1>');
});
