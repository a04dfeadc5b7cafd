import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { N8nInstall } from '../install';
import { hostOf, postgresUrls, redisUrl, type ServerAddresses } from './addresses';

const KEYS_AT_ONCE = 500;
const CONNECT_TIMEOUT_MS = 5_000;
/** n8n's own are 2: a burst of webhooks would wait long for them. */
const CONNECTIONS = 6;
/**
 * n8n's own are 20 s to get a connection, and 5 s for the question, every other second, whether the database is there. The question waits
 * its turn in the burst like any other; after three that came late n8n makes all connections anew, and never serves those who waited for
 * an old one. So neither ends anything but what hangs.
 */
const DATABASE_TIMEOUT_MS = 600_000;

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
	if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`"${name}" is no name for a schema.`);
	const redis = redisUrl(addresses);
	await withRedis(install, redis, async (client) => await client.scan('0', 'COUNT', '1')).catch(
		(error: Error) => {
			throw new Error(`Redis at ${redis.host} cannot be used: ${error.message}`, { cause: error });
		},
	);
	const refusals: string[] = [];
	for (const postgres of postgresUrls(addresses)) {
		try {
			await withPostgres(
				install,
				postgres,
				async (client) => await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}`),
			);
			return { name, postgres, redis };
		} catch (error) {
			refusals.push(`as "${postgres.username}": ${(error as Error).message}`);
		}
	}
	const at = postgresUrls(addresses)[0]?.host;
	throw new Error(
		`PostgreSQL at ${at} cannot be used (${refusals.join('; ')}). ` +
			'Name a user that may create a schema: --postgres postgres://user:password@host:5432/database, or MEDIA_GENERATION_POSTGRES_URL.',
	);
}

/** Takes everything away that n8n left there. No n8n may be running on it. */
export async function removePlace(
	install: N8nInstall,
	{ name, postgres, redis }: Place,
): Promise<void> {
	await withPostgres(
		install,
		postgres,
		async (client) => await client.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`),
	);
	await withRedis(install, redis, async (client) => {
		let cursor = '0';
		do {
			const [next, keys] = await client.scan(
				cursor,
				'MATCH',
				`${name}:*`,
				'COUNT',
				String(KEYS_AT_ONCE),
			);
			if (keys.length > 0) await client.del(...keys);
			cursor = next;
		} while (cursor !== '0');
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
		DB_POSTGRESDB_POOL_SIZE: String(CONNECTIONS),
		DB_POSTGRESDB_CONNECTION_TIMEOUT: String(DATABASE_TIMEOUT_MS),
		DB_PING_TIMEOUT_MS: String(DATABASE_TIMEOUT_MS),
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
	scan(cursor: string, ...options: string[]): Promise<[cursor: string, keys: string[]]>;
	del(...keys: string[]): Promise<number>;
	disconnect(): void;
	on(event: 'error', listener: (error: Error) => void): void;
}

interface Modules {
	pg: {
		Client: new (options: {
			connectionString: string;
			connectionTimeoutMillis: number;
		}) => PostgresClient;
	};
	ioredis: new (url: string, options: object) => RedisClient;
}

/** Does one piece of work on a connection to PostgreSQL, with the client that n8n brings along. */
export async function withPostgres<T>(
	install: N8nInstall,
	url: URL,
	work: (client: PostgresClient) => Promise<T>,
): Promise<T> {
	const { Client } = moduleOf(install, 'pg');
	const client = new Client({
		connectionString: url.href,
		connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
	});
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
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
	try {
		return await work(client);
	} finally {
		client.disconnect();
	}
}

function moduleOf<K extends keyof Modules>(install: N8nInstall, name: K): Modules[K] {
	return createRequire(join(install.folder, 'node_modules', 'n8n', 'package.json'))(
		name,
	) as Modules[K];
}
