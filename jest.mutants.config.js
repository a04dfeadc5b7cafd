const { projects, testTimeout } = require('./jest.config.js');

const [unit] = projects;

/** What mutants are tried on: the unit tests and, as what reads answers is made for them, some dialects. */
module.exports = {
	...unit,
	testTimeout,
	testMatch: [...unit.testMatch, '<rootDir>/test/dialects/dialects.test.ts'],
	testPathIgnorePatterns: ['/test/(e2e|queue|browser|hostile)/', '/test/dialects/judge'],
};
