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
	mkdirSync(dirname(file), { recursive: true });
	let announced = false;
	while (!tryLock(file)) {
		const holder = readHolder(file);
		if (holder === 'gone') {
			rmSync(file, { force: true });
			continue;
		}
		if (!announced) {
			log(
				`Another process (${holder}) is at work on it; waiting for its end. ` +
					`If there is none, delete ${file}.`,
			);
		}
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
 * @returns the process that holds it, if it is another one
 */
export function claimLock(file: string): number | undefined {
	mkdirSync(dirname(file), { recursive: true });
	while (!tryLock(file)) {
		const holder = readHolder(file);
		if (typeof holder === 'number') return holder;
		if (holder === 'gone') rmSync(file, { force: true });
	}
	process.once('exit', () => rmSync(file, { force: true }));
	return undefined;
}

function tryLock(file: string): boolean {
	try {
		writeFileSync(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

/** The process that holds the lock, or 'gone'; a lock that was created but not yet filled in counts as held. */
function readHolder(file: string): number | 'gone' | 'starting' {
	try {
		const pid = Number(readFileSync(file, 'utf8'));
		if (pid > 0) return isAlive(pid) ? pid : 'gone';
		return Date.now() - statSync(file).mtimeMs < FILL_IN_MS ? 'starting' : 'gone';
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'gone';
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
