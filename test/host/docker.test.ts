import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { pinnedVersion } from '../../host/install';
import { readManifest } from '../../tools/release';
import { PACKAGE_NAME, ROOT } from '../../host/paths';
import { readArguments } from '../../sandbox/args';

/*
 * What Docker's files say is compared with the project, as no test here starts a container.
 */

interface Service {
	image?: string;
	build?: { dockerfile: string; target: string };
	environment?: Record<string, string>;
	command?: string | string[];
	volumes?: string[];
	depends_on?: string[] | Record<string, object>;
}
interface Composed {
	services: Record<string, Service>;
	volumes: Record<string, unknown>;
}

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const composed = (file: string) => parse(read(file), { merge: true }) as Composed;
const [plain, queue] = [composed('compose.yaml'), composed('compose.queue.yaml')];
const isN8n = ({ image }: Service) => image?.includes('n8nio/n8n') ?? false;
const inQueue = Object.entries(queue.services).filter(([, service]) => isN8n(service));
const ofN8n = [...Object.values(plain.services).filter(isN8n), ...inQueue.map(([, each]) => each)];
const variables = ofN8n.flatMap(({ environment = {} }) => Object.entries(environment));
const dockerfile = read('docker/Dockerfile');
const { version } = readManifest(ROOT);

/** Variables that n8n reads in its own package, which the tests here do without. */
const ELSEWHERE = [
	'N8N_COMMUNITY_PACKAGES',
	'N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV',
	'N8N_REINSTALL_MISSING_PACKAGES',
	'N8N_UNVERIFIED_PACKAGES_ENABLED',
];

test('the services are those that the documents speak of, and n8n is the one that the tests run in', () => {
	expect(Object.keys(plain.services).sort()).toEqual(['n8n', 'sandbox']);
	expect(inQueue.map(([name, { command = 'start' }]) => [name, command]).sort()).toEqual([
		['main', 'start'],
		['webhook-1', 'webhook'],
		['webhook-2', 'webhook'],
		['worker-1', 'worker'],
		['worker-2', 'worker'],
	]);
	for (const { image } of ofN8n) expect(image).toBe(`\${N8N_IMAGE:-n8nio/n8n:${pinnedVersion()}}`);
	expect(/^ARG N8N_TAG=(.*)$/m.exec(dockerfile)?.[1]).toBe(pinnedVersion());
});

test('every n8n has this version of the package, and may have it; the documents name it', () => {
	for (const { environment = {} } of ofN8n) {
		const list: unknown = JSON.parse(environment['N8N_COMMUNITY_PACKAGES'] ?? '[]');
		expect(list).toEqual([{ name: PACKAGE_NAME, version }]);
		expect(environment).toMatchObject({
			N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		});
	}
	for (const [, { environment = {} }] of inQueue)
		expect(environment['N8N_REINSTALL_MISSING_PACKAGES']).toBe('true');
	for (const file of ['README.md', 'docs/installing.md']) {
		const named = read(file).matchAll(/"name":"n8n-nodes-media-generation","version":"([^"]*)"/g);
		expect([file, new Set([...named].map(([, told]) => told))]).toEqual([file, new Set([version])]);
	}
});

test('every variable is a text, and one that n8n knows', () => {
	const folders = ['@n8n/config', '@n8n/backend-common', 'n8n-core'].map((name) =>
		path.join(ROOT, 'node_modules', name, 'dist'),
	);
	const settings = folders.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.js'))
			.map((file) => readFileSync(path.join(folder, file), 'utf8')),
	);
	expect(variables.filter(([, value]) => typeof value !== 'string')).toEqual([]);
	const names = new Set(variables.map(([name]) => name));
	const unknown = [...names].filter(
		(name) => !ELSEWHERE.includes(name) && !settings.some((code) => code.includes(`'${name}'`)),
	);
	expect(unknown).toEqual([]);
});

