import {
	copyFileSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';

import { run } from './child';
import { withProgress, type Log } from './log';
import { cacheDir, PACKAGE_NAME, ROOT } from './paths';
import { npm } from './runtime';
import { filesIn, hashOf, hashOfFiles, readStamp, writeStamp } from './stamps';

const SOURCES = [
	'contract',
	'credentials',
	'nodes',
	'icons',
	'package.json',
	'tsconfig.json',
	'tsconfig.build.json',
	'host/package.ts',
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

const stampFile = () => join(cacheDir(), 'build.stamp');
const currentStamp = () => `${hashOfFiles(ROOT, SOURCES)} ${hashOfFiles(ROOT, ['dist'])}`;

/** What is used of what npm tells of a package that it has packed. */
interface Packed {
	filename: string;
	files: Array<{ path: string }>;
}

/**
 * Packs the project as npm would publish it; `dist` must be built.
 * @param options further ones of npm's command
 * @throws Error when dist is missing or npm fails
 */
export async function npmPack(...options: string[]): Promise<Packed> {
	if (!existsSync(DIST))
		throw new Error('There is no dist folder to pack. Run "npm run build" first.');
	const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error', ...options];
	const printed = await npm(args, { cwd: ROOT });
	const [packed] = JSON.parse(printed.slice(printed.search(/^\[/m))) as Packed[];
	if (packed === undefined) throw new Error('npm pack named no tarball.');
	return packed;
}

/** Packs the project into a folder; returns the tarball's path. @throws Error as {@link npmPack} */
export async function packPackage(outDir: string): Promise<string> {
	mkdirSync(outDir, { recursive: true });
	const { filename } = await npmPack('--pack-destination', outDir);
	return join(outDir, basename(filename));
}

/** The folder in which n8n looks for community packages. */
export function communityNodesDir(userFolder: string): string {
	return join(userFolder, '.n8n', 'nodes');
}

/**
 * Installs the tarball where n8n keeps community packages, replacing any earlier copy, also one of the same version.
 * @throws Error with npm's last lines
 */
export async function installPackage(userFolder: string, tarball: string): Promise<void> {
	const nodesDir = communityNodesDir(userFolder);
	const hash = hashOf(readFileSync(tarball));
	const installed = join(nodesDir, 'node_modules', PACKAGE_NAME);
	const kept = join(nodesDir, '.tarballs');
	rmSync(kept, { recursive: true, force: true });
	rmSync(installed, { recursive: true, force: true });
	mkdirSync(kept, { recursive: true });
	// The hash in the name makes npm see a new package even when the version is the same.
	const copy = join(kept, `${PACKAGE_NAME}-${hash.slice(0, 12)}.tgz`);
	cpSync(tarball, copy);
	const manifest = join(nodesDir, 'package.json');
	if (!existsSync(manifest)) {
		writeStamp(
			manifest,
			JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }),
		);
	}
	const options = ['--offline', '--ignore-scripts', '--legacy-peer-deps', '--no-audit'];
	await npm(['install', copy, ...options, '--loglevel=error'], { cwd: nodesDir });
	if (!existsSync(join(installed, 'package.json'))) {
		throw new Error(
			`npm installed ${tarball}, but ${installed} is missing. Is the package's name still ${PACKAGE_NAME}?`,
		);
	}
}

/** What ends up in the package, as far as it can differ from one build to the next. */
const PACKED = ['dist', 'package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];

/** A hash of all that the built package consists of. */
export const builtPackage = (): string => hashOfFiles(ROOT, PACKED);

/**
 * Packs the built project and installs it in n8n's folder, unless what is there was packed from the same files.
 * @throws Error when dist is missing or npm fails
 */
export async function installBuilt(userFolder: string, log: Log): Promise<void> {
	const nodesDir = communityNodesDir(userFolder);
	const stamp = join(nodesDir, `.${PACKAGE_NAME}.source`);
	const wanted = builtPackage();
	if (readStamp(stamp) === wanted && existsSync(join(nodesDir, 'node_modules', PACKAGE_NAME)))
		return;
	await withProgress(log, 'Installing the package in n8n', async () => {
		const outDir = mkdtempSync(join(tmpdir(), 'media-generation-pack-'));
		try {
			await installPackage(userFolder, await packPackage(outDir));
		} finally {
			rmSync(outDir, { recursive: true, force: true });
		}
	});
	writeStamp(stamp, wanted);
}

/** Puts the community packages of one n8n's folder into another's, as they are; what was there is gone. */
export function copyPackages(fromUserFolder: string, toUserFolder: string): void {
	const target = communityNodesDir(toUserFolder);
	rmSync(target, { recursive: true, force: true });
	cpSync(communityNodesDir(fromUserFolder), target, { recursive: true, verbatimSymlinks: true });
}
