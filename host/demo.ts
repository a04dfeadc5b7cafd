import { join } from 'node:path';

import { N8nClient } from './client';
import { makeFirstImage } from './first-example';
import { ensureN8n, isN8nInstalled } from './install';
import { claimLock } from './lock';
import { stderrLog, withProgress, type Log } from './log';
import { FILES_FOLDER, startN8n, type RunningN8n } from './n8n';
import { ensureBuilt, installBuilt } from './package';
import { cacheDir } from './paths';
import { DEMO_OWNER, FIRST_EXAMPLE, provision, type Provisioned } from './provision';
import { missingServers, type ServerAddresses } from './queue/place';
import { mainFolder, startQueue } from './queue/start';
import { DEMO_SPEED, startSandboxProcess, type RunningSandbox } from './sandbox-process';
import { hashOf } from './stamps';

/** The preferred ports; the next free ones are taken when they are in use. Without, any free ones. */
export interface DemoOptions {
	port?: number;
	sandboxPort?: number;
}

/** The demo's two processes. */
export interface Demo {
	n8n: RunningN8n;
	sandbox: RunningSandbox;
}

/** Where webhooks are called in queue mode, unless it is taken. */
const PROXY_PORT = 5690;
const NAME_DIGITS = 8;
const LAST_LINES = 30;

/**
 * Runs the demo and stays.
 * @throws Error when something does not start, or ends by itself
 */
export async function runDemo(options: DemoOptions): Promise<never> {
	const { n8n, sandbox } = await startDemo(options, stderrLog());
	return await untilOneEnds({ n8n, 'The sandbox': sandbox });
}

/**
 * Starts the demo and greets the user.
 * @throws Error when something does not start
 */
export async function startDemo(options: DemoOptions, log: Log): Promise<Demo> {
	const folder = claimFolder('home');
	const demo = await startBoth(folder, options, log);
	const { version, baseUrl } = demo.n8n;
	await setUpAndGreet(`n8n ${version}`, baseUrl, demo.sandbox, log, [
		['Written files:', join(folder, FILES_FOLDER)],
		["n8n's log:", `${logFile(folder)}  (with the ID of each accepted job)`],
		['Everything else:', `${folder}  (delete it to start afresh)`],
	]);
	return demo;
}

/**
 * Starts the sandbox and an n8n with the package in it. Where n8n is yet to be installed, a first image is made before
 * that, in n8n's engine alone.
 * @param folder what both keep
 * @throws Error when something does not start
 */
export async function startBoth(
	folder: string,
	{ port, sandboxPort }: DemoOptions,
	log: Log,
): Promise<Demo> {
	await ensureBuilt(log);
	const sandbox = await startSandbox(folder, sandboxPort, log);
	if (!isN8nInstalled()) await makeFirstImage(sandbox, log);
	await ensureN8n(log);
	return { sandbox, n8n: await startBuilt(folder, port, log) };
}

/**
 * The same with an n8n in queue mode, and stays.
 * @param servers where PostgreSQL and Redis are
 * @throws Error when a server is missing, when something does not start, or ends by itself
 */
export async function runQueueDemo(
	{ port, sandboxPort }: DemoOptions,
	servers: ServerAddresses,
): Promise<never> {
	const log = stderrLog();
	const missing = await missingServers(servers);
	if (missing !== undefined) throw new Error(missing);
	const folder = claimFolder('queue');
	await ensureN8n(log);
	await ensureBuilt(log);
	await installBuilt(mainFolder(folder), log);
	const sandbox = await startSandbox(folder, sandboxPort, log);
	const name = `media_generation_${hashOf(folder).slice(0, NAME_DIGITS)}`;
	const queue = await startQueue({ folder, name, servers, port, proxyPort: PROXY_PORT, log });
	const { main, workers, webhooks, proxy, processes } = queue;
	const addresses = (of: typeof processes) => of.map(({ baseUrl }) => baseUrl).join('  ');
	await setUpAndGreet(`n8n ${main.version} in queue mode`, main.baseUrl, sandbox, log, [
		['Webhooks:', `${proxy.url}  in turn to  ${addresses(webhooks)}`],
		["Workers' health:", addresses(workers)],
		[
			'Everything else:',
			`${folder}, in the PostgreSQL schema ${name}, and in Redis under ${name}:`,
		],
	]);
	const lasting = processes.map((each) => [
		`n8n's ${each.name}`,
		{ exited: each.exited(), logs: () => each.logs() },
	]);
	return await untilOneEnds({ 'The sandbox': sandbox, ...Object.fromEntries(lasting) });
}

