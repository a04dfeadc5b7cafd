import { delimiter, dirname } from 'node:path';

import { withoutNpmRun } from './npm';

/** What must not leak from the surrounding shell or test runner into n8n. */
const NOT_INHERITED =
	/^(N8N_|DB_|QUEUE_|EXECUTIONS_|CREDENTIALS_|WORKFLOWS_|NODES_|WEBHOOK_|JEST_|NODE_(OPTIONS|PATH|ENV)$|E2E_TESTS$)/;

const LOOPBACK = '127.0.0.1,localhost';

export interface N8nEnvOptions {
	/** The Node.js that n8n runs on; n8n starts its helpers with whatever `node` it finds first. */
	node: string;
	userFolder: string;
	port: number;
	brokerPort: number;
}

/** The environment of an n8n that listens on this machine only, keeps its data in `userFolder` and calls nobody. */
export function n8nEnv(
	{ node, userFolder, port, brokerPort }: N8nEnvOptions,
	extra: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
	const inherited = Object.fromEntries(
		Object.entries(withoutNpmRun(process.env)).filter(([name]) => !NOT_INHERITED.test(name)),
	);
	return {
		...inherited,
		...noProxyForLoopback(inherited),
		PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`,
		NODE_ENV: 'production',
		N8N_USER_FOLDER: userFolder,
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
		...extra,
	};
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
