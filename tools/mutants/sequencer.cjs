const Sequencer = require('@jest/test-sequencer').default;

/** Runs the test files in the order that runner.mjs gives. */
module.exports = class extends Sequencer {
	sort(tests) {
		const order = JSON.parse(process.env.MUTANTS_TESTS);
		const placeOf = ({ path }) => order.findIndex((file) => path.endsWith(file));
		return [...tests].sort((a, b) => placeOf(a) - placeOf(b));
	}
};
