import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PACKAGE_NAME } from '../host/paths';
import { filesIn } from '../host/stamps';

/** Where the saved workflows of each released version are kept, by version. */
export const SAVED_WORKFLOWS = 'test/fixtures/saved-workflows';

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

/**
 * The page in the package that n8n serves itself: its route for icons takes any SVG file of a package. What the editor
 * adds to a link (`?utm_source=…`) that route takes for a part of the name, unless it stands behind a fragment.
 */
const PAGE_IN_PACKAGE = `/icons/${PACKAGE_NAME}/dist/icons/docs.svg#docs`;

/** Where n8n itself sends readers of a package that names no documentation. */
const PAGE_ON_NPM = `https://www.npmjs.com/package/${PACKAGE_NAME}`;

/** The package.json of a project. @throws Error when there is none */
export function readManifest(root: string): Manifest {
	return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
}

/**
 * The links that the repository's address gives: `docs` of the nodes, `credentialDocs` of the credentials. While it is a
 * placeholder, the nodes' link leads to the page in the package. The credentials' cannot: n8n and its lint want a full
 * address there.
 * @throws Error when it is no https address as npm writes one
 */
export function linksOf({ repository }: Pick<Manifest, 'repository'>) {
	const base = /^git\+(https:\/\/.+)\.git$/.exec(repository.url)?.[1];
	if (base === undefined)
		throw new Error(
			`"repository.url" must look like git+https://host/owner/name.git (given: ${repository.url}).`,
		);
	const homepage = `${base}#readme`;
	const isOwn = !PLACEHOLDER.test(homepage);
	return {
		homepage,
		bugs: `${base}/issues`,
		docs: isOwn ? homepage : PAGE_IN_PACKAGE,
		credentialDocs: isOwn ? homepage : PAGE_ON_NPM,
	};
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

/** Where links are written: files of a name like this below a path, and what stands before the link and after it. */
const PLACES = [
	['package.json', '', /("homepage": ")([^"]*)(")/, 'homepage'],
	['package.json', '', /("bugs": \{\s*"url": ")([^"]*)(")/, 'bugs'],
	['credentials', '.credentials.ts', /(documentationUrl = ')([^']*)(')/, 'credentialDocs'],
	['nodes', '.node.json', /("primaryDocumentation": \[\{ "url": ")([^"]*)(")/, 'docs'],
] as const;

/** The places that have another link than they should. */
export function strayLinks(root: string) {
	const links = linksOf(readManifest(root));
	return PLACES.flatMap(([below, end, at, link]) => {
		const files = end === '' ? [join(root, below)] : filesIn(join(root, below));
		return files
			.filter((file) => file.endsWith(end))
			.filter((file) => at.exec(readFileSync(file, 'utf8'))?.[2] !== links[link])
			.map((file) => ({ file, at, link: links[link] }));
	});
}

/** Writes the links that follow from `repository` wherever they stand. */
export function writeLinks(root: string): void {
	for (const { file, at, link } of strayLinks(root))
		writeFileSync(file, readFileSync(file, 'utf8').replace(at, `$1${link}$3`));
}

/**
 * Why this version cannot be published, a sentence each; nothing when it can.
 * @param tag the tag that is published, as in `v1.2.3`; undefined when there is none
 */
export function whyNotPublish(root: string, tag?: string): string[] {
	const manifest = readManifest(root);
	const { version } = manifest;
	const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/\r?\n/);
	const unfilled = placeholdersIn(manifest).join(', ');
	const reasons = {
		'package.json says "private": true, with which npm publishes nothing: take it out when the package is yours to publish.':
			manifest.private,
		[`package.json still has placeholders in ${unfilled}: put in author.email and repository.url, then run "npm run lint:fix".`]:
			unfilled,
		'Some links are not those of repository.url: run "npm run lint:fix".':
			strayLinks(root).length > 0,
		[`CHANGELOG.md has no section "## ${version}".`]: !changelog.includes(`## ${version}`),
		[`${SAVED_WORKFLOWS} has no workflows of ${version}: see RELEASING.md.`]: !existsSync(
			join(root, SAVED_WORKFLOWS, version),
		),
		[`The tag is ${tag}, and package.json says ${version}.`]:
			tag !== undefined && tag !== `v${version}`,
	};
	return Object.entries(reasons).flatMap(([why, isSo]) => (isSo ? [why] : []));
}
