import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { GuardedChild } from '../../host/child';
import { ROOT } from '../../host/paths';
import {
	failed,
	failureReport,
	outcomeOf,
	PASSED,
	runSteps,
	summary,
	together,
	type Outcome,
	type Step,
} from '../../host/test-steps';
import { scratchFolder } from '../support/folder';

/** Runs steps; gives what ran, what was said without the times, the failures and the closing line. */
async function run(steps: readonly Step[], isStopped?: () => boolean) {
	const ran: string[] = [];
	const said: string[] = [];
	const noted = steps.map((step) => ({
		...step,
		run: async () => (ran.push(step.name), await step.run()),
	}));
	const outcomes = await runSteps(
		noted,
		(line) => said.push(line.replace(/\d+ s/, 'N s')),
		isStopped,
	);
	return {
		ran,
		said,
		failures: failureReport(outcomes),
		closing: summary(together(outcomes.values())),
	};
}

const step = (name: string, outcome: Outcome | Error, needs?: string[]): Step => ({
	name,
	needs,
	run: async () => {
		if (outcome instanceof Error) throw outcome;
		return outcome;
	},
});
const tests = (passed: number, ...failures: string[]): Outcome => ({
	passed,
	skipped: 0,
	failures,
});

it('goes on after a failure, and tells all of them at the end', async () => {
	const { ran, failures, closing } = await run([
		step('lint', failed('ended with exit code 1')),
		step('unit', tests(7, 'a.test.ts: x', 'b.test.ts: y')),
		step('install', new Error('no network')),
		step('e2e', tests(3)),
	]);
	expect(ran).toEqual(['lint', 'unit', 'install', 'e2e']);
	expect(failures).toEqual([
		'What failed:',
		'  lint: ended with exit code 1',
		'  unit: a.test.ts: x',
		'  unit: b.test.ts: y',
		'  install: no network',
	]);
	expect(closing).toBe('10 passed, 4 failed');
});

it('skips what cannot run, says so, and counts the failure once', async () => {
	const { ran, said, failures, closing } = await run([
		step('build', failed('ended with exit code 2')),
		step('unit', tests(7)),
		step('n8n', PASSED),
		step('e2e', tests(3), ['build', 'n8n']),
		step('screens', tests(1), ['e2e']),
	]);
	expect(ran).toEqual(['build', 'unit', 'n8n']);
	expect(said).toEqual([
		'[1/5] build …',
		'[1/5] build: FAILED (N s)',
		'[2/5] unit …',
		'[2/5] unit: passed (N s)',
		'[3/5] n8n …',
		'[3/5] n8n: passed (N s)',
		'[4/5] e2e: skipped, as it needs build',
		'[5/5] screens: skipped, as it needs e2e',
	]);
	expect(failures).toEqual(['What failed:', '  build: ended with exit code 2']);
	expect(closing).toBe('7 passed, 1 failed, 2 skipped');
});

it('has nothing to tell when all is well', async () => {
	expect(await run([step('build', PASSED), step('e2e', tests(3), ['build'])])).toMatchObject({
		failures: [],
		closing: '3 passed, 0 failed',
	});
});

it('runs a step beside those after it, and waits for it at the end', async () => {
	let end = () => {};
	const unit: Step = {
		name: 'unit',
		isBeside: true,
		run: async () => (await new Promise<void>((resolve) => (end = resolve)), tests(7)),
	};
	const e2e: Step = { name: 'e2e', run: async () => (end(), tests(3)) };
	const { said, closing } = await run([unit, e2e]);
	expect(said.slice(0, 2)).toEqual(['[1/2] unit …', '[2/2] e2e …']);
	expect(closing).toBe('10 passed, 0 failed');
});

it('begins nothing more once it is stopped', async () => {
	let stopped = false;
	const stopping = {
		name: 'lint',
		run: async () => ((stopped = true), failed('ended with exit code 130')),
	};
	expect(await run([stopping, step('unit', tests(7))], () => stopped)).toMatchObject({
		ran: ['lint'],
		said: ['[1/2] lint …'],
		failures: [],
	});
});

