import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { GuardedChild } from './child';
import { ensureN8n } from './install';
import { stderrLog } from './log';
import { runMain } from './main';
import { ROOT } from './paths';
import { failed, outcomeOf, PASSED, sum, summary, together, type Outcome } from './test-results';
import { failureReport, runSteps, type Step } from './test-steps';

const BOOTSTRAP = join(ROOT, 'host', 'bootstrap.mjs');
const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');

const reports = mkdtempSync(join(tmpdir(), 'media-generation-tests-'));
const log = stderrLog();
let stopped = false;

/** Each starts an n8n of its own, which waits more than it works. */
const E2E_SIDE_BY_SIDE = ['--maxWorkers=4'];

/** What the parts of the tests that can be longer or shorter are told. */
type Sizes = Record<'dialects' | 'hostile' | 'e2e', NodeJS.ProcessEnv>;

const stepsOf = ({ dialects, hostile, e2e }: Sizes): Step[] => [
	{ name: 'lint and types', run: async () => await together(command('lint'), command('typecheck')) },
	{ name: 'build', run: async () => await command('build') },
	{ name: 'what is published', needs: ['build'], run: async () => await command('lint:package') },
	{ name: 'unit tests', run: async () => await jest('unit') },
	{ name: 'dialects, hostile inputs and answers', run: async () => await together(jest('dialects', [], dialects), jest('hostile', [], hostile)) },
	{ name: 'n8n', run: install },
	{ name: 'tests in a real n8n', needs: ['build', 'n8n'], run: async () => await jest('e2e', E2E_SIDE_BY_SIDE, e2e) },
];

const QUICK = stepsOf({ dialects: {}, hostile: {}, e2e: {} });

/** With `--long`, as CI runs it: every seed, and the suites that take minutes. */
const LONG: readonly Step[] = [
	...stepsOf({ dialects: { DIALECT_SEEDS: '200' }, hostile: { HOSTILE_SEEDS: '5', HOSTILE_SIZE: '2000' }, e2e: { E2E_SIZE: 'long' } }),
	{ name: 'queue mode', needs: ['build', 'n8n'], run: async () => await jest('queue', ['--runInBand']) },
	{ name: 'the editor in a browser', needs: ['build', 'n8n'], run: async () => await jest('browser', ['--runInBand']) },
];

async function runNode(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
	const child = new GuardedChild(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env }, onLine: (line) => log(line) });
	return await child.exited;
}

async function command(name: string): Promise<Outcome> {
	const code = await runNode([BOOTSTRAP, name]);
	return code === 0 ? PASSED : failed(`${name} ended with exit code ${code}`);
}

async function jest(project: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
	const report = join(reports, `${project}.json`);
	const code = await runNode([JEST, '--selectProjects', project, ...args, '--json', `--outputFile=${report}`], env);
	return outcomeOf(report, code);
}

async function install(): Promise<Outcome> {
	await ensureN8n(log);
	return PASSED;
}

async function testAll(): Promise<number> {
	const outcomes = await runSteps(process.argv.includes('--long') ? LONG : QUICK, log, () => stopped);
	if (stopped) return 1;
	for (const line of failureReport(outcomes)) log(line);
	const total = sum([...outcomes.values()].map(({ tally }) => tally));
	process.stdout.write(`${summary(total)}\n`);
	return total.failed === 0 ? 0 : 1;
}

runMain(testAll, {
	onSignal: () => (stopped = true),
	cleanUp: () => rmSync(reports, { recursive: true, force: true }),
});
