import { mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runMain } from './child';
import { N8nClient } from './client';
import {
	runDemo,
	runQueueDemo,
	startBuilt,
	startDemo,
	startSandbox,
	type DemoOptions,
} from './demo';
import { makeFirstImage, runFirstExample, type FirstImage } from './first-example';
import { ensureN8n, isN8nInstalled } from './install';
import { stderrLog, withProgress } from './log';
import { startN8n } from './n8n';
import { build, ensureBuilt, installBuilt } from './package';
import { ROOT } from './paths';
import { FIRST_EXAMPLE, provision } from './provision';
import { addressesFromEnvironment } from './queue/place';
import { DEMO_SPEED, startSandboxProcess } from './sandbox-process';

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
			ports: { port: portOf(port ?? '5678'), sandboxPort: portOf(sandboxPort ?? '8787') },
			servers: { postgres: postgres ?? named.postgres, redis: redis ?? named.redis },
		};
	} catch (error) {
		process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
		process.exit(2);
	}
}

function portOf(text: string): number {
	const port = Number(text);
	if (!Number.isInteger(port) || port < 1 || port > 65_535)
		throw new Error(`"${text}" is not a port (1 to 65535).`);
	return port;
}

/**
 * Runs the first example once, in a throw-away n8n, saves its image to `output` and ends the process. Where n8n is yet
 * to be installed, the example runs in n8n's engine alone before that, so that there is an image to look at.
 * The last line on stdout is one JSON object: `{ok, file, n8n, job}`, or `{ok: false, error}` with exit code 1.
 */
function runOnce(): void {
	const tell = (outcome: object) => process.stdout.write(`${JSON.stringify(outcome)}\n`);
	const userFolder = mkdtempSync(join(tmpdir(), 'media-generation-'));
	const work = async () => {
		tell({ ok: true, ...(await generate(userFolder)) });
		return 0;
	};
	runMain(work, {
		cleanUp: () =>
			rmSync(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
		onError: (error) => tell({ ok: false, error: error.message }),
		onSignal: () => tell({ ok: false, error: 'Stopped before it was done.' }),
	});
}

async function generate(userFolder: string): Promise<FirstImage & { n8n: string }> {
	const log = stderrLog();
	await ensureBuilt(log);
	const sandbox = await withProgress(log, 'Starting the sandbox', () =>
		startSandboxProcess({ speed: DEMO_SPEED }),
	);
	if (!isN8nInstalled()) await makeFirstImage(sandbox, log);
	await ensureN8n(log);
	await installBuilt(userFolder, log);
	const n8n = await withProgress(log, 'Starting n8n', () => startN8n({ userFolder, log }));
	const client = new N8nClient(n8n.baseUrl);
	await withProgress(log, 'Setting up the login, credentials and the example', () =>
		provision(client, sandbox, FIRST_EXAMPLE),
	);
	const outcome = await withProgress(log, `Running "${FIRST_EXAMPLE}"`, () =>
		runFirstExample(client),
	);
	await Promise.all([n8n.stop(), sandbox.stop()]);
	return { ...outcome, n8n: n8n.version };
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
	const renew = async (folders: string[]) => {
		const { userFolder, baseUrl } = demo.n8n;
		if (folders.some((folder) => OF_SANDBOX.includes(folder))) {
			await demo.sandbox.stop();
			const port = Number(new URL(demo.sandbox.baseUrl).port);
			demo.sandbox = await startSandbox(userFolder, port, log);
		}
		if (folders.some((folder) => OF_N8N.includes(folder))) {
			await withProgress(log, 'Building the nodes', build);
			await demo.n8n.stop();
			demo.n8n = await startBuilt(userFolder, Number(new URL(baseUrl).port), log);
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
