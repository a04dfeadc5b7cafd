import { mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runMain } from './child';
import { N8nClient } from './client';
import {
	runDemo,
	runQueueDemo,
	startBoth,
	startBuilt,
	startDemo,
	startSandbox,
	type DemoOptions,
} from './demo';
import { runFirstExample } from './first-example';
import { stderrLog, withProgress } from './log';
import { build } from './package';
import { ROOT } from './paths';
import { FIRST_EXAMPLE, provision } from './provision';
import { addressesFromEnvironment } from './queue/place';

const USAGE =
	"Usage: npm start [-- --once | [--queue [--postgres <url>] [--redis <url>]] [--port <n8n's port>] [--sandbox-port <port>]], or npm run dev [-- [--port …] [--sandbox-port …]]";

function readArguments() {
	try {
		const { values } = parseArgs({
			options: {
				once: { type: 'boolean', default: false },
				queue: { type: 'boolean', default: false },
				dev: { type: 'boolean', default: false },
				postgres: { type: 'string' },
				redis: { type: 'string' },
				port: { type: 'string' },
				'sandbox-port': { type: 'string' },
			},
		});
		const { once, queue, dev, postgres, redis, port, 'sandbox-port': sandboxPort } = values;
		if (Number(once) + Number(queue) + Number(dev) > 1)
			throw new Error('--once, --queue and --dev exclude each other.');
		if (once && (port ?? sandboxPort) !== undefined)
			throw new Error('--once takes any ports that are free.');
		if (!queue && (postgres ?? redis) !== undefined)
			throw new Error('--postgres and --redis need --queue.');
		const named = addressesFromEnvironment();
		return {
			once,
			queue,
			dev,
			ports: { port: portIn(port ?? '5678'), sandboxPort: portIn(sandboxPort ?? '8787') },
			servers: { postgres: postgres ?? named.postgres, redis: redis ?? named.redis },
		};
	} catch (error) {
		process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
		process.exit(2);
	}
}

function portIn(text: string): number {
	const port = Number(text);
	if (!Number.isInteger(port) || port < 1 || port > 65_535)
		throw new Error(`"${text}" is not a port (1 to 65535).`);
	return port;
}

/**
 * Runs the first example once, in a throw-away n8n, saves its image to `output` and ends the process.
 * The last line on stdout is one JSON object: `{ok, file, n8n, job}`, or `{ok: false, error}` with exit code 1.
 */
function runOnce(): void {
	const tell = (outcome: object) => process.stdout.write(`${JSON.stringify(outcome)}\n`);
	const folder = mkdtempSync(join(tmpdir(), 'media-generation-'));
	const work = async () => {
		const log = stderrLog();
		const { n8n, sandbox } = await startBoth(folder, {}, log);
		const client = new N8nClient(n8n.baseUrl);
		await withProgress(log, 'Setting up the login, credentials and the example', () =>
			provision(client, sandbox, FIRST_EXAMPLE),
		);
		const made = await withProgress(log, `Running "${FIRST_EXAMPLE}"`, () =>
			runFirstExample(client),
		);
		await Promise.all([n8n.stop(), sandbox.stop()]);
		tell({ ok: true, ...made, n8n: n8n.version });
		return 0;
	};
	runMain(work, {
		cleanUp: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
		onError: (error) => tell({ ok: false, error: error.message }),
		onSignal: () => tell({ ok: false, error: 'Stopped before it was done.' }),
	});
}

/** What each of the demo's two processes is made of. */
const OF_N8N = ['contract', 'credentials', 'nodes', 'icons'];
const OF_SANDBOX = ['contract', 'sandbox'];
/** Editors write several files at once; those of one change come within this time, in milliseconds. */
const SETTLED_MS = 300;

/**
 * Runs the demo and follows the code: a change to the nodes is built and n8n started anew, one to the sandbox restarts that.
 * What cannot be built is told, and what ran goes on.
 * @throws Error when something does not start
 */
async function runDev(options: DemoOptions): Promise<never> {
	const log = stderrLog();
	const demo = await startDemo(options, log);
	const changed = new Set<string>();
	let wake = () => {};
	for (const folder of new Set([...OF_N8N, ...OF_SANDBOX]))
		watch(join(ROOT, folder), { recursive: true }, () => {
			changed.add(folder);
			wake();
		});
	const portOf = ({ baseUrl }: { baseUrl: string }) => Number(new URL(baseUrl).port);
	const renew = async (folders: string[]) => {
		const { userFolder } = demo.n8n;
		if (folders.some((folder) => OF_SANDBOX.includes(folder))) {
			await demo.sandbox.stop();
			demo.sandbox = await startSandbox(userFolder, portOf(demo.sandbox), log);
		}
		if (folders.some((folder) => OF_N8N.includes(folder))) {
			await withProgress(log, 'Building the nodes', build);
			await demo.n8n.stop();
			demo.n8n = await startBuilt(userFolder, portOf(demo.n8n), log);
		}
	};
	for (;;) {
		log('Waiting for changes to the code …');
		if (changed.size === 0) await new Promise<void>((resolve) => (wake = resolve));
		await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
		const folders = [...changed];
		changed.clear();
		await renew(folders).catch((error: Error) => log(error.message));
	}
}

const { once, queue, dev, ports, servers } = readArguments();
const onSignal = () => void process.stdout.write('\nStopping …\n');
const run = () => (dev ? runDev(ports) : queue ? runQueueDemo(ports, servers) : runDemo(ports));
if (once) runOnce();
else runMain(run, { onSignal });
