import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

import { ROOT } from './paths';

/** How many tests passed, failed and were skipped. */
export interface Tally {
	passed: number;
	failed: number;
	skipped: number;
}

/** What came of a step: its tally, and each failure in a line. */
export interface Outcome {
	tally: Tally;
	failures: readonly string[];
}

interface JestReport {
	numPassedTests: number;
	numPendingTests: number;
	numTodoTests: number;
	testResults: ReadonlyArray<{
		name: string;
		status: string;
		assertionResults: ReadonlyArray<{
			status: string;
			title: string;
			ancestorTitles: readonly string[];
			/** In its own words, each many lines long. */
			failureMessages?: readonly string[];
		}>;
	}>;
}

/** The outcome of what passed without being a test. */
export const PASSED: Outcome = { tally: { passed: 0, failed: 0, skipped: 0 }, failures: [] };

/** The outcome of what failed as a whole. */
export function failed(why: string): Outcome {
	return { tally: { passed: 0, failed: 1, skipped: 0 }, failures: [why] };
}

/**
 * Reads a Jest run from its JSON report: each failed test is named with its file. A file with a failure of its own
 * (it did not load) counts as one failure, and so does a run that failed without saying where.
 */
export function outcomeOf(reportFile: string, exitCode: number): Outcome {
	const report = reportIn(reportFile);
	if (!report)
		return failed(`Jest ended with exit code ${exitCode} and left no report that can be read`);
	const failures = report.testResults.flatMap(failuresIn);
	if (failures.length === 0 && exitCode !== 0)
		failures.push(`Jest ended with exit code ${exitCode} and named no failed test`);
	return {
		tally: {
			passed: report.numPassedTests,
			failed: failures.length,
			skipped: report.numPendingTests + report.numTodoTests,
		},
		failures,
	};
}

/** What came of several parts that ran side by side, as one. */
export async function together(...parts: ReadonlyArray<Promise<Outcome>>): Promise<Outcome> {
	const outcomes = await Promise.all(parts);
	return {
		tally: sum(outcomes.map(({ tally }) => tally)),
		failures: outcomes.flatMap(({ failures }) => failures),
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

/** A report that a killed Jest did not finish is as good as none. */
function reportIn(file: string): JestReport | undefined {
	if (!existsSync(file)) return undefined;
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as JestReport;
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

function failuresIn({
	name,
	status,
	assertionResults,
}: JestReport['testResults'][number]): string[] {
	const file = relative(ROOT, name);
	const tests = assertionResults.filter((test) => test.status === 'failed');
	if (tests.length === 0 && status === 'failed') return [`${file}: the file itself failed`];
	return tests.map(({ ancestorTitles, title, failureMessages = [] }) =>
		[
			`${file}: ${[...ancestorTitles, title].join(' › ')}`,
			...failureMessages.flatMap(wordsOf),
		].join('\n'),
	);
}

/** The first lines of what a failed test says, without colors. */
function wordsOf(message: string): string[] {
	const plain = message.replace(/\u001b\[[0-9;]*m/g, '');
	return plain
		.split('\n')
		.slice(0, MOST_LINES)
		.map((line) => `      ${line}`);
}

const MOST_LINES = 20;