describe('the outcome of a test run', () => {
	const report = join(scratchFolder(), 'report.json');
	const project = scratchFolder();

	const file = (name: string, status: string, tests: Record<string, string>) => ({
		name: join(ROOT, name),
		status,
		assertionResults: Object.entries(tests).map(([title, is]) => ({
			status: is,
			title,
			ancestorTitles: ['a group'],
		})),
	});
	const write = (testResults: object[]) =>
		writeFileSync(
			report,
			JSON.stringify({ numPassedTests: 5, numPendingTests: 1, numTodoTests: 1, testResults }),
		);

	it('names each failed test with its file, and a file that failed by itself', () => {
		write([
			file('test/a.test.ts', 'failed', { first: 'failed', second: 'passed', third: 'failed' }),
			file('test/b.test.ts', 'failed', {}),
			file('test/c.test.ts', 'passed', { first: 'passed', second: 'pending' }),
			file('test/d.test.ts', 'failed', { first: 'passed' }),
		]);
		expect(outcomeOf(report, 1)).toEqual({
			passed: 5,
			skipped: 2,
			failures: [
				'test/a.test.ts: a group › first',
				'test/a.test.ts: a group › third',
				'test/b.test.ts: the file itself failed',
				'test/d.test.ts: the file itself failed',
			],
		});
	});

	it('is a failure also when nobody owns up to it', () => {
		write([file('test/c.test.ts', 'passed', { first: 'passed' })]);
		expect(outcomeOf(report, 0)).toMatchObject({ failures: [] });
		expect(outcomeOf(report, 1)).toMatchObject({
			passed: 5,
			failures: ['Jest ended with exit code 1 and named no failed test'],
		});
	});

	it.each([
		['none', undefined],
		['half a one', '{"numPassedTests":'],
	])('is a failure when Jest left %s', (_, text) => {
		rmSync(report, { force: true });
		if (text) writeFileSync(report, text);
		expect(outcomeOf(report, 137)).toMatchObject({
			passed: 0,
			failures: ['Jest ended with exit code 137 and left no report that can be read'],
		});
	});

	it('is read from what Jest really writes', async () => {
		writeFileSync(join(project, 'package.json'), '{}');
		writeFileSync(
			join(project, 'some.test.js'),
			"describe('sums', () => { test('right', () => {}); test('wrong', () => expect(1 + 1).toBe(3)); test.todo('later'); });",
		);
		writeFileSync(join(project, 'broken.test.js'), "throw new Error('not today');");
		writeFileSync(
			join(project, 'unclean.test.js'),
			"test('fine', () => {}); afterAll(() => { throw new Error('cannot clean up'); });",
		);
		const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
		const code = await new GuardedChild(
			process.execPath,
			[jest, '--rootDir', project, '--json', `--outputFile=${report}`],
			{ cwd: project },
		).exited;
		const { passed, skipped, failures } = outcomeOf(report, code);
		expect([passed, skipped]).toEqual([2, 1]);
		expect([...failures].sort()).toEqual([
			expect.stringMatching(/broken\.test\.js: the file itself failed$/),
			expect.stringMatching(/some\.test\.js: sums › wrong\n +Error: expect/),
			expect.stringMatching(/unclean\.test\.js: the file itself failed$/),
		]);
	});

	it('takes several as one, with every failure, and speaks of skipped tests only when there are some', () => {
		const some = { passed: 3, skipped: 1, failures: [] };
		const all = together([failed('lint'), some, failed('types')]);
		expect(all).toEqual({ passed: 3, skipped: 1, failures: ['lint', 'types'] });
		expect(summary(all)).toBe('3 passed, 2 failed, 1 skipped');
		expect(summary({ passed: 1, skipped: 0, failures: [] })).toBe('1 passed, 0 failed');
	});
});
