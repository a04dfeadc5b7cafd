const transform = { '^.+\\.tsx?$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }] };
const shared = { rootDir: '.', testEnvironment: 'node', transform, modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/host/.cache/'] };

/** Unit tests run the nodes in process against a real sandbox; e2e tests run a real n8n. */
module.exports = {
	projects: [
		{ ...shared, displayName: 'unit', testMatch: ['<rootDir>/test/**/*.test.ts'], testPathIgnorePatterns: ['/test/e2e/', '/test/queue/'] },
		{ ...shared, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/**/*.test.ts'] },
	],
};
