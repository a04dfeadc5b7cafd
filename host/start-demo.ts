import { join } from 'node:path';

import { ensureBuilt } from './build';
import { N8nClient } from './client';
import { makeFirstImage } from './engine/first-image';
import { greet } from './greeting';
import { ensureN8n, isN8nInstalled } from './install';
import { claimLock } from './lock';
import { stderrLog, withProgress, type Log } from './log';
import { FILES_FOLDER } from './n8n-env';
import { showJobs } from './n8n-log';
import { startN8n, type RunningN8n } from './n8n-process';
import { installBuilt } from './package';
import { cacheDir } from './paths';
import { provision, type Provisioned } from './provision';
import { DEMO_SPEED, startSandboxProcess, type RunningSandbox } from './sandbox-process';
import { untilOneEnds } from './until-one-ends';

/** The preferred ports; the next free ones are taken when they are in use. */
export interface DemoOptions {
	port: number;
	sandboxPort: number;
}

/**
 * Starts the sandbox and an n8n with the package, the credentials and the examples in it, and stays. Where n8n is yet to
 * be installed, a first image is made before that, in n8n's engine alone.
 * @throws Error when something does not start, or ends by itself
 */
export async function runDemo(options: DemoOptions): Promise<never> {
	const { n8n, sandbox } = await startDemo(options, stderrLog());
	return await untilOneEnds([
		{ name: 'n8n', ...n8n },
		{ name: 'The sandbox', ...sandbox },
	]);
}

/** The demo's two processes. */
export interface Demo {
	n8n: RunningN8n;
	sandbox: RunningSandbox;
}

/**
 * Starts the demo and greets the user.
 * @throws Error when something does not start
 */
export async function startDemo({ port, sandboxPort }: DemoOptions, log: Log): Promise<Demo> {
	const userFolder = join(cacheDir(), 'home');
	const holder = claimLock(join(cacheDir(), 'home.lock'));
	if (holder !== undefined) {
		throw new Error(
			`The demo runs already (process ${holder}), with its data in ${userFolder}. Stop it first, with Ctrl-C where it runs.`,
		);
	}
	await ensureBuilt(log);
	const sandbox = await startSandbox(sandboxPort, log);
	if (!isN8nInstalled()) await makeFirstImage(sandbox, log);
	await ensureN8n(log);
	const n8n = await startBuilt(port, log);
	const provisioned = await withProgress(
		log,
		'Setting up the login, credentials and examples',
		() => provision(new N8nClient(n8n.baseUrl), sandbox),
	);
	process.stdout.write(greeting(n8n, sandbox, provisioned));
	return { n8n, sandbox };
}

/** Starts the demo's sandbox, which goes on with what it has kept. @throws Error when it does not start */
export async function startSandbox(port: number, log: Log): Promise<RunningSandbox> {
	const data = join(cacheDir(), 'home', 'sandbox.json');
	return await withProgress(log, 'Starting the sandbox', () =>
		startSandboxProcess({ port, speed: DEMO_SPEED, data }),
	);
}

/** Where n8n keeps its log. */
const logFile = (userFolder: string) => join(userFolder, 'n8n.log');

/** Starts the demo's n8n with the package as it is built. @throws Error when it cannot be installed, or n8n does not start */
export async function startBuilt(port: number, log: Log): Promise<RunningN8n> {
	const userFolder = join(cacheDir(), 'home');
	await installBuilt(userFolder, log);
	const env = { N8N_LOG_OUTPUT: 'console,file', N8N_LOG_FILE_LOCATION: logFile(userFolder) };
	return await withProgress(log, 'Starting n8n', () =>
		startN8n({ userFolder, port, env, onLine: showJobs(log), log }),
	);
}

function greeting(n8n: RunningN8n, sandbox: RunningSandbox, provisioned: Provisioned): string {
	return greet({
		what: `n8n ${n8n.version}`,
		baseUrl: n8n.baseUrl,
		sandbox,
		provisioned,
		more: [
			['Written files:', join(n8n.userFolder, FILES_FOLDER)],
			[
				"n8n's log:",
				logFile(n8n.userFolder),
				'Each accepted job that is not kept in a ledger is also named here, below.',
			],
			['Everything else:', `${n8n.userFolder}  (delete it to start afresh)`],
		],
	});
}
