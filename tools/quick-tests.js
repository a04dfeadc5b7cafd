const { execFileSync } = require('node:child_process');
const { dirname, join, relative, sep } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

const ROOT = join(__dirname, '..');
/** What all files that are chosen may take, one after the other, in seconds; with two workers it is about half of that. */
const BUDGET_S = 45;
/** What a file counts for that has never run here, in seconds. */
const UNKNOWN_S = 4;

/**
 * The test files to run while somebody works: those that changed, that failed the last time or that stand at the path
 * that mirrors a changed file, whatever they take; then those of its folder and then all others, the quickest first,
 * as long as they fit into the budget.
 * @param tests `path` from the project's root, with slashes; `duration` in milliseconds, where it is known; `failed` the last time
 * @param changed files, as such paths
 */
function quickTests(tests, changed, budgetS = BUDGET_S) {
	const mirrors = new Set(changed.map((path) => `test/${path.replace(/\.tsx?$/, '.test.ts')}`));
	const folders = new Set(changed.map((path) => `test/${dirname(path).split(sep).join('/')}`));
	const rankOf = ({ path, failed }) => {
		if (failed || changed.includes(path) || mirrors.has(path)) return 0;
		return folders.has(dirname(path)) ? 1 : 2;
	};
	const secondsOf = ({ duration }) => (duration === undefined ? UNKNOWN_S : duration / 1000);
	const ranked = tests.map((test) => ({ test, rank: rankOf(test), seconds: secondsOf(test) }));
	ranked.sort(
		(a, b) => a.rank - b.rank || a.seconds - b.seconds || (a.test.path < b.test.path ? -1 : 1),
	);
	const chosen = [];
	let left = budgetS;
	for (const { test, rank, seconds } of ranked) {
		if (rank > 0 && seconds > left) continue;
		chosen.push(test);
		left -= seconds;
	}
	return chosen;
}

function changedFiles() {
	const git = (...args) =>
		execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
	return [
		...git('diff', '--name-only', '-z', '--relative', 'HEAD'),
		...git('ls-files', '--others', '--exclude-standard', '-z'),
	];
}

/** Has Jest run {@link quickTests} of what it finds, and says how many files are left for the whole. */
class QuickSequencer extends Sequencer {
	sort(tests) {
		const found = super.sort(tests).map((test) => ({
			test,
			path: relative(ROOT, test.path).split(sep).join('/'),
			duration: test.duration,
			failed: this._getCache(test)[test.path]?.[0] === FAILED,
		}));
		const chosen = quickTests(found, changedFiles());
		const left = found.filter((one) => !chosen.includes(one)).map(({ path }) => path);
		if (left.length > 0) {
			process.stderr.write(
				`Of ${found.length} test files that what changed can reach, ${left.length} are left for npm run test:unit:\n  ${left.join('\n  ')}\n`,
			);
		}
		return chosen.map(({ test }) => test);
	}
}

/** How Jest's cache marks a file that failed. */
const FAILED = 0;

module.exports = QuickSequencer;
module.exports.quickTests = quickTests;
