import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { documentationLinks, linksOf, placeholdersIn, readManifest } from './links';

/** Where the saved workflows of each released version are kept, by version. */
export const SAVED_WORKFLOWS = 'test/fixtures/saved-workflows';

/**
 * Why this version cannot be published, a sentence each; nothing when it can.
 * @param tag the tag that is published, as in `v1.2.3`; undefined when there is none
 */
export function whyNotPublish(root: string, tag?: string): string[] {
	const manifest = readManifest(root);
	const { version } = manifest;
	const { homepage, bugs } = linksOf(manifest);
	const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
	const unfilled = placeholdersIn(manifest);
	const strayed = [
		...(manifest.homepage === homepage && manifest.bugs.url === bugs ? [] : ['package.json']),
		...documentationLinks(root).flatMap(({ file, url }) => (url === homepage ? [] : [file])),
	];
	return [
		...(manifest.private
			? [
					'package.json says "private": true, with which npm publishes nothing: take it out when the package is yours to publish.',
				]
			: []),
		...(unfilled.length > 0
			? [
					`package.json still has placeholders in ${unfilled.join(', ')}: put in author.email and repository.url, then run "npm run lint:fix".`,
				]
			: []),
		...(strayed.length > 0
			? [
					`The links in ${strayed.join(', ')} are not those of repository.url: run "npm run lint:fix".`,
				]
			: []),
		...(changelog.split(/\r?\n/).includes(`## ${version}`)
			? []
			: [`CHANGELOG.md has no section "## ${version}".`]),
		...(existsSync(join(root, SAVED_WORKFLOWS, version))
			? []
			: [`${SAVED_WORKFLOWS} has no workflows of ${version}: see RELEASING.md.`]),
		...(tag === undefined || tag === `v${version}`
			? []
			: [`The tag is ${tag}, and package.json says ${version}.`]),
	];
}
