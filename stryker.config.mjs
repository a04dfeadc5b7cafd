import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { MUTANTS_SAMPLE, MUTANTS_SEED = '1' } = process.env;

/** Every line of the code under test, as Stryker names a range of lines. */
const lines = () =>
	['contract', 'nodes']
		.flatMap((folder) => readdirSync(folder, { recursive: true }).map((path) => join(folder, path)))
		.filter((path) => path.endsWith('.ts'))
		.flatMap((path) =>
			readFileSync(path, 'utf8')
				.split('\n')
				.map((_, index) => `${path}:${index + 1}-${index + 1}`),
		);

/** As many of them as asked, the same for the same seed. */
function sample(size) {
	const keyOf = (line) => createHash('sha256').update(`${MUTANTS_SEED} ${line}`).digest('hex');
	const drawn = lines().map((line) => ({ line, key: keyOf(line) }));
	return drawn
		.sort((a, b) => (a.key < b.key ? -1 : 1))
		.slice(0, size)
		.map(({ line }) => line);
}

/** Changes the code in small ways, one at a time, and sees whether the unit tests notice. */
export default {
	mutate:
		MUTANTS_SAMPLE === undefined
			? ['contract/**/*.ts', 'nodes/**/*.ts']
			: sample(Number(MUTANTS_SAMPLE)),
	plugins: ['./tools/mutants/runner.mjs'],
	testRunner: 'test-files',
	coverageAnalysis: 'perTest',
	// A test that waits for ever fails by itself (see runner.mjs); this ends loops without an end.
	timeoutMS: 120_000,
	dryRunTimeoutMinutes: 60,
	incremental: true,
	incrementalFile: 'coverage/mutants/incremental.json',
	reporters: ['survivors', 'clear-text', 'progress-append-only', 'html', 'json'],
	clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: true },
	htmlReporter: { fileName: 'coverage/mutants/index.html' },
	jsonReporter: { fileName: 'coverage/mutants/report.json' },
	thresholds: { high: 95, low: 85, break: null },
	concurrency: 2,
	// Jest and the linter leave this folder alone.
	tempDirName: 'host/.cache/mutants',
	ignorePatterns: ['dist', 'output', 'coverage', 'host/.cache'],
};
