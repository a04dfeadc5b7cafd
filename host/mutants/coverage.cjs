// Tells the mutation test which of the changed places the tests of one file reach: see runner.mjs.
const { randomUUID } = require('node:crypto');
const { writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');

const instrumented = (globalThis.__stryker__ ??= {});

// What is run before this is the loading of modules, which Stryker keeps apart.
beforeAll(() => {
	instrumented.currentTestId = relative(process.cwd(), expect.getState().testPath);
});

afterAll(() => {
	writeFileSync(join(process.env.MUTANTS_COVERED, `${randomUUID()}.json`), JSON.stringify(instrumented.mutantCoverage ?? { static: {}, perTest: {} }));
});
