// For StrykerJS: a test runner that counts a file of tests as one test and stops at the first that fails.
// Stryker's own runner for Jest loads every test file for every mutant and goes on after a failure; here that takes minutes for each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';

const HERE = dirname(fileURLToPath(import.meta.url));
const GUARD = resolve(HERE, '..', '..', 'host', 'guard.mjs');

/** A mutant may make a test wait for ever: that counts as noticed. Many times what any test takes. */
const LONGEST_TEST_MS = 60_000;

class TestFilesRunner {
	/** Where the results of one Jest run go. */
	folder = mkdtempSync(join(tmpdir(), 'media-generation-mutants-'));
	report = join(this.folder, 'report.json');
	root = process.cwd();
	/** How long each file of tests takes, for every runner. */
	times = join(this.root, 'coverage', 'mutants-times.json');

	capabilities() {
		return { reloadEnvironment: true };
	}

	async dryRun() {
		const covered = mkdtempSync(join(this.folder, 'covered-'));
		await this.jest(['--setupFilesAfterEnv', join(HERE, 'coverage.cjs')], {
			MUTANTS_COVERED: covered,
		});
		const results = read(this.report)?.testResults;
		if (results === undefined || results.length === 0)
			return { status: DryRunStatus.Error, errorMessage: 'Jest did not run' };
		const tests = results.map((result) => this.asTest(result));
		mkdirSync(dirname(this.times), { recursive: true });
		writeFileSync(
			this.times,
			JSON.stringify(Object.fromEntries(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]))),
		);
		return { status: DryRunStatus.Complete, tests, mutantCoverage: coverageIn(covered) };
	}

	async mutantRun({ activeMutant, testFilter, sandboxFileName }) {
		const files = likeliestFirst(
			testFilter ?? [],
			relative(this.root, sandboxFileName),
			read(this.times) ?? {},
		);
		const failed = join(this.folder, 'failed.json');
		rmSync(failed, { force: true });
		const env = {
			__STRYKER_ACTIVE_MUTANT__: activeMutant.id,
			MUTANTS_TESTS: JSON.stringify(files),
			MUTANTS_FAILED: failed,
		};
		const ours = [
			'--env',
			join(HERE, '..', '..', 'test', 'support', 'mutantsEnvironment.cjs'),
			'--testSequencer',
			join(HERE, 'sequencer.cjs'),
			`--testTimeout=${LONGEST_TEST_MS}`,
		];
		const code = await this.jest(
			['--bail', '--runInBand', ...ours, '--runTestsByPath', ...files],
			env,
		);
		if (code === 0) return { status: MutantRunStatus.Survived, nrOfTests: files.length };
		const { file = files[0], ...failure } = read(failed) ?? {
			message: `Jest ended with exit code ${code}`,
		};
		return {
			status: MutantRunStatus.Killed,
			killedBy: [relative(this.root, resolve(this.root, file))],
			failureMessage: JSON.stringify(failure),
			nrOfTests: files.length,
		};
	}

	dispose() {
		rmSync(this.folder, { recursive: true, force: true });
	}

	async jest(args, env) {
		rmSync(this.report, { force: true });
		const jest = join(this.root, 'node_modules', 'jest', 'bin', 'jest.js');
		const all = [
			GUARD,
			process.execPath,
			jest,
			'--config',
			'jest.mutants.config.js',
			'--silent',
			'--json',
			`--outputFile=${this.report}`,
			...args,
		];
		const child = spawn(process.execPath, all, {
			cwd: this.root,
			env: { ...process.env, DIALECT_SEEDS: '4', ...env },
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
			detached: true,
		});
		const [code] = await once(child, 'exit');
		return code;
	}

	asTest({ name, status, startTime, endTime, message }) {
		const id = relative(this.root, name);
		const test = { id, name: id, fileName: name, timeSpentMs: endTime - startTime };
		return status === 'failed'
			? { ...test, status: TestStatus.Failed, failureMessage: message }
			: { ...test, status: TestStatus.Success };
	}
}

/** What Jest or mutantsEnvironment.cjs has written; nothing where it ended before that. */
function read(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		if (error.code !== 'ENOENT') throw error;
		return undefined;
	}
}

/** What coverage.cjs has written for each file, as Stryker wants it. */
function coverageIn(folder) {
	return {
		static: {},
		perTest: Object.assign({}, ...readdirSync(folder).map((name) => read(join(folder, name)))),
	};
}

/** The test at the mirrored path of the changed file first, then those of its folder, then the others; of these, quick ones first. */
function likeliestFirst(tests, file, times) {
	const mirrored = join('test', file).replace(/\.ts$/, '.test.ts');
	const far = (test) => (test === mirrored ? 0 : dirname(test) === dirname(mirrored) ? 1 : 2);
	return [...tests].sort((a, b) => far(a) - far(b) || (times[a] ?? 0) - (times[b] ?? 0));
}

/** Tells of each change that no test notices as soon as it is known: a run can take days. */
class SurvivorsReporter {
	onMutantTested({ status, fileName, location, replacement }) {
		if (status === 'Survived')
			process.stdout.write(
				`No test notices ${relative(process.cwd(), fileName)}:${location.start.line}: ${replacement}\n`,
			);
	}
}

export const strykerPlugins = [
	declareClassPlugin(PluginKind.TestRunner, 'test-files', TestFilesRunner),
	declareClassPlugin(PluginKind.Reporter, 'survivors', SurvivorsReporter),
];
