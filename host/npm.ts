import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { run, type ChildOptions } from './child';

/** npm's own script, which Node can run directly on every platform; undefined when it is not in a usual place. */
function npmScript(): string | undefined {
	const nodeDir = dirname(process.execPath);
	const candidates = [
		process.env['npm_execpath'] ?? '',
		join(nodeDir, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
		join(nodeDir, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
	];
	return candidates.find((path) => path.endsWith('npm-cli.js') && existsSync(path));
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
	const script = npmScript();
	return script
		? await run(process.execPath, [script, ...args], { ...options, env })
		: await run('npm', args, { ...options, env });
}