/** The folder of a demo's data, which this process has to itself from now on. */
function claimFolder(name: string): string {
	const folder = join(cacheDir(), name);
	claimLock(`${folder}.lock`, `The demo with its data in ${folder} runs`);
	return folder;
}

/** Starts a demo's sandbox, which goes on with what it has kept. @throws Error when it does not start */
export async function startSandbox(
	folder: string,
	port: number | undefined,
	log: Log,
): Promise<RunningSandbox> {
	const data = join(folder, 'sandbox.json');
	return await withProgress(log, 'Starting the sandbox', () =>
		startSandboxProcess({ port, speed: DEMO_SPEED, data }),
	);
}

const logFile = (userFolder: string) => join(userFolder, 'n8n.log');

/** Starts the demo's n8n with the package as it is built. @throws Error when it cannot be installed, or n8n does not start */
export async function startBuilt(
	userFolder: string,
	port: number | undefined,
	log: Log,
): Promise<RunningN8n> {
	await installBuilt(userFolder, log);
	const env = { N8N_LOG_OUTPUT: 'console,file', N8N_LOG_FILE_LOCATION: logFile(userFolder) };
	return await withProgress(log, 'Starting n8n', () => startN8n({ userFolder, port, env, log }));
}

/** What one label of the greeting stands for. */
type GreetingRow = [label: string, text: string];

async function setUpAndGreet(
	what: string,
	baseUrl: string,
	sandbox: RunningSandbox,
	log: Log,
	more: GreetingRow[],
): Promise<void> {
	const provisioned = await withProgress(
		log,
		'Setting up the login, credentials and examples',
		async () => await provision(new N8nClient(baseUrl), sandbox),
	);
	process.stdout.write(greet([`${what} is ready:`, baseUrl], sandbox, provisioned, more));
}

/** What a person needs to begin: where n8n is, how to log in, what to try, and what makes a credential by hand. */
export function greet(
	ready: GreetingRow,
	sandbox: Pick<RunningSandbox, 'baseUrl' | 'apiKey' | 'session'>,
	{ imported, kept }: Provisioned,
	more: GreetingRow[],
): string {
	const others = [...imported, ...kept].filter((name) => name !== FIRST_EXAMPLE).sort();
	const rows: GreetingRow[] = [
		ready,
		['Log in with:', `${DEMO_OWNER.email}  /  ${DEMO_OWNER.password}`],
		['Workflows to try:', `${FIRST_EXAMPLE}  (begin here)`],
		...others.map((name): GreetingRow => ['', name]),
		[
			'Practice service:',
			`the sandbox. Play money; jobs run ${DEMO_SPEED} times as fast as in reality. For a credential of your own:`,
		],
		['  Its page', new URL(sandbox.baseUrl).origin],
		['  Base URL', sandbox.baseUrl],
		['  API Key', sandbox.apiKey],
		['  Session', `${sandbox.session.header}: ${sandbox.session.value}`],
		...more,
	];
	const width = Math.max(...rows.map(([label]) => label.length)) + 2;
	const lines = rows.map(([label, text]) => `  ${label.padEnd(width)}${text}`);
	return ['', ...lines, '', '  Ctrl-C stops everything.', '', ''].join('\n');
}

/**
 * Waits for as long as all of them run.
 * @param all what should run until it is told to end; the names are beginnings of sentences
 * @throws Error with the last lines of the first that ends by itself
 */
async function untilOneEnds(
	all: Record<string, Pick<RunningN8n, 'exited' | 'logs'>>,
): Promise<never> {
	const ended = Object.entries(all).map(async ([name, { exited, logs }]) => {
		const code = await exited;
		const lastLines = logs().split('\n').slice(-LAST_LINES).join('\n');
		throw new Error(
			`${name} ended by itself (exit code ${code}), so everything stops. Its last lines:\n${lastLines}`,
		);
	});
	return await Promise.race(ended);
}
