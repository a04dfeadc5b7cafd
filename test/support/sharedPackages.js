const { default: Runtime } = require('jest-runtime');

const PACKAGE = /[\\/]node_modules[\\/]/;

/**
 * Loads packages as Node.js does: once in a worker, for all its test files. The project's own modules are loaded anew
 * for each file, as usual, and find those that a test mocks.
 */
module.exports = class SharedPackages extends Runtime {
	requireModule(from, moduleName, options, isRequireActual) {
		const path = this.packagePath(from, moduleName, options);
		return path === undefined
			? super.requireModule(from, moduleName, options, isRequireActual)
			: require(path);
	}

	packagePath(from, moduleName, options) {
		if (moduleName === undefined || options?.isInternalModule) return undefined;
		if (this._resolution.isCoreModule(moduleName)) return undefined;
		const path = this._resolution.resolveCjs(from, moduleName);
		return PACKAGE.test(path) ? path : undefined;
	}
};
