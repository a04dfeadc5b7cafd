import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
	linksOf,
	placeholdersIn,
	readManifest,
	SAVED_WORKFLOWS,
	strayLinks,
	whyNotPublish,
	writeLinks,
	type Manifest,
} from '../../tools/release';
import { ROOT } from '../../host/paths';
import { scratchFolder } from '../support/folder';

const work = scratchFolder();
const repository = { type: 'git', url: 'git+https://git.test/owner/nodes.git' };
const filledIn = { private: undefined, repository, author: { name: 'O', email: 'o@mail.test' } };

/** A copy of what carries links, with other fields in package.json. */
function projectWith(changes: Partial<Manifest>): string {
	const folder = mkdtempSync(path.join(work, 'project-'));
	for (const each of ['package.json', 'CHANGELOG.md', 'credentials', 'nodes', SAVED_WORKFLOWS])
		cpSync(path.join(ROOT, each), path.join(folder, each), { recursive: true });
	const manifest = JSON.stringify({ ...readManifest(folder), ...changes }, null, 2);
	writeFileSync(path.join(folder, 'package.json'), manifest);
	return folder;
}

test('package.json, credentials and codex files lead to one place (else: npm run lint:fix)', () => {
	expect(strayLinks(ROOT)).toEqual([]);
	expect(strayLinks(projectWith({ repository }))).toHaveLength(8);
});

test('a publisher fills in two fields, has the links written, and is told of nothing more', () => {
	const folder = projectWith(filledIn);
	expect(whyNotPublish(folder).join('\n')).toMatch(/run "npm run lint:fix"/);
	writeLinks(folder);
	expect([whyNotPublish(folder), strayLinks(folder)]).toEqual([[], []]);
	expect(readManifest(folder)).toMatchObject({
		homepage: 'https://git.test/owner/nodes#readme',
		bugs: { url: 'https://git.test/owner/nodes/issues' },
	});
	const credential = path.join(folder, 'credentials/MediaGenerationApi.credentials.ts');
	expect(readFileSync(credential, 'utf8')).toContain(
		"documentationUrl = 'https://git.test/owner/nodes#readme';",
	);
});

test('placeholders are named by their fields', () => {
	const placeholder = { type: 'git', url: 'git+https://repository.example/nodes.git' };
	const { homepage, bugs } = linksOf({ repository: placeholder });
	const author = { name: 'A', email: 'a@nodes.example' };
	const everywhere = {
		version: '1.0.0',
		author,
		homepage,
		repository: placeholder,
		bugs: { url: bugs },
	};
	const fields = ['author.email', 'homepage', 'repository.url', 'bugs.url'];
	expect(placeholdersIn(everywhere)).toEqual(fields);
	const own = {
		homepage: 'https://example.test/an.example-of/it',
		bugs: { url: 'https://git.test/issues' },
	};
	expect(placeholdersIn({ ...everywhere, ...filledIn, ...own })).toEqual([]);
});

test.each<[string, Partial<Manifest>, string | undefined, RegExp[]]>([
	['what is marked as private', { private: true }, undefined, [/"private": true/]],
	[
		'a version without a section in the changelog or without saved workflows, and a tag of another',
		{ version: '9.9.9' },
		'v9.9.8',
		[/CHANGELOG/, /saved-workflows/, /^The tag is v9\.9\.8, and package\.json says 9\.9\.9\.$/],
	],
])('%s is not published', (_, changes, tag, reasons) => {
	const folder = projectWith({ ...filledIn, ...changes });
	writeLinks(folder);
	expect(whyNotPublish(folder, tag)).toEqual(reasons.map((why) => expect.stringMatching(why)));
});

test('an address that no links can be made of is refused', () => {
	expect(() => linksOf({ repository: { type: 'git', url: 'owner/nodes' } })).toThrow(
		/must look like git\+https/,
	);
});
