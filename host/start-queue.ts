import { join } from 'node:path';

import { ensureBuilt } from './build';
import { N8nClient } from './client';
import { greet } from './greeting';
import { ensureN8n } from './install';
import { claimLock } from './lock';
import { stderrLog, withProgress } from './log';
import { installBuilt } from './package';
import { cacheDir } from './paths';
import { provision, type Provisioned } from './provision';
import { missingServers, type ServerAddresses } from './queue/addresses';
import { mainFolder, startQueue, type RunningQueue } from './queue/start';
import { DEMO_SPEED, startSandboxProcess, type RunningSandbox } from './sandbox-process';
import { hashOf } from './stamps';
import { untilOneEnds } from './until-one-ends';

/** Where webhooks are called, unless it is taken. */
const PROXY_PORT = 5690;
const NAME_DIGITS = 8;

/** The preferred ports, and where PostgreSQL and Redis are. */
export interface QueueDemoOptions {
	port: number;
	sandboxPort: number;
	servers: ServerAddresses;
}

/**
 * Starts the sandbox and an n8n in queue mode with the package, the credentials and the examples in it, and stays.
 * @throws Error when a server is missing, when something does not start, or ends by itself
 */
export async function runQueueDemo({
	port,
	sandboxPort,
	servers,
}: QueueDemoOptions): Promise<never> {
	const log = stderrLog();
	const missing = await missingServers(servers);
	if (missing !== undefined) throw new Error(missing);
	const folder = join(cacheDir(), 'queue');
	const holder = claimLock(join(cacheDir(), 'queue.lock'));
	if (holder !== undefined) {
		throw new Error(
			`The demo in queue mode runs already (process ${holder}), with its data in ${folder}. Stop it first, with Ctrl-C where it runs.`,
		);
	}
	await ensureN8n(log);
	await ensureBuilt(log);
	await installBuilt(mainFolder(folder), log);
	const sandbox = await withProgress(log, 'Starting the sandbox', () =>
		startSandboxProcess({
			port: sandboxPort,
			speed: DEMO_SPEED,
			data: join(folder, 'sandbox.json'),
		}),
	);
	const name = `media_generation_${hashOf(folder).slice(0, NAME_DIGITS)}`;
	const queue = await startQueue({ folder, name, servers, port, proxyPort: PROXY_PORT, log });
	const provisioned = await withProgress(
		log,
		'Setting up the login, credentials and examples',
		() => provision(new N8nClient(queue.main.baseUrl), sandbox),
	);
	process.stdout.write(greeting(queue, sandbox, provisioned, { folder, name }));
	return await untilOneEnds([
		{ name: 'The sandbox', ...sandbox },
		...queue.processes.map((each) => ({
			name: `n8n's ${each.name}`,
			exited: each.exited(),
			logs: () => each.logs(),
		})),
	]);
}

function greeting(
	{ main, workers, webhooks, proxy }: RunningQueue,
	sandbox: RunningSandbox,
	provisioned: Provisioned,
	{ folder, name }: { folder: string; name: string },
): string {
	const addresses = (processes: RunningQueue['processes']) =>
		processes.map(({ baseUrl }) => baseUrl).join('  ');
	return greet({
		what: `n8n ${main.version} in queue mode`,
		baseUrl: main.baseUrl,
		sandbox,
		provisioned,
		more: [
			['Webhooks:', `${proxy.url}  in turn to  ${addresses(webhooks)}`],
			["Workers' health:", addresses(workers)],
			[
				'Everything else:',
				`${folder}, in the PostgreSQL schema ${name}, and in Redis under ${name}:`,
			],
		],
	});
}
