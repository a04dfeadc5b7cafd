import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { N8nInstall } from '../install';

/** What is used of n8n's own PostgreSQL client. */
export interface PostgresClient {
	connect(): Promise<void>;
	query(sql: string): Promise<unknown>;
	end(): Promise<void>;
}

/** What is used of n8n's own Redis client. */
export interface RedisClient {
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

const CONNECT_TIMEOUT_MS = 5_000;

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
export async function withRedis<T>(
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
