import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Log } from './log';

const RETRY_MS = 1_000;
const FILL_IN_MS = 5_000;

/**
 * Runs `work` while holding the lock file, waiting for another process that holds it.
 * A lock whose process is gone is taken over.
 */
export async function withLock<T>(file: string, log: Log, work: () => Promise<T>): Promise<T> {
	let announced = false;
	for (let holder = take(file); holder !== undefined; holder = take(file)) {
		if (!announced)
			log(
				`Another process (${holder}) is at work on it; waiting for its end. If there is none, delete ${file}.`,
			);
		announced = true;
		await delay(RETRY_MS);
	}
	try {
		return await work();
	} finally {
		rmSync(file, { force: true });
	}
}

/**
 * Claims the lock file for as long as this process runs; a lock whose process is gone is taken over.
 * @throws Error that names the process that holds it, if it is another one
 */
export function claimLock(file: string, what: string): void {
	const holder = take(file);
	if (holder !== undefined)
		throw new Error(
			`${what} already (process ${holder}). Stop it first, with Ctrl-C where it runs.`,
		);
	process.once('exit', () => rmSync(file, { force: true }));
}

/** Takes the lock, or gives the process that holds it. */
function take(file: string): number | 'starting' | undefined {
	mkdirSync(dirname(file), { recursive: true });
	for (;;) {
		try {
			writeFileSync(file, String(process.pid), { flag: 'wx' });
			return undefined;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		}
		const holder = holderOf(file);
		if (holder !== undefined) return holder;
		rmSync(file, { force: true });
	}
}

/** The process that holds the lock, if it is not gone; a lock that was created but not yet filled in counts as held. */
function holderOf(file: string): number | 'starting' | undefined {
	try {
		const pid = Number(readFileSync(file, 'utf8'));
		if (pid > 0) return isAlive(pid) ? pid : undefined;
		return Date.now() - statSync(file).mtimeMs < FILL_IN_MS ? 'starting' : undefined;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
