import path from 'node:path';
import { ensureN8n, ROOT, silentLog } from '../../host';
import { run } from '../../host/child';
import { givenN8n, otherVersion } from '../../host/paths';

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
