import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ensureN8n } from '../install';
import { withProgress, type Log } from '../log';
import { installPackage } from '../package';
import type { ServerAddresses } from './addresses';
import { openPlace, placeEnv, removePlace, type Place } from './place';
import { QueueProcess, type Role } from './process';
import { startProxy, type Passed, type WebhookProxy } from './proxy';

const KEY_BYTES = 24;
/** How many there are of workers, and of webhook processes. */
const EACH = 2;

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
export function mainFolder(folder: string): string {
	return join(folder, 'main');
}

/**
 * Starts n8n in queue mode: one main process, workers and webhook processes behind a proxy, each with the package.
 * They end with this process, even if this process is killed.
 * @throws Error when a server cannot be used or a process does not start; what was started is ended then
 */
export async function startQueue(options: QueueOptions): Promise<RunningQueue> {
	const { folder, name, servers, tarball, proxyPort, onPassed, log } = options;
	const install = await ensureN8n(log);
	const place = await openPlace(install, servers, name);
	const packagesFrom = mainFolder(folder);
	if (tarball !== undefined) await installPackage(packagesFrom, tarball);
	const targets = {
		main: () => main.baseUrl,
		webhooks: () => webhooks.map(({ baseUrl }) => baseUrl),
	};
	const proxy = await startProxy(targets, {
		...(proxyPort && { port: proxyPort }),
		...(onPassed && { onPassed }),
	});
	const env = { ...environment(folder, place, proxy), ...options.env };
	const made = (role: Role, number?: number): QueueProcess => {
		const called = number === undefined ? role : `${role} ${number}`;
		const userFolder = number === undefined ? packagesFrom : join(folder, `${role}-${number}`);
		return new QueueProcess({
			name: called,
			role,
			userFolder,
			packagesFrom,
			env,
			install,
			log,
			...(role === 'main' && options.port && { port: options.port }),
		});
	};
	const several = (role: Role) => Array.from({ length: EACH }, (_, index) => made(role, index + 1));
	const main = made('main');
	const workers = several('worker');
	const webhooks = several('webhook');
	const processes = [main, ...workers, ...webhooks];
	const stop = async () => {
		await Promise.all([...processes.map(async (each) => await each.stop()), proxy.stop()]);
	};
	try {
		await startAll(processes, log);
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		main,
		workers,
		webhooks,
		processes,
		proxy,
		stop,
		remove: async () => await removePlace(install, place),
	};
}

/** The main process first, because it brings the database up to date. */
async function startAll([main, ...others]: QueueProcess[], log: Log): Promise<void> {
	await withProgress(log, 'Starting the main process', async () => await main?.start());
	await withProgress(log, 'Starting workers and webhook processes', async () => {
		const outcomes = await Promise.allSettled(others.map(async (each) => await each.start()));
		const failure = outcomes.find((outcome) => outcome.status === 'rejected');
		if (failure) throw failure.reason;
	});
}

function environment(folder: string, place: Place, proxy: WebhookProxy): NodeJS.ProcessEnv {
	return {
		...placeEnv(place),
		N8N_ENCRYPTION_KEY: sharedKey(folder),
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		WEBHOOK_URL: `${proxy.url}/`,
		N8N_WEBHOOK_URL: `${proxy.url}/`,
	};
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
