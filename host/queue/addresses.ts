import { connect } from 'node:net';
import { userInfo } from 'node:os';

const REACH_TIMEOUT_MS = 3_000;

/** Where PostgreSQL and Redis are, as far as they are named; what is not named is looked for at its standard port. */
export interface ServerAddresses {
	/** As in `postgres://user:password@host:5432/database`; `?sslmode=require` asks for TLS. */
	postgres?: string | undefined;
	/** As in `redis://user:password@host:6379/0`; `rediss://` asks for TLS. */
	redis?: string | undefined;
}

interface Kind {
	name: string;
	protocols: readonly string[];
	port: number;
	variable: string;
	flag: string;
	example: string;
	docker: string;
	apt: string;
}

const KINDS: Readonly<Record<keyof ServerAddresses, Kind>> = {
	postgres: {
		name: 'PostgreSQL',
		protocols: ['postgres:', 'postgresql:'],
		port: 5432,
		variable: 'MEDIA_GENERATION_POSTGRES_URL',
		flag: '--postgres',
		example: 'postgres://user:password@host:5432/database',
		docker: 'docker run -d -p 127.0.0.1:5432:5432 -e POSTGRES_PASSWORD=postgres postgres:16',
		apt: `sudo apt install postgresql && sudo -u postgres psql -c "ALTER USER postgres PASSWORD 'postgres'"`,
	},
	redis: {
		name: 'Redis',
		protocols: ['redis:', 'rediss:'],
		port: 6379,
		variable: 'MEDIA_GENERATION_REDIS_URL',
		flag: '--redis',
		example: 'redis://host:6379',
		docker: 'docker run -d -p 127.0.0.1:6379:6379 redis:7',
		apt: 'sudo apt install redis-server',
	},
};

/** What a password must look like in an address. */
const ENCODING = ', with / @ # % in a password as %2F %40 %23 %25';

const BOTH = ['postgres', 'redis'] as const;

/** The addresses that the environment names. */
export function addressesFromEnvironment(): ServerAddresses {
	return {
		postgres: process.env[KINDS.postgres.variable] || undefined,
		redis: process.env[KINDS.redis.variable] || undefined,
	};
}

/**
 * The URLs to try for PostgreSQL, in this order: the one that is named; else, at the standard port of this machine,
 * the login of whoever runs this (`PGUSER`, `PGPASSWORD` and `PGDATABASE` count), and that of PostgreSQL's own image.
 * @throws Error when the one that is named is no such URL
 */
export function postgresUrls({ postgres }: ServerAddresses): URL[] {
	if (postgres !== undefined) return [parsed('postgres', postgres)];
	const own = new URL(`postgres://127.0.0.1:${KINDS.postgres.port}/`);
	own.username = process.env['PGUSER'] ?? userInfo().username;
	own.password = process.env['PGPASSWORD'] ?? '';
	own.pathname = process.env['PGDATABASE'] ?? 'postgres';
	return [own, new URL(`postgres://postgres:postgres@127.0.0.1:${KINDS.postgres.port}/postgres`)];
}

/**
 * The URL of Redis.
 * @throws Error when the one that is named is no such URL
 */
export function redisUrl({ redis }: ServerAddresses): URL {
	return parsed('redis', redis ?? `redis://127.0.0.1:${KINDS.redis.port}`);
}

/**
 * What is missing for queue mode, with the commands that bring it; undefined when something listens at both addresses.
 * @throws Error when a named address is no such URL
 */
export async function missingServers(addresses: ServerAddresses): Promise<string | undefined> {
	const urls = { postgres: postgresUrls(addresses)[0] as URL, redis: redisUrl(addresses) };
	const problems = await Promise.all(
		BOTH.map(async (kind) => await unreachable(urls[kind], KINDS[kind])),
	);
	const missing = BOTH.flatMap((kind, index) => {
		const problem = problems[index];
		return problem === undefined ? [] : [{ ...KINDS[kind], problem }];
	});
	if (missing.length === 0) return undefined;
	return [
		`Queue mode needs PostgreSQL and Redis: ${missing.map(({ name, problem }) => `there is no ${name} at ${problem}`).join(', and ')}.`,
		...missing.flatMap(({ name, docker, apt, flag, variable, example }) => [
			`${name} with Docker:         ${docker}`,
			`${name} on Debian, Ubuntu:   ${apt}`,
			`${name} that runs elsewhere: ${flag} ${example}   (or the environment's ${variable})`,
		]),
	].join('\n');
}

function parsed(kind: keyof ServerAddresses, text: string): URL {
	const { name, protocols, port, flag, example } = KINDS[kind];
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const isAddress =
		url !== undefined && protocols.includes(url.protocol) && url.hostname !== '' && isEncoded(url);
	if (!isAddress)
		throw new Error(
			`"${withoutPassword(text)}" is not an address of ${name}. Give ${flag} as ${example}${ENCODING}.`,
		);
	if (url.port === '') url.port = String(port);
	return url;
}

/** Up to the last `@`, as a password that is not encoded may hold any character. */
function withoutPassword(text: string): string {
	return text.replace(/\/\/.*@/s, '//…@');
}

/** Whether no percent sign in it stands for itself. */
function isEncoded({ username, password, pathname }: URL): boolean {
	try {
		return decodeURIComponent(username + password + pathname) !== undefined;
	} catch {
		return false;
	}
}

/** The host of an address; that of IPv6 without its brackets, as programs take it. */
export function hostOf({ hostname }: URL): string {
	return hostname.replace(/^\[|\]$/g, '');
}

/** Where it was looked for and why there is nothing; undefined when something listens there. */
async function unreachable(url: URL, { port }: Kind): Promise<string | undefined> {
	const at = { host: hostOf(url), port: Number(url.port || port) };
	const reason = await new Promise<string | undefined>((resolve) => {
		const socket = connect({ ...at, timeout: REACH_TIMEOUT_MS });
		const end = (outcome?: string) => {
			socket.destroy();
			resolve(outcome);
		};
		socket.once('connect', () => end());
		socket.once('timeout', () => end(`no answer within ${REACH_TIMEOUT_MS / 1_000} s`));
		socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
	});
	return reason && `${at.host}:${at.port} (${reason})`;
}
