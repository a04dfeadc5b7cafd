/** The rooms of nodes/MediaGeneration/, the highest storey first. A file imports from its own room and from lower storeys only. */
const storeys = [
	['*.node.ts'],
	['actions'],
	['run', 'trigger', 'chat'],
	['editor'],
	['lifecycle'],
	['files'],
	['preflight'],
	['http'],
	['failures'],
	['answers'],
	['n8n'],
	['support'],
];

/** What the folders that are published import from outside the project: paths as they are resolved. n8n has all of it. */
const packages = {
	contract: ['(^|/)node_modules/zod/v4/'],
	credentials: ['(^|/)node_modules/n8n-workflow/'],
	nodes: [
		'(^|/)node_modules/n8n-workflow/',
		'(^|/)node_modules/@n8n/ai-node-sdk/',
		'^@n8n/ai-node-sdk$',
		'^crypto$',
	],
};
/** What they import from there for the types alone: nothing of it is left when they run. */
const typesOnly = ['^stream$'];

const ours = '^(contract|nodes|sandbox|host|tools|credentials|test|bench)/';
const inNodes = '^nodes/MediaGeneration/';
const pathOf = (room) =>
	room.includes('*') ? `${inNodes}[^/]+[.]node[.]ts$` : `${inNodes}${room}/`;
const rooms = storeys.flat();

const outside = (name, from, allowed) => ({
	name,
	severity: 'error',
	from: { path: from },
	to: { path: ours, pathNot: allowed },
});

/** No arrow from a room to its own storey or a higher one, its own room apart. */
const noArrowUp = storeys.flatMap((storey, level) =>
	storey.map((room) => ({
		name: `no-arrow-up-from-${room}`,
		severity: 'error',
		from: { path: pathOf(room) },
		to: {
			path: storeys
				.slice(0, level + 1)
				.flat()
				.map(pathOf),
			pathNot: pathOf(room),
		},
	})),
);

const onlyThesePackages = Object.entries(packages).map(([folder, allowed]) => ({
	name: `packages-of-${folder}`,
	severity: 'error',
	from: { path: `^${folder}/` },
	to: { pathNot: [ours, ...allowed, ...typesOnly] },
}));

/** The arrows between the folders: contract <- nodes, contract <- sandbox; host knows neither, and only the tools know the host. */
module.exports = {
	forbidden: [
		{
			name: 'no-cycles',
			severity: 'error',
			from: {},
			to: { circular: true, dependencyTypesNot: ['type-only'] },
		},
		outside('contract-stands-alone', '^contract/', '^contract/'),
		outside('nodes-know-the-contract', '^nodes/', '^(nodes|contract|credentials)/'),
		outside('sandbox-knows-the-contract', '^sandbox/', '^(sandbox|contract)/'),
		outside('credentials-stand-alone', '^credentials/', '^credentials/'),
		outside('host-stands-alone', '^host/', '^host/'),
		outside('tools-know-the-host', '^tools/', '^(tools|host)/'),
		{
			name: 'every-file-has-a-room',
			severity: 'error',
			from: { path: '^nodes/', pathNot: rooms.map(pathOf) },
			to: {},
		},
		...noArrowUp,
		...onlyThesePackages,
		{
			name: 'types-only',
			severity: 'error',
			from: { path: '^(contract|credentials|nodes)/' },
			to: { path: typesOnly, dependencyTypesNot: ['type-only', 'type-import'] },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^(dist|host/\\.cache)/' },
		tsConfig: { fileName: 'tsconfig.json' },
		tsPreCompilationDeps: true,
	},
};

// For the picture of the rooms. Hidden, as dependency-cruiser refuses a key that it does not know.
Object.defineProperty(module.exports, 'storeys', { value: storeys });
