import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { GuardedChild } from '../../host/child';
import { ROOT } from '../../host/paths';
import {
	failed,
	outcomeOf,
	PASSED,
	Steps,
	summary,
	together,
	type Outcome,
} from '../../tools/test-steps';
import { scratchFolder } from '../support/folder';

const tests = (passed: number, ...failures: string[]): Outcome => ({
	passed,
	skipped: 0,
	failures,
});

/** Steps, and what they said without the times. */
function begin() {
	const said: string[] = [];
	return { said, steps: new Steps((line) => said.push(line.replace(/\d+ s/, 'N s'))) };
}

it('goes on after a failure, skips what cannot run, and tells each failure once at the end', async () => {
	const { said, steps } = begin();
	await steps.run('lint', 2, async () => failed('ended with exit code 1'));
	await steps.run('unit', 5, async () => tests(7, 'a.test.ts: x', 'b.test.ts: y'));
	await steps.run('install', 0, async () => {
		throw new Error('no network');
	});
	await steps.run('build', 1, async () => PASSED);
	await steps.run('e2e', 2, async () => tests(3), ['build', 'install']);
	await steps.run('screens', 2, async () => tests(1), ['build']);
	expect(said).toEqual([
		'lint (about 2 min) …',
		'lint: FAILED (N s)',
		'unit (about 5 min) …',
		'unit: FAILED (N s)',
		'install …',
		'install: FAILED (N s)',
		'build (about 1 min) …',
		'build: passed (N s)',
		'e2e: skipped, as it needs install',
		'screens (about 2 min) …',
		'screens: passed (N s)',
	]);
	expect(steps.report().slice(-4)).toEqual([
		'  FAILED in lint: ended with exit code 1',
		'  FAILED in unit: a.test.ts: x',
		'  FAILED in unit: b.test.ts: y',
		'  FAILED in install: no network',
	]);
	expect(summary(together(steps.outcomes.values()))).toBe('8 passed, 4 failed, 1 skipped');
});

it('begins nothing more once it is stopped', async () => {
	const { said, steps } = begin();
	await steps.run('lint', 2, async () => ((steps.isStopped = true), failed('exit code 130')));
	await steps.run('unit', 5, async () => tests(7));
	expect([said, steps.report()]).toEqual([['lint (about 2 min) …'], []]);
});

describe('the outcome of a test run', () => {
	const report = join(scratchFolder(), 'report.json');
	const project = scratchFolder();

	it.each([
		[
			'a report without a failure',
			'{"numPassedTests":5,"numPendingTests":1,"numTodoTests":1,"testResults":[]}',
			5,
		],
		['none', undefined, 0],
		['half a one', '{"numPassedTests":', 0],
	])('is a failure when Jest fails and leaves %s', (_, text, passed) => {
		rmSync(report, { force: true });
		if (text) writeFileSync(report, text);
		expect(outcomeOf(report, 137)).toMatchObject({
			passed,
			failures: [expect.stringMatching(/^Jest ended with exit code 137 and (named no|left no)/)],
		});
	});

	it('is read from what Jest really writes: each failed test with its file, and a file that failed by itself', async () => {
		const files = {
			'package.json': '{}',
			'some.test.js':
				"describe('sums', () => { test('right', () => {}); test('wrong', () => expect(1 + 1).toBe(3)); test.todo('later'); });",
			'broken.test.js': "throw new Error('not today');",
			'unclean.test.js':
				"test('fine', () => {}); afterAll(() => { throw new Error('cannot clean up'); });",
		};
		for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
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
});
