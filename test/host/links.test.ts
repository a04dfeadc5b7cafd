import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
	linksOf,
	placeholdersIn,
	readManifest,
	strayLinks,
	whyNotPublish,
	writeLinks,
	type Manifest,
} from '../../host/release';
import { ROOT } from '../../host/paths';
import { scratchFolder } from '../support/folder';

const work = scratchFolder();

/** A copy of what carries links, with other fields in package.json. */
function projectWith(changes: Partial<Manifest>): string {
	const folder = mkdtempSync(path.join(work, 'project-'));
	for (const each of [
		'package.json',
		'CHANGELOG.md',
		'credentials',
		'nodes',
		`test/fixtures/saved-workflows`,
	])
		cpSync(path.join(ROOT, each), path.join(folder, each), { recursive: true });
	writeFileSync(
		path.join(folder, 'package.json'),
		JSON.stringify({ ...readManifest(folder), ...changes }, null, 2),
	);
	return folder;
}

const filledIn = {
	private: undefined,
	repository: { type: 'git', url: 'git+https://git.test/owner/nodes.git' },
	author: { name: 'Owner', email: 'owner@mail.test' },
};

test('package.json, credentials and codex files lead to one place (else: npm run lint:fix)', () => {
	expect(strayLinks(ROOT)).toEqual([]);
	const elsewhere = { type: 'git', url: 'git+https://git.test/owner/nodes.git' };
	expect(strayLinks(projectWith({ repository: elsewhere }))).toHaveLength(8);
});

test('a publisher fills in two fields, has the links written, and is told of nothing more', () => {
	const folder = projectWith(filledIn);
	expect(whyNotPublish(folder).join('\n')).toMatch(/run "npm run lint:fix"/);
	writeLinks(folder);
	expect(whyNotPublish(folder)).toEqual([]);
	expect(readManifest(folder)).toMatchObject({
		homepage: 'https://git.test/owner/nodes#readme',
		bugs: { url: 'https://git.test/owner/nodes/issues' },
	});
	expect(strayLinks(folder)).toEqual([]);
	expect(
		readFileSync(path.join(folder, 'credentials/MediaGenerationApi.credentials.ts'), 'utf8'),
	).toContain("documentationUrl = 'https://git.test/owner/nodes#readme';");
});

test('placeholders are named by their fields', () => {
	const { homepage, bugs } = linksOf({
		repository: { type: 'git', url: 'git+https://repository.example/nodes.git' },
	});
	const repository = { type: 'git', url: 'git+https://repository.example/nodes.git' };
	const everywhere = {
		version: '1.0.0',
		author: { name: 'A', email: 'a@nodes.example' },
		homepage,
		repository,
		bugs: { url: bugs },
	};
	expect(placeholdersIn(everywhere)).toEqual([
		'author.email',
		'homepage',
		'repository.url',
		'bugs.url',
	]);
	expect(
		placeholdersIn({
			...everywhere,
			...filledIn,
			homepage: 'https://example.test/an.example-of/it',
			bugs: { url: 'https://git.test/issues' },
		}),
	).toEqual([]);
});

test('a version without a section in the changelog or without saved workflows, and a tag of another, are not published', () => {
	const folder = projectWith({ ...filledIn, version: '9.9.9' });
	writeLinks(folder);
	expect(whyNotPublish(folder, 'v9.9.8')).toEqual([
		expect.stringMatching(/CHANGELOG/),
		expect.stringMatching(/saved-workflows/),
		'The tag is v9.9.8, and package.json says 9.9.9.',
	]);
});

test('what is marked as private is not published', () => {
	const folder = projectWith({ ...filledIn, private: true });
	writeLinks(folder);
	expect(whyNotPublish(folder)).toEqual([expect.stringMatching(/"private": true/)]);
});

test('an address that no links can be made of is refused', () => {
	expect(() => linksOf({ repository: { type: 'git', url: 'owner/nodes' } })).toThrow(
		/must look like git\+https/,
	);
});
