import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { filesIn } from './stamps';

/** Names under `.example` belong to nobody (RFC 2606): they stand where a publisher's own go. */
const PLACEHOLDER = /(^|[@/.])[^@/\s]+\.example(?=$|[/:#?])/i;

/** What is used of package.json. */
export interface Manifest {
	version: string;
	/** Has npm refuse to publish, whatever else is so. */
	private?: boolean;
	author: { name: string; email: string };
	homepage: string;
	repository: { type: string; url: string };
	bugs: { url: string };
}

/** Where this project is on the web, all of it derived from the `repository` of package.json. */
export interface Links {
	homepage: string;
	bugs: string;
}

/** The package.json of a project. @throws Error when there is none */
export function readManifest(root: string): Manifest {
	return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
}

/**
 * The links that the repository's address gives.
 * @throws Error when it is no https address as npm writes one
 */
export function linksOf({ repository }: Pick<Manifest, 'repository'>): Links {
	const base = /^git\+(https:\/\/.+)\.git$/.exec(repository.url)?.[1];
	if (base === undefined)
		throw new Error(
			`"repository.url" must look like git+https://host/owner/name.git (given: ${repository.url}).`,
		);
	return { homepage: `${base}#readme`, bugs: `${base}/issues` };
}

/** The fields of package.json in which a publisher's own data is still to be put. */
export function placeholdersIn({ author, homepage, repository, bugs }: Manifest): string[] {
	const fields = {
		'author.email': author.email,
		homepage,
		'repository.url': repository.url,
		'bugs.url': bugs.url,
	};
	return Object.entries(fields).flatMap(([name, value]) => (PLACEHOLDER.test(value) ? [name] : []));
}

/** The files that carry the documentation's address, with the address that each has now. */
export function documentationLinks(root: string): Array<{ file: string; url: string | undefined }> {
	return linkedFiles(root).map(({ file, at }) => ({
		file,
		url: at.exec(readFileSync(join(root, file), 'utf8'))?.[2],
	}));
}

/** Writes the links that follow from `repository` into package.json, the credentials and the codex files. */
export function writeLinks(root: string): void {
	const { homepage, bugs } = linksOf(readManifest(root));
	const files = [
		{ file: 'package.json', at: /("homepage": ")([^"]*)(")/, url: homepage },
		{ file: 'package.json', at: /("bugs": \{\s*"url": ")([^"]*)(")/, url: bugs },
		...linkedFiles(root).map((linked) => ({ ...linked, url: homepage })),
	];
	for (const { file, at, url } of files) {
		const path = join(root, file);
		writeFileSync(
			path,
			readFileSync(path, 'utf8').replace(
				at,
				(_, before: string, __, after: string) => `${before}${url}${after}`,
			),
		);
	}
}

function linkedFiles(root: string): Array<{ file: string; at: RegExp }> {
	const credentials = readdirSync(join(root, 'credentials')).filter((name) =>
		name.endsWith('.credentials.ts'),
	);
	const codex = filesIn(join(root, 'nodes')).filter((file) => file.endsWith('.node.json'));
	return [
		...credentials.map((name) => ({
			file: `credentials/${name}`,
			at: /(documentationUrl = ')([^']*)(')/,
		})),
		...codex.map((file) => ({
			file: file.slice(root.length + 1),
			at: /("primaryDocumentation": \[\{ "url": ")([^"]*)(")/,
		})),
	];
}
