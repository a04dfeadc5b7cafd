/** Changes the code in small ways, one at a time, and sees whether the unit tests notice. */
export default {
	mutate: ['contract/**/*.ts', 'nodes/**/*.ts'],
	testRunner: 'jest',
	jest: { configFile: 'jest.unit.config.js' },
	coverageAnalysis: 'perTest',
	// What is worked out when a module is loaded, such as a list of words, would take all tests each time.
	ignoreStatic: true,
	incremental: true,
	incrementalFile: 'coverage/mutants/incremental.json',
	reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
	clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: true },
	htmlReporter: { fileName: 'coverage/mutants/index.html' },
	jsonReporter: { fileName: 'coverage/mutants/report.json' },
	thresholds: { high: 95, low: 85, break: null },
	concurrency: 2,
	// Jest and the linter leave this folder alone.
	tempDirName: 'host/.cache/mutants',
	ignorePatterns: ['dist', 'output', 'coverage', 'test-results', 'host/.cache'],
};
