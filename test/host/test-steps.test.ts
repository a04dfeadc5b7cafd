import { failed, PASSED, sum, summary, type Outcome } from '../../host/test-results';
import { failureReport, runSteps, type Step } from '../../host/test-steps';

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
		closing: summary(sum([...outcomes.values()].map(({ tally }) => tally))),
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
	tally: { passed, failed: failures.length, skipped: 0 },
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
