const { createRequire } = require('node:module');
const vm = require('node:vm');

const ofJest = createRequire(require.resolve('jest-environment-node'));
const { ModuleMocker } = ofJest('jest-mock');
const { ModernFakeTimers } = ofJest('@jest/fake-timers');

/** Stands for the realm of the worker itself: Jest compiles a file's modules for the context that its environment names. */
const THIS_REALM = {};
const { compileFunction } = vm;
vm.compileFunction = (source, parameters, { parsingContext, ...options }) =>
	compileFunction(
		source,
		parameters,
		parsingContext === THIS_REALM ? options : { ...options, parsingContext },
	);

/** What tests may change beside globals, and what is as it was before once the function that it returns is called. */
function remembered() {
	const globals = Object.getOwnPropertyDescriptors(globalThis);
	const { env, exit } = process;
	const variables = { ...env };
	const folder = process.cwd();
	return () => {
		for (const name of Reflect.ownKeys(globalThis))
			if (!Object.hasOwn(globals, name)) delete globalThis[name];
		Object.defineProperties(globalThis, globals);
		Object.assign(process, { env, exit });
		for (const name of Object.keys(env)) if (!Object.hasOwn(variables, name)) delete env[name];
		Object.assign(env, variables);
		if (process.cwd() !== folder) process.chdir(folder);
	};
}

/**
 * Runs test files in the realm of the worker, so that they can share packages (see `sharedPackages.js`), and undoes
 * what a file has done to the realm when it is done. In a context of its own, each file would load n8n's engine anew,
 * which takes longer than most tests.
 */
module.exports = class OneRealm {
	constructor({ projectConfig }) {
		this.restore = remembered();
		this.global = globalThis;
		globalThis.global = globalThis;
		this.moduleMocker = new ModuleMocker(globalThis);
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return THIS_REALM;
	}

	async setup() {}

	async teardown() {
		this.fakeTimersModern.dispose();
		this.moduleMocker.restoreAllMocks();
		this.restore();
	}
};
