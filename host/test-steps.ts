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

/** One part of all tests. */
export interface Step {
	name: string;
	/** How long it takes alone on two cores, as far as that is known. */
	minutes?: number;
	/** Steps before it that must have passed. */
	needs?: readonly string[];
	/** Whether the steps after it, of which none may need it, begin while it runs. */
	isBeside?: boolean;
	run(): Promise<Outcome>;
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

/** The outcome of what passed without being a test. */
export const PASSED: Outcome = { passed: 0, skipped: 0, failures: [] };

/** The outcome of what failed as a whole. */
export const failed = (why: string): Outcome => ({ ...PASSED, failures: [why] });

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

/**
 * Runs steps one after the other, or beside those after them, also after one has failed. One that needs a step that did not
 * pass is skipped, and counts as skipped only: the failure is that of what it needs.
 * @param isStopped whether to begin nothing more
 */
export async function runSteps(
	steps: readonly Step[],
	log: Log,
	isStopped = () => false,
): Promise<Map<string, Outcome>> {
	const ends: Array<Promise<unknown>> = [];
	const outcomes = new Map<string, Outcome>();
	const passed = new Set<string>();
	const run = async (step: Step, label: string) => {
		const startedAt = Date.now();
		log(`${label}${step.minutes === undefined ? '' : ` (about ${step.minutes} min)`} …`);
		const outcome = await outcomeOfRun(step);
		if (isStopped()) return;
		outcomes.set(step.name, outcome);
		const isPassed = outcome.failures.length === 0;
		if (isPassed) passed.add(step.name);
		log(`${label}: ${isPassed ? 'passed' : 'FAILED'} (${elapsed(startedAt)})`);
	};
	for (const [index, step] of steps.entries()) {
		if (isStopped()) break;
		const label = `[${index + 1}/${steps.length}] ${step.name}`;
		const missing = (step.needs ?? []).filter((name) => !passed.has(name));
		if (missing.length > 0) {
			log(`${label}: skipped, as it needs ${missing.join(' and ')}`);
			outcomes.set(step.name, { ...PASSED, skipped: 1 });
			continue;
		}
		const ended = run(step, label);
		ends.push(ended);
		if (!step.isBeside) await ended;
	}
	await Promise.all(ends);
	return outcomes;
}

/** Every failure of every step, a line each; nothing when there is none. */
export function failureReport(outcomes: ReadonlyMap<string, Outcome>): string[] {
	const lines = [...outcomes].flatMap(([name, { failures }]) =>
		failures.map((failure) => `  ${name}: ${failure}`),
	);
	return lines.length > 0 ? ['What failed:', ...lines] : [];
}

/** What comes of a step; one that throws has failed. */
export async function outcomeOfRun({ run }: Pick<Step, 'run'>): Promise<Outcome> {
	try {
		return await run();
	} catch (error) {
		return failed(error instanceof Error ? error.message : String(error));
	}
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
	const lines = message.replace(/\u001b\[[0-9;]*m/g, '').split('\n');
	return lines.slice(0, MOST_LINES).map((line) => `      ${line}`);
}
