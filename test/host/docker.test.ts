import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { pinnedVersion } from '../../host/install';
import { readManifest } from '../../host/release';
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
	network_mode?: string;
	depends_on?: string[] | Record<string, object>;
}

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const composed = (file: string) =>
	parse(read(file), { merge: true }) as {
		services: Record<string, Service>;
		volumes: Record<string, unknown>;
	};
const files = {
	'compose.yaml': composed('compose.yaml'),
	'compose.queue.yaml': composed('compose.queue.yaml'),
};
const services = Object.entries(files).flatMap(([file, { services: all }]) =>
	Object.entries(all).map(([name, service]) => ({ file, name, service })),
);
const ofN8n = services.filter(({ service }) => service.image?.includes('n8nio/n8n'));
const dockerfile = read('docker/Dockerfile');
const { version } = readManifest(ROOT);

/** All code of n8n's settings, in which each variable stands by its name. */
const settings = ['@n8n/config', '@n8n/backend-common', 'n8n-core']
	.map((name) => path.join(ROOT, 'node_modules', name, 'dist'))
	.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
			path.join(folder, file),
		),
	)
	.filter((file) => file.endsWith('.js'))
	.map((file) => readFileSync(file, 'utf8'))
	.join('\n');
/** Those that n8n reads elsewhere; they are in n8n's own package, which the tests here do without. */
const ELSEWHERE = [
	'N8N_COMMUNITY_PACKAGES',
	'N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV',
	'N8N_REINSTALL_MISSING_PACKAGES',
	'N8N_UNVERIFIED_PACKAGES_ENABLED',
];

test('the services are those that the documents speak of', () => {
	expect(Object.keys(files['compose.yaml'].services).sort()).toEqual(['n8n', 'sandbox']);
	const queue = [
		'main',
		'postgres',
		'proxy',
		'redis',
		'webhook-1',
		'webhook-2',
		'worker-1',
		'worker-2',
	];
	expect(Object.keys(files['compose.queue.yaml'].services).sort()).toEqual(queue);
	const { main, ...others } = files['compose.queue.yaml'].services;
	expect(main?.command).toBeUndefined();
	for (const role of ['webhook', 'worker'])
		for (const number of [1, 2]) expect(others[`${role}-${number}`]?.command).toBe(role);
});

test('n8n is the one that the tests run in', () => {
	expect(ofN8n.map(({ name }) => name).sort()).toEqual([
		'main',
		'n8n',
		'webhook-1',
		'webhook-2',
		'worker-1',
		'worker-2',
	]);
	expect(new Set(ofN8n.map(({ service }) => service.image))).toEqual(
		new Set([`\${N8N_IMAGE:-n8nio/n8n:${pinnedVersion()}}`]),
	);
	expect(/^ARG N8N_TAG=(.*)$/m.exec(dockerfile)?.[1]).toBe(pinnedVersion());
});

test('every n8n has this version of the package, and may have it', () => {
	for (const { service } of ofN8n) {
		const { N8N_COMMUNITY_PACKAGES: list = '', ...environment } = service.environment ?? {};
		expect(JSON.parse(list)).toEqual([{ name: PACKAGE_NAME, version }]);
		expect(environment).toMatchObject({
			N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		});
	}
	const inQueue = ofN8n.filter(({ file }) => file === 'compose.queue.yaml');
	expect(
		inQueue.every(
			({ service }) => service.environment?.['N8N_REINSTALL_MISSING_PACKAGES'] === 'true',
		),
	).toBe(true);
});

test('the documents name this version of the package', () => {
	for (const file of ['README.md', 'docs/installing.md']) {
		const versions = [
			...read(file).matchAll(/"name":"n8n-nodes-media-generation","version":"([^"]*)"/g),
		].map(([, told]) => told);
		expect([file, new Set(versions)]).toEqual([file, new Set([version])]);
	}
});

test('every variable is a text, and one that n8n knows', () => {
	const variables = ofN8n.flatMap(({ service }) => Object.entries(service.environment ?? {}));
	expect(variables.filter(([, value]) => typeof value !== 'string')).toEqual([]);
	const unknown = new Set(
		variables
			.map(([name]) => name)
			.filter((name) => !ELSEWHERE.includes(name) && !settings.includes(`'${name}'`)),
	);
	expect([...unknown]).toEqual([]);
});

