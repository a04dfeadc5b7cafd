import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../host/paths';

const documents = [
	...['contract', 'nodes', 'nodes/MediaGeneration/n8n', 'sandbox', 'host', 'bench', 'docker'].map(
		(folder) => `${folder}/README.md`,
	),
	...['.', 'docs'].flatMap((folder) =>
		readdirSync(path.join(ROOT, folder))
			.filter((name) => name.endsWith('.md'))
			.map((name) => path.join(folder, name)),
	),
];
const read = (file: string) =>
	readFileSync(path.join(ROOT, file), 'utf8').replace(/```[\s\S]*?```/g, '');
const linksOf = (file: string) =>
	[...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
const isRelative = (link: string) => !/^[a-z][a-z0-9+.-]*:/i.test(link);

/** The anchors that GitHub and npm give the headings of a document. */
const anchorsOf = (file: string) =>
	[...read(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replace(/ /g, '-'),
	);

/** What is wrong with a relative link, or undefined. */
function brokenBy(from: string, link: string): string | undefined {
	const [target = '', anchor] = link.split('#');
	const file = target === '' ? from : path.posix.join(path.posix.dirname(from), target);
	if (!existsSync(path.join(ROOT, file))) return `${link}: there is no ${file}`;
	if (anchor !== undefined && !anchorsOf(file).includes(anchor))
		return `${link}: ${file} has no such heading`;
	return undefined;
}

test.each(documents)('every relative link of %s leads somewhere', (file) => {
	expect(
		linksOf(file)
			.filter(isRelative)
			.flatMap((link) => brokenBy(file, link) ?? []),
	).toEqual([]);
});

test('no link of README leaves the repository, so that npm and GitHub can follow it from its root', () => {
	expect(
		linksOf('README.md')
			.filter(isRelative)
			.filter((link) => link.startsWith('/') || link.includes('..')),
	).toEqual([]);
});

test('docs/examples.md lists every example, under its own name', () => {
	const listed = new Map(
		[...read('docs/examples.md').matchAll(/\[([^\]]+)\]\(\.\.\/(examples\/[^)]+)\)/g)].map(
			([, name, file]) => [file, name],
		),
	);
	const examples = readdirSync(path.join(ROOT, 'examples')).map((name) => `examples/${name}`);
	const named = new Map(
		examples.map((file) => [
			file,
			(JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as { name: string }).name,
		]),
	);
	expect(listed).toEqual(named);
});

test('README is short enough to be read at once', () => {
	expect(statSync(path.join(ROOT, 'README.md')).size).toBeLessThan(9000);
});
