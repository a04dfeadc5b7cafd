import { delimiter, dirname, join } from 'node:path';

import { withoutNpmRun } from './npm';

/** What must not leak from the surrounding shell or test runner into n8n. */
const NOT_INHERITED =
	/^(N8N_|DB_|QUEUE_|EXECUTIONS_|CREDENTIALS_|WORKFLOWS_|NODES_|WEBHOOK_|JEST_|NODE_(OPTIONS|PATH|ENV)$|E2E_TESTS$)/;

/** The folder, in n8n's working folder, that n8n's nodes may write files to; n8n's own default, in the home folder, is a person's. */
export const FILES_FOLDER = '.n8n-files';

const LOOPBACK = '127.0.0.1,localhost';

export interface N8nEnvOptions {
	/** The Node.js that n8n runs on; n8n starts its helpers with whatever `node` it finds first. */
	node: string;
	userFolder: string;
	port: number;
	brokerPort: number;
	/** n8n's version. */
	version: string;
}

/** The environment of an n8n that listens on this machine only, keeps its data in `userFolder` and calls nobody. */
export function n8nEnv(
	{ node, userFolder, port, brokerPort, version }: N8nEnvOptions,
	extra: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
	const inherited = Object.fromEntries(
		Object.entries(withoutNpmRun(process.env)).filter(([name]) => !NOT_INHERITED.test(name)),
	);
	const env: NodeJS.ProcessEnv = {
		...inherited,
		...noProxyForLoopback(inherited),
		PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`,
		NODE_ENV: 'production',
		// Without it n8n takes New York's time, and a workflow scheduled for two in the morning would run at two there.
		GENERIC_TIMEZONE:
			inherited['GENERIC_TIMEZONE'] || Intl.DateTimeFormat().resolvedOptions().timeZone,
		N8N_USER_FOLDER: userFolder,
		N8N_RESTRICT_FILE_ACCESS_TO: join(userFolder, FILES_FOLDER),
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		// Of a worker, which has no other.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		N8N_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
		N8N_SECURE_COOKIE: 'false',
		...QUIET,
		...(isBefore(version, TODAYS_NAMES) && { N8N_DISABLED_MODULES: '' }),
		...(isBefore(version, FILES_ON_DISK) && { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' }),
		...extra,
	};
	return isBefore(version, TODAYS_NAMES) ? { ...env, WEBHOOK_URL: env['N8N_WEBHOOK_URL'] } : env;
}

/** Before it, n8n knows its public address by another name, and ends when it is to do without a module that it does not have. */
const TODAYS_NAMES = [2, 34] as const;
/** Before it, n8n keeps files in memory unless told otherwise. */
const FILES_ON_DISK = [2, 0] as const;

function isBefore(version: string, [major, minor]: readonly [number, number]): boolean {
	const [hasMajor = 0, hasMinor = 0] = version.split('.').map(Number);
	return hasMajor < major || (hasMajor === major && hasMinor < minor);
}

const QUIET: NodeJS.ProcessEnv = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_PYTHON_ENABLED: 'false',
	// Both fetch from the vendor's servers; neither plays a part in running workflows.
	N8N_DISABLED_MODULES: 'instance-ai,mcp-registry',
	// Said explicitly, because n8n warns about each that is left to its default.
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_RUNNERS_TASK_TIMEOUT: '300',
	N8N_COMPRESSION_NODE_MAX_DECOMPRESSED_SIZE_BYTES: String(256 * 1024 * 1024),
	N8N_COMPRESSION_NODE_MAX_ZIP_ENTRIES: '1000',
};

function noProxyForLoopback(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const existing = env['NO_PROXY'] ?? env['no_proxy'];
	const value = existing ? `${existing},${LOOPBACK}` : LOOPBACK;
	return { NO_PROXY: value, no_proxy: value };
}
