import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
	DEMO_OWNER,
	ensureBuilt,
	executionError,
	installPackage,
	N8nClient,
	packPackage,
	startN8n,
	stderrLog,
	type RunningN8n,
	type WorkflowFile,
} from '../host';
import { startSandbox } from '../sandbox';
import { installFloor } from './floor';
import { startService, type Service } from './service';

/** As a workflow refers to them. */
export type Credentials = Record<string, { id: string; name: string }>;

/** What all measurements share: one real n8n with the packed package in it, and what it talks to. */
export interface Stage {
	n8n: RunningN8n;
	client: N8nClient;
	service: Service;
	/** Of our node and of HTTP Request, for the service. */
	credentials: { ours: Credentials; theirs: Credentials; chat: Credentials };
	sandboxCredentials: Credentials;
	/** For the service at another address, of which the node knows nothing yet. */
	strange(): Promise<Credentials>;
	/** How often things are measured, what takes minutes less often; the median counts. */
	runs: number;
	/** Runs a workflow and tells how long its node named `Measured` took, in seconds, and n8n's CPU time for the whole. */
	run(workflow: WorkflowFile): Promise<Run>;
	close(): Promise<void>;
}

/** What one run of a workflow took. */
export interface Run {
	seconds: number;
	cpuSeconds: number;
	/** How much n8n's memory grew at most, in MiB. */
	grownMiB: number;
}

/** The node that is measured. */
export const MEASURED = 'Measured';
/** A job of the sandbox's quickest image model takes half a second. */
const SPEED = 30;
const LOOK_EVERY_MS = 20;
const TIMEOUT_MS = 600_000;

/**
 * Starts n8n, the service and the sandbox.
 * @param userFolder what n8n keeps; whoever made it takes it away
 */
export async function openStage(runs: number, userFolder: string): Promise<Stage> {
	const log = stderrLog();
	await ensureBuilt(log);
	const tarball = await packPackage(userFolder);
	const [service, sandbox] = await Promise.all([
		startService(),
		startSandbox({ speed: SPEED, balanceUsd: '100000', keptRequests: 100_000 }),
	]);
	await installPackage(userFolder, tarball);
	installFloor(userFolder);
	const n8n = await startN8n({ userFolder, log });
	const client = new N8nClient(n8n.baseUrl);
	await client.setupOwner(DEMO_OWNER);
	const credential = async (type: string, name: string, data: object): Promise<Credentials> => ({
		[type]: await client.createCredential(type, name, { ...data }),
	});
	const ours = await credential('mediaGenerationApi', 'Service', {
		baseUrl: service.baseUrl,
		apiKey: service.apiKey,
	});
	const theirs = await credential('httpHeaderAuth', 'Header', {
		name: 'x-api-key',
		value: service.apiKey,
	});
	const chat = await credential('openAiApi', 'Chat', {
		apiKey: 'sk-bench',
		url: `${service.baseUrl}/v1`,
	});
	const sandboxCredentials = await credential('mediaGenerationApi', 'Sandbox', {
		baseUrl: sandbox.baseUrl,
		apiKey: sandbox.apiKey,
	});
	let strangers = 0;
	return {
		n8n,
		client,
		service,
		strange: async () =>
			await credential('mediaGenerationApi', `Strange ${++strangers}`, {
				baseUrl: `${service.baseUrl}/${strangers}`,
				apiKey: service.apiKey,
			}),
		credentials: { ours, theirs, chat },
		sandboxCredentials,
		runs,
		run: async (workflow) => await run(n8n, client, workflow),
		close: async () => {
			await n8n.stop();
			await Promise.all([service.close(), sandbox.close()]);
		},
	};
}

async function run(n8n: RunningN8n, client: N8nClient, workflow: WorkflowFile): Promise<Run> {
	const { id } = await client.importWorkflow(workflow);
	const before = { cpu: cpuSeconds(n8n.pid), memory: residentMiB(n8n.pid) };
	let most = before.memory;
	const watch = setInterval(() => (most = Math.max(most, residentMiB(n8n.pid))), LOOK_EVERY_MS);
	const execution = await client
		.runWorkflow(id, { timeoutMs: TIMEOUT_MS })
		.finally(() => clearInterval(watch));
	const cpu = cpuSeconds(n8n.pid) - before.cpu;
	const problem = executionError(execution);
	if (problem !== undefined) throw new Error(problem);
	const runs = execution.data.resultData.runData[MEASURED] ?? [];
	return {
		seconds: runs.reduce((sum, { executionTime }) => sum + executionTime, 0) / 1_000,
		cpuSeconds: cpu,
		grownMiB: most - before.memory,
	};
}

/** CPU time that a process has used, in seconds. */
export function cpuSeconds(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
		.replace(/^.*\) /, '')
		.split(' ');
	return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const TICKS_PER_SECOND = 100;

const IDLE_MS = 500;
const IDLE_S = 0.03;

/** Waits until a process has hardly worked for half a second: what was begun has ended. */
export async function idle(pid: number): Promise<void> {
	for (let last = -1; cpuSeconds(pid) - last > IDLE_S;) {
		last = cpuSeconds(pid);
		await delay(IDLE_MS);
	}
}

/** Resident memory of a process, in MiB. */
function residentMiB(pid: number): number {
	return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
