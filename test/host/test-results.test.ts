import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sum, summary, tallyOf } from '../../host/test-results';

describe('the tally of a test run', () => {
	const folder = mkdtempSync(join(tmpdir(), 'tally-'));
	const report = join(folder, 'report.json');
	const write = (counts: Record<string, number>) =>
		writeFileSync(
			report,
			JSON.stringify({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, numRuntimeErrorTestSuites: 0, ...counts }),
		);
	afterAll(() => rmSync(folder, { recursive: true }));

	it('counts a file that did not load, and a failure that nobody owns up to', () => {
		write({ numPassedTests: 5, numFailedTests: 1, numRuntimeErrorTestSuites: 2 });
		expect(tallyOf(report, 1)).toEqual({ passed: 5, failed: 3, skipped: 0 });
		write({ numPassedTests: 5 });
		expect(tallyOf(report, 1).failed).toBe(1);
		expect(tallyOf(join(folder, 'none.json'), 1).failed).toBe(1);
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
