const { writeFileSync } = require('node:fs');
const OneRealm = require('./oneRealm.js');

/** Ends Jest at the first test that fails, and leaves word of it. */
module.exports = class extends OneRealm {
	constructor(config, context) {
		super(config, context);
		this.testPath = context.testPath;
	}

	handleTestEvent({ name, test }) {
		if (name !== 'test_done' || test.errors.length === 0) return;
		writeFileSync(
			process.env.MUTANTS_FAILED,
			JSON.stringify({ file: this.testPath, test: test.name, errors: test.errors.map(String) }),
		);
		process.exit(1);
	}
};
