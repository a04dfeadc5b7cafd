import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';

import { withLock } from './lock';
import { withProgress, type Log } from './log';
import { ensureNode, npm, type NodeRuntime } from './runtime';
import { cacheDir, givenN8n, otherVersion, ROOT } from './paths';
import { hashOf, hashOfFiles, readStamp, writeStamp } from './stamps';

/** The folder with the pinned n8n's package.json, lock file and npm settings. */
const PINNED_N8N = join(ROOT, 'host', 'n8n');
const PINNED_FILES = ['package.json', 'package-lock.json', '.npmrc'];
const STEPS = 3;
/** Of an n8n that is not pinned: older ones take the one from outside of npm's registry, and the other in versions that came later and do not fit. */
const OVERRIDES = { xlsx: '0.18.5', '@langchain/langgraph-checkpoint': '1.0.0' };

/** What a certain version takes besides: packages that came later than it and do not fit. */
const OVERRIDES_OF: Readonly<Record<string, Record<string, string>>> = {
	'2.16.1': {
		'@langchain/langgraph': '1.2.2',
		'@opentelemetry/core': '2.6.0',
		'@opentelemetry/resources': '2.6.0',
		'@opentelemetry/sdk-trace-base': '2.6.0',
		'@opentelemetry/sdk-trace-node': '2.6.0',
	},
};

/** An installed n8n, ready to start. */
export interface N8nInstall {
	/** The Node.js (24 or newer) that runs it. */
	node: string;
	/** n8n's own start script. */
	script: string;
	version: string;
	/** The folder whose node_modules holds n8n. */
	folder: string;
}

/** The version of n8n that host/n8n/package.json pins. */
export function pinnedVersion(): string {
	const manifest = readFileSync(join(PINNED_N8N, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { dependencies: { n8n: string } }).dependencies.n8n;
}

/** @throws Error when no n8n is there */
function versionIn(folder: string): string {
	const manifest = join(folder, 'node_modules', 'n8n', 'package.json');
	if (!existsSync(manifest))
		throw new Error(
			`MEDIA_GENERATION_N8N must name a folder whose node_modules holds n8n (there is no ${manifest}).`,
		);
	return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** Whether n8n is there already, so that it only needs to start. */
export function isN8nInstalled(): boolean {
	return givenN8n() !== undefined || existsSync(join(cacheDir(), 'sqlite3.stamp'));
}

/**
 * Makes sure that Node 24, the pinned n8n (or that of `N8N_VERSION`) and its database driver are installed in the cache folder.
 * Each finished step is stamped: an interrupted one is done anew, a complete install is checked in milliseconds.
 * An n8n that is given (`MEDIA_GENERATION_N8N`) is taken as it is.
 * @throws Error that names the failed step, npm's last lines and what to do
 */
export async function ensureN8n(log: Log): Promise<N8nInstall> {
	const cache = cacheDir();
	const given = givenN8n();
	const folder = given ?? join(cache, 'n8n');
	const version = given === undefined ? (otherVersion() ?? pinnedVersion()) : versionIn(given);
	return await withLock(join(cache, 'install.lock'), log, async () => {
		let node = process.execPath;
		if (given === undefined) {
			const runtime = await ensureNode(cache, `[1/${STEPS}]`, log);
			await installModules(folder, version, log);
			await buildDatabaseDriver(folder, runtime, log);
			({ node } = runtime);
		}
		linkModules(cache, given ?? basename(folder));
		return { node, script: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'), version, folder };
	});
}

async function installModules(folder: string, version: string, log: Log): Promise<void> {
	const stamp = join(dirname(folder), 'n8n.stamp');
	const pinned = otherVersion() === undefined;
	const overrides = { ...OVERRIDES, ...OVERRIDES_OF[version] };
	const wanted = pinned
		? hashOfFiles(PINNED_N8N, PINNED_FILES)
		: hashOf(version, JSON.stringify(overrides));
	if (readStamp(stamp) === wanted && existsSync(join(folder, 'node_modules', 'n8n'))) return;
	mkdirSync(folder, { recursive: true });
	rmSync(stamp, { force: true });
	for (const file of pinned ? PINNED_FILES : ['.npmrc'])
		copyFileSync(join(PINNED_N8N, file), join(folder, file));
	if (!pinned)
		writeStamp(
			join(folder, 'package.json'),
			JSON.stringify({ private: true, dependencies: { n8n: version }, overrides }),
		);
	// npm writes this file last; without it the folder is what an interrupted install has left, which npm takes for whole packages.
	if (!existsSync(join(folder, 'node_modules', '.package-lock.json')))
		rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
	await withProgress(log, `[2/${STEPS}] Installing n8n ${version} (about 2 GB, once)`, () =>
		npm(['install', '--ignore-scripts', '--no-progress', '--loglevel=error'], { cwd: folder }),
	);
	writeStamp(stamp, wanted);
}

async function buildDatabaseDriver(folder: string, runtime: NodeRuntime, log: Log): Promise<void> {
	const stamp = join(dirname(folder), 'sqlite3.stamp');
	const driver = join(folder, 'node_modules', 'sqlite3');
	const wanted = hashOf(
		readFileSync(join(driver, 'package.json')),
		runtime.version,
		process.platform,
		process.arch,
	);
	const binary = join(driver, 'build', 'Release', 'node_sqlite3.node');
	if (readStamp(stamp) === wanted && existsSync(binary)) return;
	await withProgress(log, `[3/${STEPS}] Building n8n's database driver (1-2 minutes, once)`, () =>
		rebuild(folder, runtime),
	);
	if (!existsSync(binary)) {
		throw new Error(
			`npm built sqlite3 without an error, but ${binary} is missing. Delete ${folder} and start again.`,
		);
	}
	writeStamp(stamp, wanted);
}

async function rebuild(folder: string, runtime: NodeRuntime): Promise<void> {
	const env: NodeJS.ProcessEnv = {
		...process.env,
		PATH: `${dirname(runtime.node)}${delimiter}${process.env['PATH'] ?? ''}`,
	};
	if (runtime.headers) env['npm_config_nodedir'] = runtime.headers;
	try {
		await npm(['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'], {
			cwd: folder,
			env,
		});
	} catch (error) {
		throw new Error(
			'n8n keeps its data in SQLite, and its driver (sqlite3) could neither be downloaded nor be built. ' +
				'Building needs python3, make and a C++ compiler ' +
				'(Debian and Ubuntu: apt install python3 make g++; macOS: xcode-select --install). ' +
				`Install them and start again.\n${(error as Error).message}`,
			{ cause: error },
		);
	}
}

/**
 * Lets packages in data folders below the cache find n8n's own modules before any in the project above them,
 * as they would on a machine where the project is not around.
 */
function linkModules(cache: string, folder: string): void {
	const link = join(cache, 'node_modules');
	const modules = join(folder, 'node_modules');
	if (existsSync(link) && realpathSync(link) === realpathSync(resolve(cache, modules))) return;
	rmSync(link, { force: true });
	symlinkSync(modules, link, 'junction');
}
