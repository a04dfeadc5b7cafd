export { N8nClient } from './client';
export {
	executionError,
	hasEnded,
	lastItems,
	nodeItems,
	nodeRun,
	type Execution,
} from './client/executions';
export { N8nApiError } from './client/http';
export type * from './client/types';
export { ensureBuilt } from './build';
export { ensureN8n, pinnedVersion, type N8nInstall } from './install';
export { silentLog, stderrLog, type Log } from './log';
export { startN8n, type RunningN8n, type StartN8nOptions } from './n8n-process';
export { communityNodesDir, installPackage, packPackage } from './package';
export { cacheDir, PACKAGE_NAME, ROOT } from './paths';
export { freePort } from './ports';
export { DEMO_OWNER, provision, type Provisioned } from './provision';
export { startSandboxProcess, type RunningSandbox, type SandboxOptions } from './sandbox-process';
export { addressesFromEnvironment, missingServers, type ServerAddresses } from './queue/addresses';
export type { QueueProcess } from './queue/process';
export type { Choice, Passed, WebhookProxy } from './queue/proxy';
export { startQueue, type QueueOptions, type RunningQueue } from './queue/start';
