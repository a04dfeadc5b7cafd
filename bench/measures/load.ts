import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { communityNodesDir, ensureN8n, silentLog } from '../../host';
import { median, type Figure, type Measure } from '../figure';
import type { Stage } from '../stage';
import { NODE_TYPE } from '../../test/support/workflowFiles';

const THEIRS = 'n8n-nodes-base.httpRequest';

/** How long a node takes to be required by a new process, and how much the editor must be told of it. */
export const load = ({ client, n8n, runs }: Stage): Measure => ({
	keys: ['load.time', 'load.description'],
	run: async () => {
		const { node, script } = await ensureN8n(silentLog);
		const n8nModules = dirname(dirname(dirname(script)));
		const ours = join(
			communityNodesDir(n8n.userFolder),
			'node_modules/n8n-nodes-media-generation/dist/nodes/MediaGeneration/MediaGeneration.node.js',
		);
		const theirs = join(n8nModules, 'n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js');
		// n8n has loaded its own modules by the time it loads a package.
		const timed = `require('n8n-workflow'); const from = performance.now(); require(process.argv[1]); process.stdout.write(String(performance.now() - from));`;
		const ms = async (file: string) =>
			Number(
				(
					await promisify(execFile)(node, ['-e', timed, file], {
						cwd: n8nModules,
						env: { ...process.env, NODE_PATH: n8nModules },
					})
				).stdout,
			);
		const took = { ours: [] as number[], theirs: [] as number[] };
		for (let run = 0; run < runs; run++) {
			took.ours.push(await ms(ours));
			took.theirs.push(await ms(theirs));
		}
		const types = await client.nodeTypes();
		const size = (wanted: string) =>
			Math.max(
				...types.filter(({ name }) => name === wanted).map((type) => JSON.stringify(type).length),
			) / 1024;
		const figures: Figure[] = [
			{
				key: 'load.time',
				what: 'requiring the node in a new process, beside HTTP Request',
				value: median(took.ours) / median(took.theirs),
				goal: 1,
				from: { 'ours ms': median(took.ours), 'HTTP Request ms': median(took.theirs) },
			},
			{
				key: 'load.description',
				what: 'size of the description, beside that of HTTP Request',
				value: size(NODE_TYPE) / size(THEIRS),
				goal: 1.5,
				from: { 'ours KiB': size(NODE_TYPE), 'HTTP Request KiB': size(THEIRS) },
			},
		];
		return figures;
	},
});
