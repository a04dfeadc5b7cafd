// Loads every node and every credential type that n8n comes with, and names each that does not load. Runs on n8n's own Node.js.
// usage: node host/load-nodes.mjs <the node_modules in which n8n is>
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const modules = realpathSync(process.argv[2]);
const require = createRequire(join(modules, 'n8n', 'package.json'));
const failures = [];
let loaded = 0;

for (const name of ['n8n-nodes-base', '@n8n/n8n-nodes-langchain']) {
	const { n8n } = require(join(modules, name, 'package.json'));
	for (const file of [...n8n.nodes, ...n8n.credentials]) {
		try {
			require(join(modules, name, file));
			loaded++;
		} catch (error) {
			failures.push(`${name}/${file}: ${error.message.split('\n')[0]}`);
		}
	}
}

process.stdout.write(`${JSON.stringify({ loaded, failures })}\n`);
// Some nodes open connections or set timers as they are loaded.
process.exit(0);
