import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import type { N8nInstall } from '../install';

const REACH_TIMEOUT_MS = 3_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** n8n's own are 2: a burst of webhooks would wait long for them. */
const CONNECTIONS = '6';
/**
 * n8n's own are 20 s to get a connection, and 5 s for the question, every other second, whether the database is there. The question waits
 * its turn in the burst like any other; after three that came late n8n makes all connections anew, and never serves those who waited for
 * an old one. So neither ends anything but what hangs.
 */
const DATABASE_TIMEOUT_MS = '600000';

/** Where PostgreSQL and Redis are, as far as they are named; what is not named is looked for at its standard port. */
export interface ServerAddresses {
	/** As in `postgres://user:password@host:5432/database`; `?sslmode=require` asks for TLS. */
	postgres?: string | undefined;
	/** As in `redis://user:password@host:6379/0`; `rediss://` asks for TLS. */
	redis?: string | undefined;
}

const KINDS = {
	postgres: {
		name: 'PostgreSQL',
		protocol: /^postgres(ql)?:$/,
		port: '5432',
		variable: 'MEDIA_GENERATION_POSTGRES_URL',
		named: '--postgres postgres://user:password@host:5432/database',
		docker: 'docker run -d -p 127.0.0.1:5432:5432 -e POSTGRES_PASSWORD=postgres postgres:16',
		apt: `sudo apt install postgresql && sudo -u postgres psql -c "ALTER USER postgres PASSWORD 'postgres'"`,
	},
	redis: {
		name: 'Redis',
		protocol: /^rediss?:$/,
		port: '6379',
		variable: 'MEDIA_GENERATION_REDIS_URL',
		named: '--redis redis://host:6379',
		docker: 'docker run -d -p 127.0.0.1:6379:6379 redis:7',
		apt: 'sudo apt install redis-server',
	},
};

/** The addresses that the environment names. */
export function addressesFromEnvironment(): ServerAddresses {
	const named = (kind: keyof typeof KINDS) => process.env[KINDS[kind].variable] || undefined;
	return { postgres: named('postgres'), redis: named('redis') };
}

/**
 * The URLs to try for PostgreSQL, in this order: the one that is named; else, at the standard port of this machine,
 * the login of whoever runs this (`PGUSER`, `PGPASSWORD` and `PGDATABASE` count), and that of PostgreSQL's own image.
 * @throws Error when the one that is named is no such URL
 */
export function postgresUrls({ postgres }: ServerAddresses): URL[] {
	if (postgres !== undefined) return [parsed('postgres', postgres)];
	const image = new URL(`postgres://postgres:postgres@127.0.0.1:${KINDS.postgres.port}/postgres`);
	const own = new URL(image);
	own.username = process.env['PGUSER'] ?? userInfo().username;
	own.password = process.env['PGPASSWORD'] ?? '';
	own.pathname = process.env['PGDATABASE'] ?? 'postgres';
	return [own, image];
}

/**
 * The URL of Redis.
 * @throws Error when the one that is named is no such URL
 */
export function redisUrl({ redis }: ServerAddresses): URL {
	return parsed('redis', redis ?? `redis://127.0.0.1:${KINDS.redis.port}`);
}

function parsed(kind: keyof typeof KINDS, text: string): URL {
	const { name, protocol, port, named } = KINDS[kind];
	const url = URL.canParse(text) ? new URL(text) : undefined;
	// Up to the last `@`, as a password that is not encoded may hold any character.
	const shown = text.replace(/\/\/.*@/s, '//…@');
	if (!url?.hostname || !protocol.test(url.protocol))
		throw new Error(
			`"${shown}" is not an address of ${name}. Give ${named}, with / @ # % in a password as %2F %40 %23 %25.`,
		);
	if (url.port === '') url.port = port;
	return url;
}

/**
 * What is missing for queue mode, with the commands that bring it; undefined when something listens at both addresses.
 * @throws Error when a named address is no such URL
 */
export async function missingServers(addresses: ServerAddresses): Promise<string | undefined> {
	const servers = [
		{ ...KINDS.postgres, url: postgresUrls(addresses)[0] as URL },
		{ ...KINDS.redis, url: redisUrl(addresses) },
	];
	const found = await Promise.all(
		servers.map(async (each) => ({ ...each, problem: await whyUnreachable(each.url) })),
	);
	const missing = found.filter(({ problem }) => problem !== undefined);
	if (missing.length === 0) return undefined;
	const places = missing.map(
		({ name, url, problem }) => `there is no ${name} at ${url.host} (${problem})`,
	);
	return [
		`Queue mode needs PostgreSQL and Redis: ${places.join(', and ')}.`,
		...missing.flatMap(({ name, docker, apt, named, variable }) => [
			`${name} with Docker:         ${docker}`,
			`${name} on Debian, Ubuntu:   ${apt}`,
			`${name} that runs elsewhere: ${named}   (or the environment's ${variable})`,
		]),
	].join('\n');
}

/** The host of an address; that of IPv6 without its brackets, as programs take it. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** Why there is nothing at an address; undefined when something listens there. */
async function whyUnreachable(url: URL): Promise<string | undefined> {
	const socket = connect({ host: hostOf(url), port: Number(url.port), timeout: REACH_TIMEOUT_MS });
	const reason = await new Promise<string | undefined>((resolve) => {
		socket.once('connect', () => resolve(undefined));
		socket.once('timeout', () => resolve(`no answer within ${REACH_TIMEOUT_MS / 1_000} s`));
		socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
	});
	socket.destroy();
	return reason;
}