test('queue mode: every process has the same settings, a worker’s log apart, and Redis and PostgreSQL are those of the file', () => {
	const [first, ...rest] = inQueue.map(([, { environment }]) => {
		const shared = { ...environment };
		delete shared['N8N_EVENTBUS_LOGWRITER_LOGFULLPATH'];
		return shared;
	});
	for (const each of rest) expect(each).toEqual(first);
	const { environment: postgres = {} } = queue.services['postgres'] ?? {};
	expect(first).toMatchObject({
		DB_POSTGRESDB_HOST: 'postgres',
		DB_POSTGRESDB_DATABASE: postgres['POSTGRES_DB'],
		DB_POSTGRESDB_USER: postgres['POSTGRES_USER'],
		DB_POSTGRESDB_PASSWORD: postgres['POSTGRES_PASSWORD'],
		QUEUE_BULL_REDIS_HOST: 'redis',
	});
});

test('what one part of a file names, another has', () => {
	const all = (text: string, pattern: RegExp) =>
		[...text.matchAll(pattern)].map(([, named = '']) => named);
	const stages = all(dockerfile, /^FROM .* AS (\S+)$/gm);
	for (const { services, volumes } of [plain, queue]) {
		for (const { build, depends_on: needed = [], volumes: mounted = [] } of Object.values(
			services,
		)) {
			if (build) expect(stages).toContain(build.target);
			const names = Array.isArray(needed) ? needed : Object.keys(needed);
			expect(Object.keys(services)).toEqual(expect.arrayContaining(names));
			for (const [source = ''] of mounted.map((volume) => volume.split(':'))) {
				if (source.startsWith('.')) read(source);
				else expect(Object.keys(volumes)).toContain(source);
			}
		}
	}
	for (const file of ['.github/workflows/docker.yml', 'docker/README.md']) {
		expect(stages).toEqual(expect.arrayContaining(all(read(file), /--target (\S+)/g)));
		for (const named of all(read(file), /(?:--file|npx tsx) (\S+)/g)) read(named);
	}
	const asked = all(read('docker/Caddyfile'), /([\w-]+):5678/g);
	expect(Object.keys(queue.services)).toEqual(expect.arrayContaining(asked.filter(Boolean)));
	const [looped = ''] = all(read('.github/workflows/docker.yml'), /for name in (.*); do/g);
	expect(looped.split(' ').sort()).toEqual(inQueue.map(([name]) => name).sort());
	const copied = all(dockerfile, /^COPY --chmod=755 (\S+)/gm);
	expect(copied.map((file) => read(file).split('\n')[0])).toEqual(['#!/bin/sh']);
});

test('an image with the package in it leaves its packages alone', () => {
	const entrypoint = read('docker/entrypoint.sh');
	expect(entrypoint).toContain(
		'export N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV=false N8N_REINSTALL_MISSING_PACKAGES=false',
	);
	expect(entrypoint).toContain(`node_modules/${PACKAGE_NAME}"`);
});

test('the sandbox understands how it is started', () => {
	const inImage = /^CMD (\[.*"sandbox".*\])$/m.exec(dockerfile)?.[1] ?? '[]';
	for (const words of [plain.services['sandbox']?.command, JSON.parse(inImage)] as string[][]) {
		expect(words.slice(0, 4)).toEqual(['npm', 'run', 'sandbox', '--']);
		expect(readArguments(words.slice(4))).toMatchObject({ port: 8787 });
	}
});

test('every week the end-to-end tests run in the newest n8n, and in the next major version', () => {
	const { on, jobs } = parse(read('.github/workflows/docker.yml')) as {
		on: { schedule: object[] };
		jobs: { tests: { strategy: { matrix: { tag: string[] } } } };
	};
	expect(on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \d$/) }]);
	const next = `${Number(pinnedVersion().split('.')[0]) + 1}.0.0`;
	expect(jobs.tests.strategy.matrix.tag).toEqual(['latest', next]);
});
