import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ensureN8n } from '../install';
import { withProgress, type Log } from '../log';
import { startN8n, type RunningN8n, type StartN8nOptions } from '../n8n';
import { copyPackages, installPackage } from '../package';
import { openPlace, placeEnv, removePlace, type ServerAddresses } from './place';
import { startProxy, type Passed, type WebhookProxy } from './proxy';

const KEY_BYTES = 24;
/** Nothing ever listens there. */
const NO_PORT = 0;
const COMMANDS = { main: 'start', worker: 'worker', webhook: 'webhook' } as const;

/** One process, and what it shares with the others. */
export interface QueueProcessOptions extends Pick<
	StartN8nOptions,
	'userFolder' | 'port' | 'env' | 'install' | 'log'
> {
	/** As in `worker 1`. */
	name: string;
	/** What it does in queue mode. */
	role: keyof typeof COMMANDS;
	/** The folder whose community packages it loads. */
	packagesFrom: string;
}

/** One process of an n8n in queue mode, over its starts and ends. */
export class QueueProcess {
	readonly name: string;
	private current: RunningN8n | undefined;
	private port: number | undefined;

	constructor(private readonly options: QueueProcessOptions) {
		this.name = options.name;
		this.port = options.port;
	}

	/** As in `http://127.0.0.1:5678`; of a worker, where its health is asked about. It stays over a restart; before the first start nobody can be there. */
	get baseUrl(): string {
		return `http://127.0.0.1:${this.port ?? NO_PORT}`;
	}

	/**
	 * Starts the process and waits until it is ready for work.
	 * @param args further arguments of n8n's command, as in `--concurrency=1`
	 * @throws Error with its last lines when it is not ready within five minutes, or when it runs already
	 */
	async start(...args: string[]): Promise<void> {
		if (this.current !== undefined) throw new Error(`${this.name} runs already.`);
		const { role, packagesFrom, env, ...options } = this.options;
		const { userFolder } = options;
		if (packagesFrom !== userFolder) copyPackages(packagesFrom, userFolder);
		this.current = await startN8n({
			...options,
			command: [COMMANDS[role], ...args],
			env: { ...env, ...(role === 'worker' && newEventLog(userFolder)) },
			...(this.port && { port: this.port }),
		});
		this.port = Number(new URL(this.current.baseUrl).port);
	}

	/** Ends it the orderly way. */
	async stop(): Promise<void> {
		await this.end('stop');
	}

	/** Ends it at once (SIGKILL), as a crash would. */
	async kill(): Promise<void> {
		await this.end('kill');
	}

	private async end(how: 'stop' | 'kill'): Promise<void> {
		const { current } = this;
		this.current = undefined;
		await current?.[how]();
	}

	/** Its last lines. */
	logs(): string {
		return this.current?.logs() ?? '';
	}

	/** Resolves with the exit code when the process that runs now ends; never, if none does. */
	async exited(): Promise<number> {
		return await (this.current?.exited ?? new Promise<never>(() => undefined));
	}

	/** As in `2.40.7`; empty while it does not run. */
	get version(): string {
		return this.current?.version ?? '';
	}
}

/**
 * A worker that finds the event log of a life that was cut short takes every execution in it that has not ended for
 * crashed, also one that a callback has woken meanwhile and that only waits for a worker (tried on n8n 2.40.7).
 */
function newEventLog(userFolder: string): NodeJS.ProcessEnv {
	const folder = join(userFolder, 'events');
	rmSync(folder, { recursive: true, force: true });
	return { N8N_EVENTBUS_LOGWRITER_LOGFULLPATH: join(folder, 'worker.log') };
}

export interface QueueOptions {
	/** Holds the folder of each process, and the key that they share. */
	folder: string;
	/** Of the schema in PostgreSQL and of all keys in Redis; lower-case letters, digits and underscores. */
	name: string;
	servers: ServerAddresses;
	/** The package to install on every process; without it, what is installed in `<folder>/main` is used. */
	tarball?: string;
	/** The preferred ports of the main process and of the proxy. Default: any free ones. */
	port?: number;
	proxyPort?: number;
	/** Further environment variables of every process. */
	env?: NodeJS.ProcessEnv;
	/** Told of each request that went through the proxy. */
	onPassed?: (passed: Passed) => void;
	log: Log;
}

/** A running n8n in queue mode. */
export interface RunningQueue {
	main: QueueProcess;
	workers: QueueProcess[];
	webhooks: QueueProcess[];
	/** All of them, the main process first. */
	processes: QueueProcess[];
	/** Where webhooks are called, and what every process knows as `N8N_WEBHOOK_URL`. */
	proxy: WebhookProxy;
	/** Ends all processes; what they keep stays. */
	stop(): Promise<void>;
	/** Removes the schema and the keys, once all processes have ended. */
	remove(): Promise<void>;
}

/** The folder of the main process below the folder of a queue. */
export const mainFolder = (folder: string): string => join(folder, 'main');

/**
 * Starts n8n in queue mode: one main process, two workers and two webhook processes behind a proxy, each with the package.
 * They end with this process, even if this process is killed.
 * @throws Error when a server cannot be used or a process does not start; what was started is ended then
 */
export async function startQueue(options: QueueOptions): Promise<RunningQueue> {
	const { folder, name, servers, tarball, port, proxyPort, onPassed, log } = options;
	const install = await ensureN8n(log);
	const place = await openPlace(install, servers, name);
	const packagesFrom = mainFolder(folder);
	if (tarball !== undefined) await installPackage(packagesFrom, tarball);
	const proxy = await startProxy(
		{ main: () => main.baseUrl, webhooks: () => webhooks.map(({ baseUrl }) => baseUrl) },
		{ port: proxyPort, onPassed },
	);
	const env = {
		...placeEnv(place),
		N8N_ENCRYPTION_KEY: sharedKey(folder),
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		N8N_WEBHOOK_URL: `${proxy.url}/`,
		...options.env,
	};
	const shared = { packagesFrom, env, install, log };
	const main = new QueueProcess({
		...shared,
		name: 'main',
		role: 'main',
		userFolder: packagesFrom,
		port,
	});
	const two = (role: 'worker' | 'webhook') =>
		[1, 2].map((number) => {
			const userFolder = join(folder, `${role}-${number}`);
			return new QueueProcess({ ...shared, name: `${role} ${number}`, role, userFolder });
		});
	const [workers, webhooks] = [two('worker'), two('webhook')];
	const processes = [main, ...workers, ...webhooks];
	const stop = async () => {
		await Promise.all([...processes.map(async (each) => await each.stop()), proxy.stop()]);
	};
	try {
		// First, because it brings the database up to date.
		await withProgress(log, 'Starting the main process', async () => await main.start());
		await withProgress(log, 'Starting workers and webhook processes', async () => {
			const others = [...workers, ...webhooks];
			const starts = others.map(async (each) => await each.start());
			await Promise.allSettled(starts);
			await Promise.all(starts);
		});
	} catch (error) {
		await stop();
		throw error;
	}
	const remove = async () => await removePlace(install, place);
	return { main, workers, webhooks, processes, proxy, stop, remove };
}

/** The key with which all processes encrypt credentials; it stays with what they keep. */
function sharedKey(folder: string): string {
	const file = join(folder, 'encryption-key');
	if (!existsSync(file)) {
		mkdirSync(folder, { recursive: true });
		writeFileSync(file, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600 });
	}
	return readFileSync(file, 'utf8');
}