test('queue mode: every process has the same settings, a worker’s log apart, and Redis and PostgreSQL are those of the file', () => {
	const all = ofN8n.filter(({ file }) => file === 'compose.queue.yaml');
	const [first, ...rest] = all.map(({ service: { environment = {} } }) =>
		Object.fromEntries(
			Object.entries(environment).filter(([name]) => name !== 'N8N_EVENTBUS_LOGWRITER_LOGFULLPATH'),
		),
	);
	for (const each of rest) expect(each).toEqual(first);
	const { postgres } = files['compose.queue.yaml'].services;
	expect(first).toMatchObject({
		DB_POSTGRESDB_HOST: 'postgres',
		DB_POSTGRESDB_DATABASE: postgres?.environment?.['POSTGRES_DB'],
		DB_POSTGRESDB_USER: postgres?.environment?.['POSTGRES_USER'],
		DB_POSTGRESDB_PASSWORD: postgres?.environment?.['POSTGRES_PASSWORD'],
		QUEUE_BULL_REDIS_HOST: 'redis',
	});
});

test('what one part of a file names, another has', () => {
	const stages = [...dockerfile.matchAll(/^FROM .* AS (\S+)$/gm)].map(([, stage]) => stage);
	for (const { file, service } of services) {
		const { services: all, volumes } = files[file as keyof typeof files];
		if (service.build) expect(stages).toContain(service.build.target);
		const needed = Array.isArray(service.depends_on)
			? service.depends_on
			: Object.keys(service.depends_on ?? {});
		expect(Object.keys(all)).toEqual(expect.arrayContaining(needed));
		for (const [source = ''] of (service.volumes ?? []).map((volume) => volume.split(':'))) {
			if (source.startsWith('.')) read(source);
			else expect(Object.keys(volumes)).toContain(source);
		}
	}
	const built = ['.github/workflows/docker.yml', 'docker/README.md'].flatMap((file) =>
		[...read(file).matchAll(/--target (\S+)/g)].map(([, stage]) => stage),
	);
	expect(stages).toEqual(expect.arrayContaining(built));
	const asked = [...read('docker/Caddyfile').matchAll(/([\w-]+):5678/g)]
		.map(([, host]) => host)
		.filter((host) => host !== undefined);
	expect(Object.keys(files['compose.queue.yaml'].services)).toEqual(expect.arrayContaining(asked));
	const copied = [...dockerfile.matchAll(/^COPY --chmod=755 (\S+)/gm)].map(([, file = '']) => file);
	expect(copied.map((file) => read(file).split('\n')[0])).toEqual(['#!/bin/sh']);
});

test('an image with the package in it leaves its packages alone', () => {
	expect(read('docker/entrypoint.sh')).toContain(
		'export N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV=false N8N_REINSTALL_MISSING_PACKAGES=false',
	);
	expect(read('docker/entrypoint.sh')).toContain(`node_modules/${PACKAGE_NAME}"`);
});

test('the sandbox understands how it is started', () => {
	const { command = [] } = files['compose.yaml'].services['sandbox'] ?? {};
	const inImage = JSON.parse(
		/^CMD (\[.*"sandbox".*\])$/m.exec(dockerfile)?.[1] ?? '[]',
	) as string[];
	for (const words of [command as string[], inImage]) {
		expect(words.slice(0, 4)).toEqual(['npm', 'run', 'sandbox', '--']);
		expect(readArguments(words.slice(4))).toMatchObject({ port: 8787 });
	}
});

test('what the commands of the workflow and the document name is there', () => {
	for (const file of ['.github/workflows/docker.yml', 'docker/README.md']) {
		const text = read(file);
		for (const [, named = ''] of text.matchAll(/(?:--file|npx tsx) (\S+)/g))
			expect([named, read(named).length > 0]).toEqual([named, true]);
	}
	const [, looped = ''] = /for name in (.*); do/.exec(read('.github/workflows/docker.yml')) ?? [];
	expect(looped.split(' ').sort()).toEqual(
		ofN8n.flatMap(({ file, name }) => (file === 'compose.queue.yaml' ? [name] : [])).sort(),
	);
});

test('every week the end-to-end tests run in the newest n8n, and in the next major version', () => {
	const { on, jobs } = parse(read('.github/workflows/docker.yml')) as {
		on: { schedule: object[] };
		jobs: { tests: { strategy: { matrix: { tag: string[] } } } };
	};
	expect(on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \d$/) }]);
	const { tag } = jobs.tests.strategy.matrix;
	expect(tag).toEqual(['latest', `${Number(pinnedVersion().split('.')[0]) + 1}.0.0`]);
});
