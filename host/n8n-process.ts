import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import axios from 'axios';

import { GuardedChild } from './child';
import { ensureN8n, type N8nInstall } from './install';
import type { Log } from './log';
import { FILES_FOLDER, n8nEnv } from './n8n-env';
import { freePort } from './ports';

const START_TIMEOUT_MS = 300_000;
const PROBE_MS = 150;
const PORT_TRIES = 5;
const PORT_TAKEN = /port \d+ is already in use|EADDRINUSE/i;

export interface StartN8nOptions {
	/** `N8N_USER_FOLDER`: everything n8n keeps goes to `<userFolder>/.n8n`. */
	userFolder: string;
	/** The preferred port; the next free one is taken when it is in use. Default: any free port. */
	port?: number;
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
	const install = options.install ?? (await ensureN8n(options.log));
	mkdirSync(join(options.userFolder, FILES_FOLDER), { recursive: true });
	let preferred = options.port;
	for (let attempt = 1; ; attempt++) {
		const port = await freePort(preferred);
		const child = await launch(install, options, port);
		const problem = await ready(child, `http://127.0.0.1:${port}`);
		if (problem === undefined) return running(child, install, options, port);
		await child.kill();
		if (attempt === PORT_TRIES || !PORT_TAKEN.test(child.output())) {
			throw new Error(`${problem} Its last lines:\n${child.output(30)}`);
		}
		preferred = preferred === undefined ? undefined : port + 1;
	}
}

async function launch(
	install: N8nInstall,
	options: StartN8nOptions,
	port: number,
): Promise<GuardedChild> {
	const { userFolder, env, onLine, command = ['start'] } = options;
	return new GuardedChild(install.node, [install.script, ...command], {
		cwd: userFolder,
		onLine,
		env: n8nEnv(
			{
				node: install.node,
				userFolder,
				port,
				brokerPort: await freePort(),
				version: install.version,
			},
			env,
		),
	});
}

/** Waits for n8n's readiness check; returns what went wrong, if anything. */
async function ready(child: GuardedChild, baseUrl: string): Promise<string | undefined> {
	let exitCode: number | undefined;
	void child.exited.then(
		(code) => (exitCode = code),
		() => (exitCode = -1),
	);
	const deadline = Date.now() + START_TIMEOUT_MS;
	while (Date.now() < deadline) {
		if (exitCode !== undefined) return `n8n ended while it was starting (exit code ${exitCode}).`;
		if (child.pid !== undefined && (await isReady(child, baseUrl))) return undefined;
		await delay(PROBE_MS);
	}
	return `n8n did not answer on ${baseUrl} within ${START_TIMEOUT_MS / 1_000} s.`;
}

/** An older main process says that it is ready before it takes requests of its editor. */
async function isReady({ args }: GuardedChild, baseUrl: string): Promise<boolean> {
	return (
		(await answers(`${baseUrl}/healthz/readiness`)) &&
		(!args.includes('start') || (await answers(`${baseUrl}/rest/settings`)))
	);
}

async function answers(url: string): Promise<boolean> {
	try {
		await axios.get(url, { proxy: false, timeout: 2_000 });
		return true;
	} catch (error) {
		// Refused, timed out or 503: n8n is not up yet.
		if (axios.isAxiosError(error)) return false;
		throw error;
	}
}

function running(
	child: GuardedChild,
	install: N8nInstall,
	options: StartN8nOptions,
	port: number,
): RunningN8n {
	return {
		baseUrl: `http://127.0.0.1:${port}`,
		version: install.version,
		pid: child.pid as number,
		userFolder: options.userFolder,
		exited: child.exited,
		stop: () => child.stop(),
		kill: () => child.kill(),
		logs: () => child.output(),
	};
}
