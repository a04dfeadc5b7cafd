import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { runMain } from '../host/child';
import { ensureN8n } from '../host/install';
import { stderrLog } from '../host/log';
import { build, ensureBuilt, npmPack } from '../host/package';
import { ROOT } from '../host/paths';
import { whyNotPublish, writeLinks } from './release';
import { overSize, writePicture } from './rooms';

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
	const { files } = await npmPack('--dry-run');
	return [...wrongFiles(files.map(({ path }) => path)), ...(await lintAsN8nDoes())];
}

/** Files that should not be published, and entry points that are missing. */
function wrongFiles(files: string[]): string[] {
	const { n8n } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	return [
		...files
			.filter((file) => !PUBLISHED.test(file))
			.map((file) => `${file} is published, and should not be`),
		...[...n8n.nodes, ...n8n.credentials]
			.filter((file) => !files.includes(file))
			.map((file) => `${file}, which package.json names, is not published`),
	];
}

/** What n8n's rules find, a line each: warnings too, and whatever a comment would turn off. */
async function lintAsN8nDoes(): Promise<string[]> {
	const { ESLint } = await import('eslint');
	const overrideConfigFile = join(ROOT, 'tools', 'package.eslint.config.mjs');
	const eslint = new ESLint({ cwd: ROOT, allowInlineConfig: false, overrideConfigFile });
	const sources = ['package.json', '{nodes,credentials}/**/*.{ts,json}'];
	const results = await eslint.lintFiles([...sources, 'dist/**/*.js']);
	return results.flatMap(({ filePath, messages }) =>
		messages.map(
			({ line, ruleId, message }) =>
				`${relative(ROOT, filePath)}:${line} ${message} (${ruleId ?? 'parsing'})`,
		),
	);
}

/** Does what its arguments name, one after the other, until there are complaints. */
runMain(async () => {
	for (const name of process.argv.slice(2)) {
		const task = TASKS[name];
		if (task === undefined)
			throw new Error(`Usage: npx tsx tools/tasks.ts ${Object.keys(TASKS).join('|')} …`);
		const outcome = await task();
		if (!Array.isArray(outcome) || outcome.length === 0) continue;
		process.stderr.write(`${outcome.join('\n')}\n`);
		return 1;
	}
	return 0;
});
