import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';

import { ESLint } from 'eslint';

import { run } from './child';
import { stderrLog } from './log';
import { runMain } from './child';
import { ensureBuilt, packPackage } from './package';
import { ROOT } from './paths';
import { filesIn } from './stamps';

/** What the nodes, credentials and texts that are published consist of. */
const PUBLISHED =
	/^(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/(contract|credentials|nodes)\/.*\.(js|json)|dist\/(icons|nodes)\/.*\.svg)$/;

const RULES = join(ROOT, 'host', 'package.eslint.config.mjs');

const log = stderrLog();
const work = mkdtempSync(join(tmpdir(), 'media-generation-lint-'));

/** Packs the package, and unpacks it as npm would; returns the folder. */
async function unpacked(): Promise<string> {
	const tarball = await packPackage(work);
	const folder = join(work, 'unpacked');
	mkdirSync(folder);
	await run('tar', ['-xzf', basename(tarball), '-C', 'unpacked', '--strip-components=1'], {
		cwd: work,
	});
	return folder;
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
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: RULES,
	});
	const results = await eslint.lintFiles(patterns);
	return results.flatMap(({ filePath, messages }) =>
		messages.map(
			({ line, ruleId, message }) =>
				`${relative(folder, filePath)}:${line} ${message} (${ruleId ?? 'parsing'})`,
		),
	);
}

runMain(
	async () => {
		await ensureBuilt(log);
		const folder = await unpacked();
		const findings = [
			...wrongFiles(folder),
			...(await lintAsN8nDoes(ROOT, ['package.json', '{nodes,credentials}/**/*.{ts,json}'])),
			...(await lintAsN8nDoes(folder, ['**/*.js', 'package.json'])),
		];
		for (const finding of findings) log(finding);
		log(
			findings.length === 0
				? 'What is published: nothing found'
				: `What is published: ${findings.length} found`,
		);
		return findings.length === 0 ? 0 : 1;
	},
	{ cleanUp: () => rmSync(work, { recursive: true, force: true }) },
);
