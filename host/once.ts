import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8nClient } from './client';
import { makeFirstImage, runFirstExample, type FirstImage } from './first-example';
import { ensureN8n, isN8nInstalled } from './install';
import { stderrLog, withProgress } from './log';
import { runMain } from './child';
import { startN8n } from './n8n';
import { ensureBuilt, installBuilt } from './package';
import { FIRST_EXAMPLE, provision } from './provision';
import { DEMO_SPEED, startSandboxProcess } from './sandbox-process';

/**
 * Runs the first example once, in a throw-away n8n, saves its image to `output` and ends the process. Where n8n is yet
 * to be installed, the example runs in n8n's engine alone before that, so that there is an image to look at.
 * The last line on stdout is one JSON object: `{ok, file, n8n, job}`, or `{ok: false, error}` with exit code 1.
 */
export function runOnce(): void {
	const userFolder = mkdtempSync(join(tmpdir(), 'media-generation-'));
	runMain(
		async () => {
			writeLine({ ok: true, ...(await generate(userFolder)) });
			return 0;
		},
		{
			cleanUp: () =>
				rmSync(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
			onError: (error) => writeLine({ ok: false, error: error.message }),
			onSignal: () => writeLine({ ok: false, error: 'Stopped before it was done.' }),
		},
	);
}

interface Outcome extends FirstImage {
	/** n8n's version. */
	n8n: string;
}

async function generate(userFolder: string): Promise<Outcome> {
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

function writeLine(value: Record<string, unknown>): void {
	process.stdout.write(`${JSON.stringify(value)}\n`);
}
