const { createInstrumenter } = require('istanbul-lib-instrument');
const { createTransformer } = require('@swc/jest');

/** Compiles as the other tests do, and has each statement, function and branch of the nodes count how often it runs. */
module.exports = {
	createTransformer(options) {
		const compiler = createTransformer(options);
		const instrumenter = createInstrumenter({
			coverageVariable: 'countedSteps',
			compact: false,
			esModules: false,
		});
		return {
			...compiler,
			process(source, file, more) {
				const compiled = compiler.process(source, file, more);
				return file.includes('/nodes/MediaGeneration/')
					? { code: instrumenter.instrumentSync(compiled.code, file) }
					: compiled;
			},
		};
	},
};
