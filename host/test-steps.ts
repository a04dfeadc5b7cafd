import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

import { elapsed, type Log } from './log';
import { ROOT } from './paths';

/** What came of a step: how many tests passed, were skipped and failed, and each failure in a line. */
export interface Outcome {
	passed: number;
	skipped: number;
	failures: readonly string[];
}

/** The outcome of what passed without being a test. */
export const PASSED: Outcome = { passed: 0, skipped: 0, failures: [] };

/** The outcome of what failed as a whole. */
export const failed = (why: string): Outcome => ({ ...PASSED, failures: [why] });

/** What came of several parts, as one. */
export function together(outcomes: Iterable<Outcome>): Outcome {
	const all = [...outcomes];
	const sum = (key: 'passed' | 'skipped') => all.reduce((total, each) => total + each[key], 0);
	const failures = all.flatMap((each) => each.failures);
	return { passed: sum('passed'), skipped: sum('skipped'), failures };
}

/** The line an outcome is announced with, as in `12 passed, 0 failed, 1 skipped`. */
export function summary({ passed, failures, skipped }: Outcome): string {
	return `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** What comes of work that may throw. */
export async function outcomeOfRun(work: () => Promise<Outcome>): Promise<Outcome> {
	return await work().catch((error: Error) => failed(error.message));
}

/** Runs the parts of all tests, and keeps what came of each. */
export class Steps {
	readonly outcomes = new Map<string, Outcome>();
	/** Once it is, nothing more begins. */
	isStopped = false;

	constructor(private readonly log: Log) {}

	/**
	 * Runs a step, also after another has failed. One that needs a step that did not pass is skipped, and counts as
	 * skipped only: the failure is that of what it needs.
	 * @param minutes how long it takes alone on two cores; 0 where nobody knows
	 */
	async run(
		name: string,
		minutes: number,
		work: () => Promise<Outcome>,
		needs: readonly string[] = [],
	): Promise<void> {
		if (this.isStopped) return;
		const missing = needs.filter((each) => this.outcomes.get(each)?.failures.length !== 0);
		if (missing.length > 0) {
			this.log(`${name}: skipped, as it needs ${missing.join(' and ')}`);
			this.outcomes.set(name, { ...PASSED, skipped: 1 });
			return;
		}
		const startedAt = Date.now();
		this.log(`${name}${minutes > 0 ? ` (about ${minutes} min)` : ''} …`);
		const outcome = await outcomeOfRun(work);
		if (this.isStopped) return;
		this.outcomes.set(name, outcome);
		const word = outcome.failures.length === 0 ? 'passed' : 'FAILED';
		this.log(`${name}: ${word} (${elapsed(startedAt)})`);
	}

	/** What came of each step, and then every failure, a line each. */
	report(): string[] {
		const all = [...this.outcomes];
		return [
			...all.map(([name, outcome]) => `  ${name}: ${summary(outcome)}`),
			...all.flatMap(([name, { failures }]) =>
				failures.map((failure) => `  FAILED in ${name}: ${failure}`),
			),
		];
	}
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

const MOST_LINES = 20;

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
	const { numPassedTests: passed, numPendingTests, numTodoTests } = report;
	return { passed, skipped: numPendingTests + numTodoTests, failures };
}

/** A report that a killed Jest did not finish is as good as none. */
function reportIn(file: string): JestReport | undefined {
	try {
		return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as JestReport) : undefined;
	} catch {
		return undefined;
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
	const lines = message.replace(/\u001b\[[0-9;]*m/g, '').split('\n');
	return lines.slice(0, MOST_LINES).map((line) => `      ${line}`);
}
