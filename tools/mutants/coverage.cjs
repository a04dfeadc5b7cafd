// Tells the mutation test which of the changed places the tests of one file reach: see runner.mjs.
const { randomUUID } = require('node:crypto');
const { writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');

const instrumented = (globalThis.__stryker__ ??= {});

// From here on, so that what a module works out when it is loaded counts too: a changed one is loaded anew for each file of tests.
instrumented.currentTestId = relative(process.cwd(), expect.getState().testPath);

afterAll(() => {
	writeFileSync(
		join(process.env.MUTANTS_COVERED, `${randomUUID()}.json`),
		JSON.stringify(instrumented.mutantCoverage?.perTest ?? {}),
	);
});
