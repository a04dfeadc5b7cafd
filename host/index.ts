export { N8nClient } from './client';
export * from './client/workflows';
export { ensureN8n } from './install';
export { withLock } from './lock';
export { silentLog, stderrLog } from './log';
export { startN8n, type RunningN8n } from './n8n';
export {
	builtPackage,
	communityNodesDir,
	ensureBuilt,
	installBuilt,
	installPackage,
	packPackage,
} from './package';
export { cacheDir, ROOT } from './paths';
export { hashOf, readStamp, writeStamp } from './stamps';
export { DEMO_OWNER, provision } from './provision';
export { startSandboxProcess, type RunningSandbox, type SandboxOptions } from './sandbox-process';
export { addressesFromEnvironment, missingServers, type ServerAddresses } from './queue/place';
export type { QueueProcess } from './queue/start';
export type { Passed, WebhookProxy } from './queue/proxy';
export { startQueue, type RunningQueue } from './queue/start';
