import { mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import axios from 'axios';

import { freePort, GuardedChild } from './child';
import { ensureN8n, type N8nInstall } from './install';
import type { Log } from './log';
import { withoutNpmRun } from './runtime';

const START_TIMEOUT_MS = 300_000;
const PROBE_MS = 150;
const PORT_TRIES = 5;
const PORT_TAKEN = /port \d+ is already in use|EADDRINUSE/i;

export interface StartN8nOptions {
	/** `N8N_USER_FOLDER`: everything n8n keeps goes to `<userFolder>/.n8n`. */
	userFolder: string;
	/** The preferred port; the next free one is taken when it is in use. Default: any free port. */
	port?: number | undefined;
	/** What to run, with its arguments. Default: a whole n8n. The other two belong to queue mode. */
	command?: readonly ['start' | 'worker' | 'webhook', ...string[]];
	/** Further environment variables; they win over the defaults. */
	env?: NodeJS.ProcessEnv;
	/** Called for each line that n8n prints. */
	onLine?: (line: string) => void;
	/** What to start. Default: the pinned n8n, installed first where it is not. */
	install?: N8nInstall;
	log: Log;
}

/** A running n8n. */
export interface RunningN8n {
	/** As in `http://127.0.0.1:5678`, without a slash at the end. */
	baseUrl: string;
	version: string;
	/** n8n's own process id. */
	pid: number;
	userFolder: string;
	/** The whole process is gone once this resolves with its exit code. */
	exited: Promise<number>;
	/** Ends n8n the orderly way; executions at work get 5 s. */
	stop(): Promise<void>;
	/** Ends n8n at once (SIGKILL), as a crash would. */
	kill(): Promise<void>;
	/** The last lines n8n printed. */
	logs(): string;
}

/**
 * Starts the pinned n8n and waits until it answers.
 * It ends with this process, even if this process is killed.
 * @throws Error with n8n's last lines when it ends early or does not answer within five minutes
 */
export async function startN8n(options: StartN8nOptions): Promise<RunningN8n> {
	const { userFolder, onLine, command = ['start'] } = options;
	const install = options.install ?? (await ensureN8n(options.log));
	mkdirSync(join(userFolder, FILES_FOLDER), { recursive: true });
	for (let attempt = 1, preferred = options.port; ; attempt++) {
		const port = await freePort(preferred);
		const baseUrl = `http://127.0.0.1:${port}`;
		const env = n8nEnv(install, options, port, await freePort());
		const child = new GuardedChild(install.node, [install.script, ...command], {
			cwd: userFolder,
			onLine,
			env,
		});
		try {
			await child.ready(
				'n8n',
				(over) => answering(command[0] === 'start', baseUrl, over),
				START_TIMEOUT_MS,
			);
			return {
				baseUrl,
				version: install.version,
				pid: child.pid as number,
				userFolder,
				exited: child.exited,
				stop: () => child.stop(),
				kill: () => child.kill(),
				logs: () => child.output(),
			};
		} catch (error) {
			if (attempt === PORT_TRIES || !PORT_TAKEN.test(child.output())) throw error;
		}
		if (preferred !== undefined) preferred = port + 1;
	}
}

/** Resolves when n8n answers. An older main process says that it is ready before it takes requests of its editor. */
async function answering(isMain: boolean, baseUrl: string, over: AbortSignal): Promise<void> {
	for (const path of ['/healthz/readiness', ...(isMain ? ['/rest/settings'] : [])])
		while (!over.aborted && !(await answers(`${baseUrl}${path}`))) await delay(PROBE_MS);
}

/** Refused, timed out or 503: n8n is not up yet. */
const answers = async (url: string): Promise<boolean> =>
	await axios.get(url, { proxy: false, timeout: 2_000 }).then(
		() => true,
		() => false,
	);

/** What must not leak from the surrounding shell or test runner into n8n. */
const NOT_INHERITED =
	/^(N8N_|DB_|QUEUE_|EXECUTIONS_|CREDENTIALS_|WORKFLOWS_|NODES_|WEBHOOK_|JEST_|NODE_(OPTIONS|PATH|ENV)$|E2E_TESTS$)/;

/** The folder, in n8n's working folder, that n8n's nodes may write files to; n8n's own default, in the home folder, is a person's. */
export const FILES_FOLDER = '.n8n-files';

const LOOPBACK = '127.0.0.1,localhost';

/** The environment of an n8n that listens on this machine only, keeps its data in `userFolder` and calls nobody. */
function n8nEnv(
	{ node, version }: N8nInstall,
	{ userFolder, env: extra }: StartN8nOptions,
	port: number,
	brokerPort: number,
): NodeJS.ProcessEnv {
	const inherited = Object.fromEntries(
		Object.entries(withoutNpmRun(process.env)).filter(([name]) => !NOT_INHERITED.test(name)),
	);
	const env: NodeJS.ProcessEnv = {
		...inherited,
		...noProxyForLoopback(inherited),
		// n8n starts its helpers with whatever `node` it finds first.
		PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`,
		NODE_ENV: 'production',
		// Without it n8n takes New York's time, and a workflow scheduled for two in the morning would run at two there.
		GENERIC_TIMEZONE:
			inherited['GENERIC_TIMEZONE'] || Intl.DateTimeFormat().resolvedOptions().timeZone,
		N8N_USER_FOLDER: userFolder,
		N8N_RESTRICT_FILE_ACCESS_TO: join(userFolder, FILES_FOLDER),
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		// Of a worker, which has no other.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		N8N_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
		N8N_SECURE_COOKIE: 'false',
		...QUIET,
		...(isBefore(version, TODAYS_NAMES) && { N8N_DISABLED_MODULES: '' }),
		...(isBefore(version, FILES_ON_DISK) && { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' }),
		...extra,
	};
	return isBefore(version, TODAYS_NAMES) ? { ...env, WEBHOOK_URL: env['N8N_WEBHOOK_URL'] } : env;
}

/** Before it, n8n knows its public address by another name, and ends when it is to do without a module that it does not have. */
const TODAYS_NAMES = [2, 34] as const;
/** Before it, n8n keeps files in memory unless told otherwise. */
const FILES_ON_DISK = [2, 0] as const;

function isBefore(version: string, [major, minor]: readonly [number, number]): boolean {
	const [hasMajor = 0, hasMinor = 0] = version.split('.').map(Number);
	return hasMajor < major || (hasMajor === major && hasMinor < minor);
}

const QUIET: NodeJS.ProcessEnv = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_PYTHON_ENABLED: 'false',
	// Both fetch from the vendor's servers; neither plays a part in running workflows.
	N8N_DISABLED_MODULES: 'instance-ai,mcp-registry',
	// Said explicitly, because n8n warns about each that is left to its default.
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_RUNNERS_TASK_TIMEOUT: '300',
	N8N_COMPRESSION_NODE_MAX_DECOMPRESSED_SIZE_BYTES: String(256 * 1024 * 1024),
	N8N_COMPRESSION_NODE_MAX_ZIP_ENTRIES: '1000',
};

function noProxyForLoopback(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const existing = env['NO_PROXY'] ?? env['no_proxy'];
	const value = existing ? `${existing},${LOOPBACK}` : LOOPBACK;
	return { NO_PROXY: value, no_proxy: value };
}
