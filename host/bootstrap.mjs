// The one entry to every command of this project: completes node_modules, then runs the command.
// usage: node host/bootstrap.mjs <command> [args…]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.media-generation-stamp');
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const TICK_MS = 15_000;

const TSC = 'typescript/bin/tsc';
const JEST = 'jest/bin/jest.js';
const STRYKER = '@stryker-mutator/core/bin/stryker.js';
const ESLINT = 'eslint/bin/eslint.js';
const PRETTIER = 'prettier/bin/prettier.cjs';
const DEPCRUISE = 'dependency-cruiser/bin/dependency-cruise.mjs';

const bin = (path, ...args) => [join(MODULES, path), ...args];
// Behind the arguments: what follows this option counts as further names of projects.
const jest = (project, ...args) => bin(JEST, ...args, '--selectProjects', project);
const tsx = (path, ...args) => [
	'--import',
	pathToFileURL(join(MODULES, 'tsx/dist/loader.mjs')).href,
	join(ROOT, path),
	...args,
];

const tasks = (...names) => tsx('tools/tasks.ts', ...names);

/** Each command: the Node.js invocations to make, one after the other, as long as they succeed. */
const COMMANDS = {
	start: (args) => [tsx('host/start.ts', ...args)],
	dev: (args) => [tsx('host/start.ts', '--dev', ...args)],
	test: (args) => [tsx('tools/test.ts', ...args)],
	sandbox: (args) => [tsx('sandbox/main.ts', ...args)],
	build: () => [tasks('build')],
	lint: (args) => [
		bin(PRETTIER, '--check', '--log-level=warn', ...(args.length > 0 ? args : ['.'])),
		bin(ESLINT, ...(args.length > 0 ? args : ['.'])),
		bin(DEPCRUISE, 'contract', 'nodes', 'sandbox', 'host', 'tools', 'credentials'),
		tasks('sizes'),
		bin(TSC, '--noEmit', '-p', 'tsconfig.json'),
	],
	// All that can be written by a program: layout, what rules can mend, the picture of the rooms, links that repeat package.json.
	'lint:fix': (args) => [
		bin(ESLINT, '--fix', ...(args.length > 0 ? args : ['.'])),
		bin(PRETTIER, '--write', '--log-level=warn', ...(args.length > 0 ? args : ['.'])),
		tasks('picture', 'links'),
	],
	'lint:package': () => [tasks('published')],
	'test:unit': (args) =>
		args.includes('--quick')
			? quick(args.filter((arg) => arg !== '--quick'))
			: args[0] === '--mutants'
				? mutants(args.slice(1))
				: [jest('unit', ...args)],
	'test:e2e': (args) => [tasks('build', 'install'), jest('e2e', '--maxWorkers=4', ...args)],
	'test:hostile': (args) =>
		long(
			jest('steps'),
			jest(
				'hostile',
				...intoEnvironment('HOSTILE', flagsIn(args, ['seed', 'seeds', 'size', 'only'])),
			),
		),
	'test:dialects': (args) =>
		long(jest('dialects', ...intoEnvironment('DIALECT', flagsIn(args, ['seed', 'seeds'])))),
	'test:queue': (args) => [tasks('build', 'install'), jest('queue', '--maxWorkers=2', ...args)],
	bench: (args) => [tasks('build', 'install'), tsx('bench/main.ts', ...args)],
	'test:browser': (args) => [tasks('build', 'install'), jest('browser', '--runInBand', ...args)],
	release: () => [tasks('release')],
};

/** The values of the flags of these names, each given as `--name value`. */
function flagsIn(args, names) {
	const given = names.flatMap((name) =>
		args.includes(`--${name}`) ? [[name, args[args.indexOf(`--${name}`) + 1]]] : [],
	);
	const unknown = args.find(
		(arg, index) => index % 2 === 0 && !names.some((name) => arg === `--${name}`),
	);
	if (unknown !== undefined || given.some(([, value]) => value === undefined))
		fail(`Flags: ${names.map((name) => `--${name} …`).join(', ')}`, 2);
	return Object.fromEntries(given);
}

/** Has the tests take the numbers of a long run: see test/support/size.ts. */
function long(...invocations) {
	process.env.TEST_SIZE = 'long';
	return invocations;
}

