import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { GuardedChild } from '../../host/child';
import { ROOT } from '../../host/paths';
import { failed, outcomeOf, sum, summary, together } from '../../host/test-results';

describe('the outcome of a test run', () => {
	const folder = mkdtempSync(join(tmpdir(), 'outcome-'));
	const report = join(folder, 'report.json');
	afterAll(() => rmSync(folder, { recursive: true }));

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
			tally: { passed: 5, failed: 4, skipped: 2 },
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
		expect(outcomeOf(report, 0)).toMatchObject({ tally: { failed: 0 }, failures: [] });
		expect(outcomeOf(report, 1)).toMatchObject({
			tally: { passed: 5, failed: 1 },
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
			tally: { passed: 0, failed: 1 },
			failures: ['Jest ended with exit code 137 and left no report that can be read'],
		});
	});

	it('is read from what Jest really writes', async () => {
		const project = mkdtempSync(join(tmpdir(), 'jest-'));
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
		rmSync(project, { recursive: true });
		const { tally, failures } = outcomeOf(report, code);
		expect(tally).toEqual({ passed: 2, failed: 3, skipped: 1 });
		expect([...failures].sort()).toEqual([
			expect.stringMatching(/broken\.test\.js: the file itself failed$/),
			expect.stringMatching(/some\.test\.js: sums › wrong\n +Error: expect/),
			expect.stringMatching(/unclean\.test\.js: the file itself failed$/),
		]);
	});

	it('takes what ran side by side as one, with every failure', async () => {
		const tests = { tally: { passed: 3, failed: 0, skipped: 1 }, failures: [] };
		const outcome = await together(
			Promise.resolve(failed('lint')),
			Promise.resolve(tests),
			Promise.resolve(failed('types')),
		);
		expect(outcome).toEqual({
			tally: { passed: 3, failed: 2, skipped: 1 },
			failures: ['lint', 'types'],
		});
	});

	it('adds up and speaks of skipped tests only when there are some', () => {
		const total = sum([
			{ passed: 2, failed: 0, skipped: 1 },
			{ passed: 3, failed: 1, skipped: 0 },
		]);
		expect(summary(total)).toBe('5 passed, 1 failed, 1 skipped');
		expect(summary({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed');
	});
});
