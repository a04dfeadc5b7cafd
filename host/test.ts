import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { GuardedChild } from './child';
import { ensureN8n } from './install';
import { stderrLog } from './log';
import { runMain } from './main';
import { ROOT } from './paths';
import { failed, outcomeOf, PASSED, sum, summary, type Outcome } from './test-results';
import { failureReport, runSteps, type Step } from './test-steps';

const BOOTSTRAP = join(ROOT, 'host', 'bootstrap.mjs');
const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');

const reports = mkdtempSync(join(tmpdir(), 'media-generation-tests-'));
const log = stderrLog();
let stopped = false;

const QUICK: readonly Step[] = [
	{ name: 'lint', run: () => command('lint') },
	{ name: 'typecheck', run: () => command('typecheck') },
	{ name: 'build', run: () => command('build') },
	{ name: 'what is published', needs: ['build'], run: () => command('lint:package') },
	{ name: 'unit tests', run: () => jest('unit') },
	{ name: 'dialects', run: () => jest('dialects') },
	{ name: 'hostile inputs and answers', run: () => jest('hostile') },
	{ name: 'n8n', run: install },
	{ name: 'tests in a real n8n', needs: ['build', 'n8n'], run: () => jest('e2e', ['--runInBand']) },
];

/** With `--long`, as CI runs it: every seed, and the suites that take minutes. */
const LONG: readonly Step[] = [
	...QUICK.filter(({ name }) => !/dialects|hostile/.test(name)),
	{ name: 'dialects', run: () => jest('dialects', [], { DIALECT_SEEDS: '200' }) },
	{ name: 'hostile inputs and answers', run: () => jest('hostile', ['--maxWorkers=2'], { HOSTILE_SEEDS: '5', HOSTILE_SIZE: '2000' }) },
	{ name: 'queue mode', needs: ['build', 'n8n'], run: () => jest('queue', ['--runInBand']) },
	{ name: 'the editor in a browser', needs: ['build', 'n8n'], run: () => jest('browser', ['--runInBand']) },
];

async function runNode(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
	const child = new GuardedChild(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env }, onLine: (line) => log(line) });
	return await child.exited;
}

async function command(name: string): Promise<Outcome> {
	const code = await runNode([BOOTSTRAP, name]);
	return code === 0 ? PASSED : failed(`ended with exit code ${code}`);
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
