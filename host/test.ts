import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { GuardedChild } from './child';
import { ensureN8n } from './install';
import { stderrLog } from './log';
import { runMain } from './child';
import { ROOT } from './paths';
import {
	failed,
	failureReport,
	outcomeOf,
	outcomeOfRun,
	PASSED,
	runSteps,
	summary,
	together,
	type Outcome,
	type Step,
} from './test-steps';

const BOOTSTRAP = join(ROOT, 'host', 'bootstrap.mjs');
const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');

const reports = mkdtempSync(join(tmpdir(), 'media-generation-tests-'));
const log = stderrLog();
let stopped = false;

/** Each starts an n8n of its own, which waits more than it works. */
const E2E_SIDE_BY_SIDE = ['--maxWorkers=4'];
/** Each starts five. */
const QUEUES_SIDE_BY_SIDE = ['--maxWorkers=2'];

/** The step that only waits for what has been going on since the first. */
const INSTALLED = 'n8n, which is installed meanwhile where it is not yet';

const sideBySide = async (...parts: Array<Promise<Outcome>>) => together(await Promise.all(parts));

/** How much of each part is run. */
interface Size {
	/** What Jest runs at the same time: some projects, and what their tests are told. */
	suites: ReadonlyArray<{ projects: readonly string[]; env: NodeJS.ProcessEnv }>;
	/** How long that takes alone on two cores. */
	minutes: number;
	/** Whether the tests in a real n8n, which wait more than they work, run beside them. */
	isBeside: boolean;
	/** The same of the tests in a real n8n. */
	n8n: { files: readonly string[]; env: NodeJS.ProcessEnv; minutes: number };
}

const stepsOf = ({ suites, minutes, isBeside, n8n }: Size, installed: Promise<Outcome>): Step[] => [
	{ name: 'build', minutes: 1, run: async () => await command('build') },
	{
		name: 'unit tests, dialects, hostile inputs and answers',
		minutes,
		isBeside,
		run: async () =>
			await sideBySide(...suites.map(async ({ projects, env }) => await jest(projects, [], env))),
	},
	{ name: INSTALLED, run: async () => await installed },
	{
		name: 'tests in a real n8n',
		minutes: n8n.minutes,
		needs: ['build', INSTALLED],
		run: async () => await jest(['e2e'], [...E2E_SIDE_BY_SIDE, ...n8n.files], n8n.env),
	},
];

/** What a newcomer runs in a real n8n: each door and each promise once. The other files there are in `--long` only. */
const FIRST_E2E = ['agent', 'firstImage', 'images', 'ledger', 'operations', 'pause', 'trigger'];

const QUICK: Size = {
	suites: [{ projects: ['unit', 'dialects', 'steps', 'hostile'], env: {} }],
	minutes: 5,
	isBeside: true,
	n8n: { files: FIRST_E2E.map((name) => `test/e2e/${name}.test.ts`), env: {}, minutes: 2 },
};

const long = { TEST_SIZE: 'long' };
const LONG: Size = {
	suites: [
		{ projects: ['unit', 'dialects', 'steps'], env: long },
		// Side by side, as the answers of a seed are waited for one after the other.
		{ projects: ['hostile'], env: { ...long, HOSTILE_SEEDS: '2' } },
		{ projects: ['hostile'], env: { ...long, HOSTILE_SEED: '3', HOSTILE_SEEDS: '2' } },
		{ projects: ['hostile'], env: { ...long, HOSTILE_SEED: '5', HOSTILE_SEEDS: '1' } },
	],
	minutes: 15,
	isBeside: false,
	n8n: { files: [], env: long, minutes: 10 },
};

/** With `--long`: lint, every seed, and the suites that take minutes. */
const longSteps = (installed: Promise<Outcome>): Step[] => [
	{
		name: 'lint and types, also of what is published',
		minutes: 2,
		run: async () => await sideBySide(command('lint'), command('lint:package')),
	},
	...stepsOf(LONG, installed),
	{
		name: 'queue mode, and the editor in a browser',
		minutes: 8,
		needs: ['build', INSTALLED],
		run: async () =>
			await sideBySide(jest(['queue'], QUEUES_SIDE_BY_SIDE), jest(['browser'], ['--runInBand'])),
	},
];

async function runNode(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
	const child = new GuardedChild(process.execPath, args, {
		cwd: ROOT,
		env: { ...process.env, ...env },
		onLine: (line) => log(line),
	});
	return await child.exited;
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
	const code = await runNode(
		[JEST, '--selectProjects', ...projects, ...args, '--json', `--outputFile=${report}`],
		env,
	);
	return outcomeOf(report, code);
}

/** Begun first and awaited late: for most of its minutes it waits for the network or for one core. */
async function install(): Promise<Outcome> {
	await ensureN8n(log);
	return PASSED;
}

/** @throws Error for any other argument, which would otherwise be thought to have an effect */
function isLong(): boolean {
	const [argument, ...others] = process.argv.slice(2);
	if (others.length > 0 || (argument !== undefined && argument !== '--long')) {
		throw new Error(
			'Usage: npm test [-- --long]. One part of the tests: npm run test:unit -- <path>, and the others that CONTRIBUTING.md names.',
		);
	}
	return argument !== undefined;
}

async function testAll(): Promise<number> {
	const steps = isLong() ? longSteps : (installed: Promise<Outcome>) => stepsOf(QUICK, installed);
	const outcomes = await runSteps(steps(outcomeOfRun({ run: install })), log, () => stopped);
	if (stopped) return 1;
	for (const [name, outcome] of outcomes) log(`  ${name}: ${summary(outcome)}`);
	for (const line of failureReport(outcomes)) log(line);
	const total = together(outcomes.values());
	process.stdout.write(`${summary(total)}\n`);
	return total.failures.length === 0 ? 0 : 1;
}

runMain(testAll, {
	onSignal: () => (stopped = true),
	cleanUp: () => rmSync(reports, { recursive: true, force: true }),
});
