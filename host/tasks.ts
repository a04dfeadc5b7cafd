import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';

import { run, runMain } from './child';
import { ensureN8n } from './install';
import { stderrLog } from './log';
import { build, ensureBuilt, packPackage } from './package';
import { ROOT } from './paths';
import { whyNotPublish, writeLinks } from './release';
import { overSize, writePicture } from './rooms';
import { filesIn } from './stamps';

/** What the nodes, credentials and texts that are published consist of. */
const PUBLISHED =
	/^(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/(contract|credentials|nodes)\/.*\.(js|json)|dist\/(icons|nodes)\/.*\.svg)$/;

/** The tag that a release workflow publishes. */
const tag = process.env['GITHUB_REF_TYPE'] === 'tag' ? process.env['GITHUB_REF_NAME'] : undefined;

/** What can be done by name. A list that comes out is one of complaints, a sentence each. */
const TASKS: Readonly<Record<string, () => unknown>> = {
	build,
	install: async () => await ensureN8n(stderrLog()),
	links: () => writeLinks(ROOT),
	picture: writePicture,
	sizes: () => overSize(ROOT),
	published: lintPublished,
	release: () => whyNotPublish(ROOT, tag),
};

/** What is wrong with the package as npm would publish it: its files, and what n8n's rules find in them and in their sources. */
async function lintPublished(): Promise<string[]> {
	await ensureBuilt(stderrLog());
	const work = mkdtempSync(join(tmpdir(), 'media-generation-lint-'));
	try {
		const tarball = await packPackage(work);
		const folder = join(work, 'unpacked');
		mkdirSync(folder);
		await run('tar', ['-xzf', basename(tarball), '-C', 'unpacked', '--strip-components=1'], {
			cwd: work,
		});
		return [
			...wrongFiles(folder),
			...(await lintAsN8nDoes(ROOT, ['package.json', '{nodes,credentials}/**/*.{ts,json}'])),
			...(await lintAsN8nDoes(folder, ['**/*.js', 'package.json'])),
		];
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
}

/** Files that should not be published, and entry points that are missing. */
function wrongFiles(folder: string): string[] {
	const files = filesIn(folder).map((file) => relative(folder, file).replaceAll('\\', '/'));
	const { n8n } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	return [
		...files
			.filter((file) => !PUBLISHED.test(file))
			.map((file) => `${file} is published, and should not be`),
		...[...n8n.nodes, ...n8n.credentials]
			.filter((file) => !existsSync(join(folder, file)))
			.map((file) => `${file}, which package.json names, is not published`),
	];
}

/** What n8n's rules find in these files, a line each: warnings too, and whatever a comment would turn off. */
async function lintAsN8nDoes(folder: string, patterns: string[]): Promise<string[]> {
	const { ESLint } = await import('eslint');
	const overrideConfigFile = join(ROOT, 'host', 'package.eslint.config.mjs');
	const eslint = new ESLint({ cwd: folder, allowInlineConfig: false, overrideConfigFile });
	const results = await eslint.lintFiles(patterns);
	return results.flatMap(({ filePath, messages }) =>
		messages.map(
			({ line, ruleId, message }) =>
				`${relative(folder, filePath)}:${line} ${message} (${ruleId ?? 'parsing'})`,
		),
	);
}

/** Does what its arguments name, one after the other, until there are complaints. */
runMain(async () => {
	for (const name of process.argv.slice(2)) {
		const task = TASKS[name];
		if (task === undefined)
			throw new Error(`Usage: npx tsx host/tasks.ts ${Object.keys(TASKS).join('|')} …`);
		const outcome = await task();
		if (!Array.isArray(outcome) || outcome.length === 0) continue;
		process.stderr.write(`${outcome.join('\n')}\n`);
		return 1;
	}
	return 0;
});
