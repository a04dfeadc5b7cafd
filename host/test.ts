import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { GuardedChild } from './child';
import { ensureN8n } from './install';
import { elapsed, stderrLog } from './log';
import { runMain } from './main';
import { ROOT } from './paths';
import { sum, summary, tallyOf, type Tally } from './test-results';

const PASSED: Tally = { passed: 0, failed: 0, skipped: 0 };
const FAILED: Tally = { passed: 0, failed: 1, skipped: 0 };
const BOOTSTRAP = join(ROOT, 'host', 'bootstrap.mjs');
const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');

const reports = mkdtempSync(join(tmpdir(), 'media-generation-tests-'));
const log = stderrLog();

const STEPS: ReadonlyArray<readonly [name: string, work: () => Promise<Tally>]> = [
	['lint', () => command('lint')],
	['typecheck', () => command('typecheck')],
	['build', () => command('build')],
	['unit tests', () => jest('unit')],
	['n8n', install],
	['tests in a real n8n', () => jest('e2e', '--runInBand')],
];

async function runNode(args: readonly string[]): Promise<number> {
	const child = new GuardedChild(process.execPath, args, { cwd: ROOT, onLine: (line) => log(line) });
	return await child.exited;
}

async function command(name: string): Promise<Tally> {
	return (await runNode([BOOTSTRAP, name])) === 0 ? PASSED : FAILED;
}

async function jest(project: string, ...args: string[]): Promise<Tally> {
	const report = join(reports, `${project}.json`);
	const code = await runNode([JEST, '--selectProjects', project, ...args, '--json', `--outputFile=${report}`]);
	return tallyOf(report, code);
}

async function install(): Promise<Tally> {
	try {
		await ensureN8n(log);
		return PASSED;
	} catch (error) {
		log((error as Error).message);
		return FAILED;
	}
}

async function testAll(): Promise<number> {
	const tallies: Tally[] = [];
	for (const [index, [name, work]] of STEPS.entries()) {
		const startedAt = Date.now();
		const step = `[${index + 1}/${STEPS.length}] ${name}`;
		log(`${step} …`);
		const tally = await work();
		tallies.push(tally);
		log(`${step}: ${tally.failed === 0 ? 'passed' : 'FAILED'} (${elapsed(startedAt)})`);
		if (tally.failed > 0) break;
	}
	const total = sum(tallies);
	process.stdout.write(`${summary(total)}\n`);
	return total.failed === 0 ? 0 : 1;
}

runMain(testAll, { cleanUp: () => rmSync(reports, { recursive: true, force: true }) });
