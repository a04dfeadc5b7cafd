const outside = (name, from, allowed) => ({
	name,
	severity: 'error',
	from: { path: from },
	to: { path: '^(contract|nodes|sandbox|host|credentials|test|bench)/', pathNot: allowed },
});

/** The arrows between the folders: contract <- nodes, contract <- sandbox; host knows neither. */
module.exports = {
	forbidden: [
		{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
		outside('contract-stands-alone', '^contract/', '^contract/'),
		outside('nodes-know-the-contract', '^nodes/', '^(nodes|contract|credentials)/'),
		outside('sandbox-knows-the-contract', '^sandbox/', '^(sandbox|contract)/'),
		outside('credentials-stand-alone', '^credentials/', '^credentials/'),
		outside('host-stands-alone', '^host/', '^host/'),
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '(^|/)(dist|node_modules|host/\\.cache)/' },
		tsConfig: { fileName: 'tsconfig.json' },
		tsPreCompilationDeps: true,
	},
};
