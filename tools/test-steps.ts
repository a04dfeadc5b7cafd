import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { elapsed, type Log } from '../host/log';
import { ROOT } from '../host/paths';

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
	return [...outcomes].reduce(
		(all, { passed, skipped, failures }) => ({
			passed: all.passed + passed,
			skipped: all.skipped + skipped,
			failures: [...all.failures, ...failures],
		}),
		PASSED,
	);
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

interface JestFile {
	name: string;
	status: string;
	assertionResults: Array<{
		status: string;
		title: string;
		ancestorTitles: string[];
		/** In its own words, each many lines long. */
		failureMessages?: string[];
	}>;
}

interface JestReport {
	numPassedTests: number;
	numPendingTests: number;
	numTodoTests: number;
	testResults: JestFile[];
}

const MOST_LINES = 20;

/**
 * Reads a Jest run from its JSON report: each failed test is named with its file. A file with a failure of its own
 * (it did not load) counts as one failure, and so does a run that failed without saying where.
 */
export function outcomeOf(reportFile: string, exitCode: number): Outcome {
	const ended = `Jest ended with exit code ${exitCode} and`;
	let report: JestReport;
	try {
		report = JSON.parse(readFileSync(reportFile, 'utf8')) as JestReport;
	} catch {
		// A killed Jest leaves none, or half of one.
		return failed(`${ended} left no report that can be read`);
	}
	const failures = report.testResults.flatMap(failuresIn);
	if (failures.length === 0 && exitCode !== 0) failures.push(`${ended} named no failed test`);
	const { numPassedTests: passed, numPendingTests, numTodoTests } = report;
	return { passed, skipped: numPendingTests + numTodoTests, failures };
}

function failuresIn({ name, status, assertionResults }: JestFile): string[] {
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
const wordsOf = (message: string): string[] =>
	stripVTControlCharacters(message)
		.split('\n', MOST_LINES)
		.map((line) => `      ${line}`);
