import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { run } from './child';
import { withProgress, type Log } from './log';
import { cacheDir, ROOT } from './paths';
import { filesIn, hashOfFiles, readStamp, writeStamp } from './stamps';

const SOURCES = [
	'contract',
	'credentials',
	'nodes',
	'icons',
	'package.json',
	'tsconfig.json',
	'tsconfig.build.json',
	'host/build.ts',
];
const DIST = join(ROOT, 'dist');

/**
 * Builds the package into `dist`, from scratch.
 * @throws Error with the compiler's messages
 */
export async function build(): Promise<void> {
	rmSync(DIST, { recursive: true, force: true });
	const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
	await run(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: ROOT });
	copyAssets();
	writeStamp(stampFile(), currentStamp());
}

/** Builds the package unless `dist` is already what the sources give. */
export async function ensureBuilt(log: Log): Promise<void> {
	if (existsSync(DIST) && readStamp(stampFile()) === currentStamp()) return;
	await withProgress(log, 'Building the nodes', build);
}

/** Copies what the compiler leaves out: icons, and what lies beside a node (its codex file, its own icon, the schemas of its output). */
function copyAssets(): void {
	const wanted = (file: string) =>
		file.endsWith('.svg') || file.endsWith('.node.json') || file.includes('__schema__');
	const files = [...filesIn(join(ROOT, 'icons')), ...filesIn(join(ROOT, 'nodes'))].filter(wanted);
	for (const file of files) {
		const target = join(DIST, relative(ROOT, file));
		mkdirSync(dirname(target), { recursive: true });
		copyFileSync(file, target);
	}
}

function stampFile(): string {
	return join(cacheDir(), 'build.stamp');
}

function currentStamp(): string {
	return `${hashOfFiles(ROOT, SOURCES)} ${hashOfFiles(ROOT, ['dist'])}`;
}
