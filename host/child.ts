import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import { ROOT } from './paths';

const GUARD = join(ROOT, 'host', 'guard.mjs');
const KEPT_LINES = 400;
const GRACE_MS = 15_000;

export interface ChildOptions {
	cwd?: string;
	/** The complete environment; default: this process's. */
	env?: NodeJS.ProcessEnv;
	/** Called for each line on stdout and stderr. */
	onLine?: (line: string, stream: 'stdout' | 'stderr') => void;
}

const running = new Set<GuardedChild>();

/** Ends every command that still runs, the orderly way first. */
export async function stopAllChildren(): Promise<void> {
	await Promise.all([...running].map((child) => child.stop()));
}

/** A running command that ends when this process does, even if this process is killed. */
export class GuardedChild {
	/** Resolves with the exit code once the command and all it started are gone. */
	readonly exited: Promise<number>;
	private readonly guard: ChildProcess;
	private readonly lines: string[] = [];
	private commandPid: number | undefined;
	private failure: string | undefined;

	constructor(
		command: string,
		args: readonly string[],
		private readonly options: ChildOptions = {},
	) {
		this.guard = spawn(process.execPath, [GUARD, command, ...args], {
			cwd: options.cwd,
			env: options.env ?? process.env,
			stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
			detached: process.platform !== 'win32',
			windowsHide: true,
		});
		this.follow('stdout');
		this.follow('stderr');
		this.guard.on('message', (message: { pid?: number; error?: string }) => {
			this.commandPid = message.pid ?? this.commandPid;
			this.failure = message.error ?? this.failure;
		});
		this.guard.once('exit', () => this.endGroup());
		this.exited = once(this.guard, 'close').then(([code]) => (typeof code === 'number' ? code : 1));
		running.add(this);
		this.guard.once('close', () => running.delete(this));
		// The rejection reaches whoever awaits `exited`; this keeps it from being reported as unhandled before.
		this.exited.catch(() => undefined);
	}

	/** The command's own process id; undefined until it runs. */
	get pid(): number | undefined {
		return this.commandPid;
	}

	/** The last lines of what the command printed. */
	output(count = KEPT_LINES): string {
		const lines = this.failure ? [...this.lines, this.failure] : this.lines;
		return lines.slice(-count).join('\n');
	}

	/**
	 * Waits until the command is ready; one that is not is ended.
	 * @param name at the beginning of a sentence, as in `The sandbox`
	 * @param isReady resolves when it is; its signal is aborted when nobody waits any more
	 * @throws Error with the last lines when the command ends before, or is not ready within so many milliseconds
	 */
	async ready<T>(
		name: string,
		isReady: (signal: AbortSignal) => Promise<T>,
		timeoutMs: number,
	): Promise<T> {
		const over = new AbortController();
		const ended = this.exited.then((code): never => {
			throw new Error(`${name} ended while it was starting (exit code ${code}).`);
		});
		const late = delay(timeoutMs, undefined, { signal: over.signal }).then((): never => {
			throw new Error(`${name} was not ready within ${timeoutMs / 1_000} s.`);
		});
		try {
			return await Promise.race([isReady(over.signal), ended, late]);
		} catch (error) {
			await this.kill();
			const told = `${(error as Error).message} Its last lines:\n${this.output(30)}`;
			throw new Error(told, { cause: error });
		} finally {
			over.abort();
		}
	}

	/** Asks the command to end (SIGTERM) and, after 15 s, ends it with all it started. */
	async stop(): Promise<void> {
		this.guard.kill('SIGTERM');
		const timer = setTimeout(() => this.endGroup(), GRACE_MS);
		await this.exited;
		clearTimeout(timer);
	}

	/** Ends the command and all it started at once (SIGKILL). */
	async kill(): Promise<void> {
		this.endGroup();
		await this.exited;
	}

	private follow(name: 'stdout' | 'stderr'): void {
		const input = this.guard[name];
		if (input === null) return;
		createInterface({ input, crlfDelay: Infinity }).on('line', (line) => {
			this.lines.push(line);
			if (this.lines.length > KEPT_LINES * 2) this.lines.splice(0, KEPT_LINES);
			this.options.onLine?.(line, name);
		});
	}

	private endGroup(): void {
		const pid = this.guard.pid;
		if (pid === undefined) return;
		if (process.platform === 'win32') {
			if (this.guard.exitCode === null) spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
			return;
		}
		try {
			process.kill(-pid, 'SIGKILL');
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
		}
	}
}

/**
 * Runs a command to its end and returns what it printed on stdout.
 * @throws Error with the command, its exit code and its last lines
 */
export async function run(
	command: string,
	args: readonly string[],
	options: ChildOptions = {},
): Promise<string> {
	const stdout: string[] = [];
	const child = new GuardedChild(command, args, {
		...options,
		onLine: (line, stream) => {
			if (stream === 'stdout') stdout.push(line);
			options.onLine?.(line, stream);
		},
	});
	const code = await child.exited;
	if (code !== 0) {
		throw new Error(
			`"${[command, ...args].join(' ')}" ended with exit code ${code}. Its last lines:\n${child.output(25)}`,
		);
	}
	return stdout.join('\n');
}

const ENDING = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

interface MainOptions {
	/** Runs last, after everything started has ended, whatever the outcome. */
	cleanUp?: () => void;
	/** Reports a failure; default: its message on stderr. */
	onError?: (error: Error) => void;
	/** Says that a signal was heard. */
	onSignal?: () => void;
}

/**
 * Runs a command's work and ends the process with its exit code.
 * On Ctrl-C, SIGTERM or SIGHUP everything that was started is ended first.
 */
export function runMain(work: () => Promise<number>, options: MainOptions = {}): void {
	const onError = options.onError ?? ((error) => process.stderr.write(`\n${error.message}\n`));
	let stopping = false;
	const finish = async (code: number) => {
		if (stopping) return;
		stopping = true;
		await stopAllChildren();
		options.cleanUp?.();
		process.exit(code);
	};
	for (const signal of ENDING) {
		process.on(signal, () => {
			if (!stopping) options.onSignal?.();
			void finish(128 + constants.signals[signal]);
		});
	}
	work().then(finish, (error: Error) => {
		if (!stopping) onError(error);
		return finish(1);
	});
}

const TRIES = 50;

/**
 * A free TCP port on 127.0.0.1: `preferred` or the next free one after it; without `preferred`, any.
 * @throws Error when the 50 ports from `preferred` on are all taken
 */
export async function freePort(preferred = 0): Promise<number> {
	for (let port = preferred; port < preferred + TRIES; port++) {
		const server = createServer().listen(port, '127.0.0.1');
		try {
			await once(server, 'listening');
			const free = (server.address() as AddressInfo).port;
			await once(server.close(), 'close');
			return free;
		} catch (error) {
			const { code = '' } = error as NodeJS.ErrnoException;
			if (!['EADDRINUSE', 'EACCES'].includes(code)) throw error;
		}
	}
	const last = preferred + TRIES - 1;
	throw new Error(
		`Ports ${preferred} to ${last} are all taken. Close what uses them or choose another port.`,
	);
}
