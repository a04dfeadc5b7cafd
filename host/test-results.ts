import { existsSync, readFileSync } from 'node:fs';

/** How many tests passed, failed and were skipped. */
export interface Tally {
	passed: number;
	failed: number;
	skipped: number;
}

interface JestReport {
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	numTodoTests: number;
	numRuntimeErrorTestSuites: number;
}

/**
 * Counts a Jest run from its JSON report; a file that did not even load counts as one failure,
 * and so does a run that failed without saying where.
 */
export function tallyOf(reportFile: string, exitCode: number): Tally {
	if (!existsSync(reportFile)) return { passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
	const report = JSON.parse(readFileSync(reportFile, 'utf8')) as JestReport;
	const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
	return {
		passed: report.numPassedTests,
		failed: failed === 0 && exitCode !== 0 ? 1 : failed,
		skipped: report.numPendingTests + report.numTodoTests,
	};
}

/** Adds up tallies. */
export function sum(tallies: readonly Tally[]): Tally {
	const total = (key: keyof Tally) => tallies.reduce((all, tally) => all + tally[key], 0);
	return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') };
}

/** The line a tally is announced with, as in `12 passed, 0 failed, 1 skipped`. */
export function summary({ passed, failed, skipped }: Tally): string {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
