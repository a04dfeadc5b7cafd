import { elapsed, type Log } from './log';
import { failed, type Outcome } from './test-results';

/** One part of all tests. */
export interface Step {
	name: string;
	/** How long it takes alone on two cores, as far as that is known. */
	minutes?: number;
	/** Steps before it that must have passed. */
	needs?: readonly string[];
	run(): Promise<Outcome>;
}

/**
 * Runs steps one after the other, also after one has failed. One that needs a step that did not pass is skipped, and
 * counts as skipped only: the failure is that of what it needs.
 * @param isStopped whether to begin nothing more
 */
export async function runSteps(
	steps: readonly Step[],
	log: Log,
	isStopped = () => false,
): Promise<Map<string, Outcome>> {
	const outcomes = new Map<string, Outcome>();
	const passed = new Set<string>();
	for (const [index, step] of steps.entries()) {
		if (isStopped()) break;
		const label = `[${index + 1}/${steps.length}] ${step.name}`;
		const missing = (step.needs ?? []).filter((name) => !passed.has(name));
		if (missing.length > 0) {
			log(`${label}: skipped, as it needs ${missing.join(' and ')}`);
			outcomes.set(step.name, { tally: { passed: 0, failed: 0, skipped: 1 }, failures: [] });
			continue;
		}
		const startedAt = Date.now();
		const { minutes } = step;
		const time = minutes === undefined ? '' : ` (about ${minutes} min)`;
		log(`${label}${time} …`);
		const outcome = await outcomeOfRun(step);
		if (isStopped()) break;
		outcomes.set(step.name, outcome);
		if (outcome.tally.failed === 0) passed.add(step.name);
		log(`${label}: ${outcome.tally.failed === 0 ? 'passed' : 'FAILED'} (${elapsed(startedAt)})`);
	}
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