/** Checks types, and of the unit tests that reach what has changed since the last commit runs the nearest and quickest. */
function quick(args) {
	return [
		bin(
			TSC,
			'--noEmit',
			'-p',
			'tsconfig.json',
			'--incremental',
			'--tsBuildInfoFile',
			join(MODULES, '.cache', 'quick.tsbuildinfo'),
		),
		jest(
			'unit',
			'--onlyChanged',
			'--testSequencer',
			join(ROOT, 'tools', 'quick-tests.js'),
			...args,
		),
	];
}

/** Changes code in small ways, to see which changes no test notices: in all lines, or `--sample N` drawn by `--seed S`; anything else is for StrykerJS. */
function mutants(args) {
	if (args[0] !== '--sample') return [bin(STRYKER, 'run', ...args)];
	intoEnvironment('MUTANTS', flagsIn(args, ['sample', 'seed']));
	return [bin(STRYKER, 'run')];
}

/** Hands values to the tests in the environment; there is nothing left to say on the command line. */
function intoEnvironment(prefix, values) {
	for (const [name, value] of Object.entries(values))
		process.env[`${prefix}_${name.toUpperCase()}`] = value;
	return [];
}

let current;
let stoppedBy;
for (const signal of SIGNALS) {
	process.on(signal, () => {
		stoppedBy = signal;
		current?.kill(signal);
	});
}

/** Runs a program to its end, passing signals on to it; resolves with its exit code. */
function runToEnd(command, args, options) {
	return new Promise((resolvePromise, reject) => {
		current = spawn(command, args, { cwd: ROOT, windowsHide: true, ...options });
		current.once('error', reject);
		current.once('exit', (code, signal) =>
			resolvePromise(code ?? 128 + (constants.signals[signal] ?? 0)),
		);
	});
}

const manifest = () => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** A hash of everything that decides what belongs into node_modules. */
function wantedModules() {
	const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest();
	const lock = join(ROOT, 'package-lock.json');
	return createHash('sha256')
		.update(
			JSON.stringify({ dependencies, devDependencies, optionalDependencies, peerDependencies }),
		)
		.update(existsSync(lock) ? readFileSync(lock) : '')
		.digest('hex');
}

async function completeModules() {
	if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wantedModules()) return 0;
	const startedAt = Date.now();
	const say = (text) => process.stderr.write(`Installing the project's own packages${text}\n`);
	const seconds = () => `${Math.round((Date.now() - startedAt) / 1_000)} s`;
	say(' (npm install, about a minute the first time) …');
	const timer = setInterval(() => say(` … ${seconds()}`), TICK_MS);
	// npm writes this file last; without it the folder is what an interrupted install has left, which npm takes for whole packages.
	if (!existsSync(join(MODULES, '.package-lock.json')))
		rmSync(MODULES, { recursive: true, force: true });
	const code = await runToEnd('npm', ['install', '--no-progress', '--loglevel=error'], {
		stdio: ['ignore', 2, 2],
		shell: process.platform === 'win32',
	}).finally(() => clearInterval(timer));
	if (code === 0) {
		writeFileSync(STAMP, wantedModules());
		say(`: done in ${seconds()}`);
	} else {
		say(
			` failed after ${seconds()} (exit code ${code}). Read npm's message above, then run the command again.`,
		);
	}
	return code;
}

function checkNode() {
	const [major, minor] = process.versions.node.split('.').map(Number);
	const { engines } = manifest();
	const [wantedMajor, wantedMinor] = engines.node.match(/\d+/g).map(Number);
	if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
	fail(
		`This needs Node.js ${wantedMajor}.${wantedMinor} or newer; this is ${process.versions.node}.`,
		1,
	);
}

function fail(message, code) {
	process.stderr.write(`${message}\n`);
	process.exit(code);
}

async function main([name, ...args]) {
	checkNode();
	const command = COMMANDS[name];
	if (command === undefined)
		fail(`Usage: node host/bootstrap.mjs ${Object.keys(COMMANDS).join('|')} [args…]`, 2);
	let code = await completeModules();
	if (code !== 0) return code;
	for (const invocation of command(args)) {
		if (stoppedBy !== undefined) return 128 + constants.signals[stoppedBy];
		code = await runToEnd(process.execPath, invocation, { stdio: 'inherit' });
		if (code !== 0) return code;
	}
	return code;
}

main(process.argv.slice(2)).then(
	(code) => process.exit(code),
	(error) => fail(error.message, 1),
);
