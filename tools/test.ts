import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { GuardedChild, runMain } from '../host/child';
import { ensureN8n } from '../host/install';
import { stderrLog } from '../host/log';
import { ROOT } from '../host/paths';
import {
	failed,
	outcomeOf,
	outcomeOfRun,
	PASSED,
	Steps,
	summary,
	together,
	type Outcome,
} from './test-steps';

const BOOTSTRAP = join(ROOT, 'host', 'bootstrap.mjs');
const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');

/** Each starts an n8n of its own, which waits more than it works. */
const E2E_SIDE_BY_SIDE = '--maxWorkers=4';
/** Each starts five. */
const QUEUES_SIDE_BY_SIDE = '--maxWorkers=2';

const BUILD = 'build';
const INSTALLED = 'n8n, which is installed meanwhile where it is not yet';
const SUITES = 'unit tests, dialects, hostile inputs and answers';
const IN_N8N = 'tests in a real n8n';

/** What a newcomer runs in a real n8n: each door and each promise once. The other files there are in `--long` only. */
const FIRST_E2E = ['agent', 'firstImage', 'images', 'ledger', 'operations', 'pause', 'trigger'];
const LONG = { TEST_SIZE: 'long' };

const reports = mkdtempSync(join(tmpdir(), 'media-generation-tests-'));
const log = stderrLog();
const steps = new Steps(log);

/** Every kind of test, small in seeds; the tests in a real n8n, which wait more than they work, run beside the others. */
async function quickSteps(installed: Promise<Outcome>): Promise<void> {
	const suites = ['unit', 'dialects', 'steps', 'hostile'];
	const files = FIRST_E2E.map((name) => `test/e2e/${name}.test.ts`);
	await steps.run(BUILD, 1, () => command('build'));
	await Promise.all([
		steps.run(SUITES, 5, () => jest(suites)),
		steps
			.run(INSTALLED, 0, () => installed)
			.then(() =>
				steps.run(IN_N8N, 2, () => jest(['e2e'], [E2E_SIDE_BY_SIDE, ...files]), [BUILD, INSTALLED]),
			),
	]);
}

/** Lint, every seed, and the suites that take minutes. */
async function longSteps(installed: Promise<Outcome>): Promise<void> {
	// Side by side, as the answers of a seed are waited for one after the other.
	const hostile = [
		{ HOSTILE_SEEDS: '2' },
		{ HOSTILE_SEED: '3', HOSTILE_SEEDS: '2' },
		{ HOSTILE_SEED: '5', HOSTILE_SEEDS: '1' },
	];
	await steps.run('lint and types, also of what is published', 2, () =>
		sideBySide(command('lint'), command('lint:package')),
	);
	await steps.run(BUILD, 1, () => command('build'));
	await steps.run(SUITES, 15, () =>
		sideBySide(
			jest(['unit', 'dialects', 'steps'], [], LONG),
			...hostile.map((seeds) => jest(['hostile'], [], { ...LONG, ...seeds })),
		),
	);
	await steps.run(INSTALLED, 0, () => installed);
	const needs = [BUILD, INSTALLED];
	await steps.run(IN_N8N, 10, () => jest(['e2e'], [E2E_SIDE_BY_SIDE], LONG), needs);
	await steps.run(
		'queue mode, and the editor in a browser',
		8,
		() => sideBySide(jest(['queue'], [QUEUES_SIDE_BY_SIDE]), jest(['browser'], ['--runInBand'])),
		needs,
	);
}

const sideBySide = async (...parts: Array<Promise<Outcome>>) => together(await Promise.all(parts));

async function runNode(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
	const options = { cwd: ROOT, env: { ...process.env, ...env }, onLine: log };
	return await new GuardedChild(process.execPath, args, options).exited;
}

async function command(name: string): Promise<Outcome> {
	const code = await runNode([BOOTSTRAP, name]);
	return code === 0 ? PASSED : failed(`${name} ended with exit code ${code}`);
}

async function jest(
	projects: readonly string[],
	args: readonly string[] = [],
	env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
	const report = join(reports, `${randomUUID()}.json`);
	const all = ['--selectProjects', ...projects, ...args, '--json', `--outputFile=${report}`];
	return outcomeOf(report, await runNode([JEST, ...all], env));
}

async function testAll(): Promise<number> {
	const [argument, ...others] = process.argv.slice(2);
	// Another argument would otherwise be thought to have an effect.
	if (others.length > 0 || (argument !== undefined && argument !== '--long'))
		throw new Error(
			'Usage: npm test [-- --long]. One part of the tests: npm run test:unit -- <path>, and the others that CONTRIBUTING.md names.',
		);
	const run = argument === undefined ? quickSteps : longSteps;
	// Begun first and awaited late: for most of its minutes it waits for the network or for one core.
	await run(outcomeOfRun(async () => (await ensureN8n(log), PASSED)));
	if (steps.isStopped) return 1;
	for (const line of steps.report()) log(line);
	const total = together(steps.outcomes.values());
	process.stdout.write(`${summary(total)}\n`);
	return total.failures.length === 0 ? 0 : 1;
}

runMain(testAll, {
	onSignal: () => (steps.isStopped = true),
	cleanUp: () => rmSync(reports, { recursive: true, force: true }),
});
