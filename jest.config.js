const { availableParallelism } = require('node:os');

const compile = { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } };
const transform = { '^.+\\.tsx?$': ['@swc/jest', compile] };
const counting = { '^.+\\.tsx?$': ['<rootDir>/test/support/countingTransform.js', compile] };
const shared = {
	rootDir: '.',
	testEnvironment: '<rootDir>/test/support/oneRealm.js',
	runtime: '<rootDir>/test/support/sharedPackages.js',
	transform,
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/host/.cache/'],
};

/**
 * Unit tests run the nodes in process against a real sandbox; hostile tests try what nobody thought of, and steps count what
 * it costs to read; e2e tests run
 * a real n8n, queue tests one of five processes; browser tests its editor in Chromium.
 */
module.exports = {
	// Milliseconds after which a test or hook counts as hanging: many times what any takes on a busy machine.
	// For all projects, as Jest takes none from a single one.
	testTimeout: 1_800_000,
	// Jest leaves a core to other work, which on two cores is half of them. Tests wait for half of their time: a third uses both.
	maxWorkers: Math.max(3, availableParallelism()),
	// What a test file has loaded stays in memory as long as a time-out of a request that it made: a worker that has
	// grown beyond this is replaced, as collecting its garbage takes more time than starting another.
	workerIdleMemoryLimit: '400MB',
	// Read with --coverage. Babel's counter knows statements and branches; that of V8 takes comments for lines.
	coverageProvider: 'babel',
	collectCoverageFrom: ['contract/**/*.ts', 'nodes/**/*.ts'],
	coverageReporters: ['text', 'json', 'html'],
	coverageThreshold: { global: { lines: 97, branches: 92 } },
	projects: [
		{
			...shared,
			displayName: 'unit',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: ['/test/(e2e|queue|browser|hostile|steps|dialects)/'],
		},
		{
			...shared,
			displayName: 'e2e',
			testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
			globalSetup: '<rootDir>/test/support/sharedN8n.ts',
			globalTeardown: '<rootDir>/test/support/sharedN8nEnd.ts',
		},
		{ ...shared, displayName: 'hostile', testMatch: ['<rootDir>/test/hostile/**/*.test.ts'] },
		{
			...shared,
			displayName: 'steps',
			testMatch: ['<rootDir>/test/steps/**/*.test.ts'],
			// It counts what arrays and texts do, and so wants some of its own.
			testEnvironment: 'node',
			runtime: undefined,
			transform: counting,
		},
		{ ...shared, displayName: 'dialects', testMatch: ['<rootDir>/test/dialects/**/*.test.ts'] },
		{
			...shared,
			displayName: 'queue',
			testMatch: ['<rootDir>/test/queue/**/*.test.ts'],
			globalSetup: '<rootDir>/test/support/queueSetup.ts',
		},
		{
			...shared,
			displayName: 'browser',
			testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
			globalSetup: '<rootDir>/test/support/n8nTemplate.ts',
		},
	],
};
