import { rmSync } from 'node:fs';
import { join } from 'node:path';

import type { N8nInstall } from '../install';
import type { Log } from '../log';
import { startN8n, type RunningN8n } from '../n8n';
import { copyPackages } from '../package';

/** What a process of n8n does in queue mode. */
export type Role = 'main' | 'worker' | 'webhook';

/** Nothing ever listens there. */
const NO_PORT = 0;
const COMMANDS = { main: 'start', worker: 'worker', webhook: 'webhook' } as const;

/** One process, and what it shares with the others. */
export interface QueueProcessOptions {
	name: string;
	role: Role;
	/** `N8N_USER_FOLDER`: each process has its own, as each machine would. */
	userFolder: string;
	/** The folder whose community packages it loads. */
	packagesFrom: string;
	/** The preferred port of the first start. Default: any free port. */
	port?: number;
	env: NodeJS.ProcessEnv;
	install: N8nInstall;
	log: Log;
}

/** One process of an n8n in queue mode, over its starts and ends. */
export class QueueProcess {
	private current: RunningN8n | undefined;
	private port: number | undefined;

	constructor(private readonly options: QueueProcessOptions) {
		this.port = options.port;
	}

	/** As in `worker 1`. */
	get name(): string {
		return this.options.name;
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
		const { role, userFolder, packagesFrom, install, log } = this.options;
		if (packagesFrom !== userFolder) copyPackages(packagesFrom, userFolder);
		const env = { ...this.options.env, ...(role === 'worker' && newEventLog(userFolder)) };
		this.current = await startN8n({
			command: [COMMANDS[role], ...args],
			userFolder,
			env,
			install,
			log,
			...(this.port && { port: this.port }),
		});
		this.port = Number(new URL(this.current.baseUrl).port);
	}

	/** Ends it the orderly way. */
	async stop(): Promise<void> {
		const ending = this.current;
		this.current = undefined;
		await ending?.stop();
	}

	/** Ends it at once (SIGKILL), as a crash would. */
	async kill(): Promise<void> {
		const ending = this.current;
		this.current = undefined;
		await ending?.kill();
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