/** One n8n's own corner of a PostgreSQL and a Redis that others use too. */
export interface Place {
	/** The schema's name, and the beginning of every key and channel. */
	name: string;
	postgres: URL;
	redis: URL;
}

/**
 * Makes the schema, unless it is there, and checks that Redis lets us in.
 * @param name lower-case letters, digits and underscores
 * @throws Error when a server refuses, in its own words
 */
export async function openPlace(
	install: N8nInstall,
	addresses: ServerAddresses,
	name: string,
): Promise<Place> {
	const redis = redisUrl(addresses);
	await withRedis(install, redis, async (client) => await client.ping()).catch((error: Error) => {
		throw new Error(`Redis at ${redis.host} cannot be used: ${error.message}`, { cause: error });
	});
	const refusals: string[] = [];
	const urls = postgresUrls(addresses);
	for (const postgres of urls) {
		try {
			await query(install, postgres, `CREATE SCHEMA IF NOT EXISTS ${name}`);
			return { name, postgres, redis };
		} catch (error) {
			refusals.push(`as "${postgres.username}": ${(error as Error).message}`);
		}
	}
	const { named, variable } = KINDS.postgres;
	throw new Error(
		`PostgreSQL at ${urls[0]?.host} cannot be used (${refusals.join('; ')}). ` +
			`Name a user that may create a schema: ${named}, or ${variable}.`,
	);
}

/** Takes everything away that n8n left there. No n8n may be running on it. */
export async function removePlace(
	install: N8nInstall,
	{ name, postgres, redis }: Place,
): Promise<void> {
	await query(install, postgres, `DROP SCHEMA IF EXISTS ${name} CASCADE`);
	await withRedis(install, redis, async (client) => {
		const keys = await client.keys(`${name}:*`);
		if (keys.length > 0) await client.del(...keys);
	});
}

/** The environment that leads an n8n there, in queue mode. */
export function placeEnv({ name, postgres, redis }: Place): NodeJS.ProcessEnv {
	return {
		EXECUTIONS_MODE: 'queue',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: hostOf(postgres),
		DB_POSTGRESDB_PORT: postgres.port,
		DB_POSTGRESDB_DATABASE: decodeURIComponent(postgres.pathname.slice(1)) || 'postgres',
		DB_POSTGRESDB_USER: decodeURIComponent(postgres.username),
		DB_POSTGRESDB_PASSWORD: decodeURIComponent(postgres.password),
		DB_POSTGRESDB_SCHEMA: name,
		DB_POSTGRESDB_POOL_SIZE: CONNECTIONS,
		DB_POSTGRESDB_CONNECTION_TIMEOUT: DATABASE_TIMEOUT_MS,
		DB_PING_TIMEOUT_MS: DATABASE_TIMEOUT_MS,
		...(postgres.searchParams.get('sslmode') === 'require' && {
			DB_POSTGRESDB_SSL_ENABLED: 'true',
			DB_POSTGRESDB_SSL_REJECT_UNAUTHORIZED: 'false',
		}),
		QUEUE_BULL_REDIS_HOST: hostOf(redis),
		QUEUE_BULL_REDIS_PORT: redis.port,
		QUEUE_BULL_REDIS_USERNAME: decodeURIComponent(redis.username),
		QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(redis.password),
		QUEUE_BULL_REDIS_DB: redis.pathname.slice(1) || '0',
		...(redis.protocol === 'rediss:' && { QUEUE_BULL_REDIS_TLS: 'true' }),
		QUEUE_BULL_PREFIX: name,
		N8N_REDIS_KEY_PREFIX: name,
	};
}

/** What is used of n8n's own PostgreSQL client. */
interface PostgresClient {
	connect(): Promise<void>;
	query(sql: string): Promise<unknown>;
	end(): Promise<void>;
}

/** What is used of n8n's own Redis client. */
interface RedisClient {
	connect(): Promise<void>;
	ping(): Promise<unknown>;
	keys(pattern: string): Promise<string[]>;
	del(...keys: string[]): Promise<number>;
	disconnect(): void;
	on(event: 'error', listener: (error: Error) => void): void;
}

interface Modules {
	pg: { Client: new (options: object) => PostgresClient };
	ioredis: new (url: string, options: object) => RedisClient;
}

const moduleOf = <K extends keyof Modules>({ folder }: N8nInstall, name: K) =>
	createRequire(join(folder, 'node_modules', 'n8n', 'package.json'))(name) as Modules[K];

/** Has PostgreSQL do something, by the client that n8n brings along. */
async function query(install: N8nInstall, url: URL, sql: string): Promise<void> {
	const { Client } = moduleOf(install, 'pg');
	const client = new Client({
		connectionString: url.href,
		connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
	});
	await client.connect();
	await client.query(sql).finally(async () => await client.end());
}

/** Does one piece of work on a connection to Redis, with the client that n8n brings along. */
async function withRedis<T>(
	install: N8nInstall,
	url: URL,
	work: (client: RedisClient) => Promise<T>,
): Promise<T> {
	const Redis = moduleOf(install, 'ioredis');
	const client = new Redis(url.href, {
		lazyConnect: true,
		retryStrategy: () => null,
		connectTimeout: CONNECT_TIMEOUT_MS,
	});
	// What goes wrong also rejects the call at hand; without a listener it would be printed besides.
	client.on('error', () => undefined);
	await client.connect();
	return await work(client).finally(() => client.disconnect());
}
