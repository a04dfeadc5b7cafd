import { watch } from 'node:fs';
import { join } from 'node:path';

import { startBuilt, startDemo, startSandbox, type Demo, type DemoOptions } from './demo';
import { stderrLog, withProgress, type Log } from './log';
import { build } from './package';
import { ROOT } from './paths';

/** What each of the two processes is made of. */
const SOURCES = {
	n8n: ['contract', 'credentials', 'nodes', 'icons'],
	sandbox: ['contract', 'sandbox'],
};
/** Editors write several files at once; those of one change come within this time, in milliseconds. */
const SETTLED_MS = 300;

/**
 * Runs the demo and follows the code: a change to the nodes is built and n8n started anew, one to the sandbox restarts that.
 * What cannot be built is told, and what ran goes on.
 * @throws Error when something does not start
 */
export async function runDev(options: DemoOptions): Promise<never> {
	const log = stderrLog();
	const demo = await startDemo(options, log);
	const changes = new Changes([...new Set(Object.values(SOURCES).flat())]);
	for (;;) {
		log('Waiting for changes to the code …');
		await renew(demo, await changes.next(), log).catch((error: Error) => log(error.message));
	}
}

async function renew(demo: Demo, changed: ReadonlySet<string>, log: Log): Promise<void> {
	const folder = demo.n8n.userFolder;
	const concerns = (folders: string[]) => folders.some((folder) => changed.has(folder));
	if (concerns(SOURCES.sandbox)) {
		await demo.sandbox.stop();
		demo.sandbox = await startSandbox(folder, portOf(demo.sandbox.baseUrl), log);
	}
	if (concerns(SOURCES.n8n)) {
		await withProgress(log, 'Building the nodes', build);
		await demo.n8n.stop();
		demo.n8n = await startBuilt(folder, portOf(demo.n8n.baseUrl), log);
	}
}

const portOf = (baseUrl: string) => Number(new URL(baseUrl).port);

/** The folders of the project in which something has changed. */
class Changes {
	private readonly folders = new Set<string>();
	private wake: () => void = () => undefined;

	constructor(folders: string[]) {
		for (const folder of folders)
			watch(join(ROOT, folder), { recursive: true }, () => this.add(folder));
	}

	/** Those since the last call, at once or as soon as there are any. */
	async next(): Promise<ReadonlySet<string>> {
		if (this.folders.size === 0) await new Promise<void>((resolve) => (this.wake = resolve));
		await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
		const changed = new Set(this.folders);
		this.folders.clear();
		return changed;
	}

	private add(folder: string): void {
		this.folders.add(folder);
		this.wake();
	}
}
