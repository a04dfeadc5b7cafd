import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { INode } from 'n8n-workflow';
import {
	addressesFromEnvironment,
	DEMO_OWNER,
	ensureBuilt,
	N8nClient,
	packPackage,
	silentLog,
	startQueue,
	type Passed,
	type RunningQueue,
	type ServerAddresses,
} from '../../host';
import {
	startSandbox,
	type FaultHook,
	type RunningSandbox,
	type SandboxOptions,
} from '../../sandbox';
import { HeldClock } from './queueClock';
import { WHY_NOT } from './queueSetup';
import { statusesOf, untilEnded } from './executions';
import { listening, type Listening } from './listening';
import { createCredentials } from './realN8n';
import { until } from './until';
import { untilKnown } from './webhookKnown';
import { inARow, items as itemsOf, node, NODE_TYPE, report } from './workflowFiles';

/** Five processes start one after another, and slower on a busy machine. */
const START_TIMEOUT_MS = 600_000;

/** Gentle on five processes that have work to do. */
export const PACE = { every: 500 };

/** A sign of life that a workflow gave. */
interface Report {
	body: Record<string, unknown>;
}

/** A real n8n in queue mode with the packed package on every process, and a sandbox whose jobs end when the test says so. */
export interface Queue {
	n8n: RunningQueue;
	client: N8nClient;
	/** Of its database. */
	schema: string;
	sandbox: RunningSandbox;
	clock: HeldClock;
	credentials: Record<string, { id: string; name: string }>;
	/** Requests that went through the proxy in this test. */
	passed: Passed[];
	/** What workflows reported in this test, and where they do. */
	reports: Report[];
	reportUrl: string;
	/** Asked of each request that the sandbox gets in this test. */
	faults: FaultHook | undefined;
	/**
	 * Publishes a workflow that a webhook starts, which makes these items and gives them to our node, and reports its
	 * execution's id once our node lets go of them. Starts it so many times at once; returns when n8n knows all executions.
	 */
	start(
		parameters: object,
		items: object[],
		count?: number,
		settings?: Partial<INode>,
	): Promise<Started>;
	/** Creates and publishes a workflow, and waits until its webhook is there. */
	publish(
		workflow: Parameters<N8nClient['importWorkflow']>[0],
		webhookPath: string,
	): Promise<string>;
	/** Waits until all executions of a workflow are in one of these statuses. */
	untilAll(workflowId: string, ...statuses: string[]): Promise<void>;
	/** Waits until no execution of a workflow goes on, or sleeps. */
	untilEnded(workflowId: string): Promise<string[]>;
}

export interface Started {
	workflowId: string;
	/** Of the executions. */
	ids: string[];
}

interface QueueTestOptions {
	sandbox?: SandboxOptions;
	/** Default: the machine's own. */
	servers?: () => Promise<ServerAddresses>;
	/** Further environment variables of every process. */
	env?: NodeJS.ProcessEnv;
}

/** Tests with a queue mode of their own; where PostgreSQL or Redis are missing, they are skipped and say why. */
export function describeQueue(
	name: string,
	tests: (queue: Queue) => void,
	options: QueueTestOptions = {},
): void {
	const whyNot = (process.env[WHY_NOT] ?? '').split('\n')[0];
	if (whyNot) describe.skip(`${name} (skipped: ${whyNot})`, () => tests({} as Queue));
	else describe(name, () => tests(useQueue(options)));
}

function useQueue(options: QueueTestOptions): Queue {
	const it = { passed: [] as Passed[], reports: [] as Report[], clock: new HeldClock() } as Queue;
	const folder = mkdtempSync(path.join(tmpdir(), 'media-generation-queue-'));
	let reporter: Listening | undefined;
	beforeAll(async () => {
		await ensureBuilt(silentLog);
		const tarball = await packPackage(folder);
		const servers = (await options.servers?.()) ?? addressesFromEnvironment();
		const faults: FaultHook = async (request) => await it.faults?.(request);
		it.sandbox = await startSandbox({
			clock: it.clock,
			retryDeliveries: false,
			balanceUsd: '100000',
			keptRequests: 100_000,
			faults,
			...options.sandbox,
		});
		reporter = await reportServer(it.reports);
		it.reportUrl = `${reporter.url}/`;
		it.schema = `media_generation_test_${process.pid}_${randomUUID().slice(0, 8)}`;
		const { env = {} } = options;
		it.n8n = await startQueue({
			folder,
			name: it.schema,
			servers,
			tarball,
			env,
			log: silentLog,
			onPassed: (passed) => it.passed.push(passed),
		});
		it.client = new N8nClient(it.n8n.main.baseUrl);
		await it.client.setupOwner(DEMO_OWNER);
		it.credentials = await createCredentials(it.client, it.sandbox);
		addMethods(it);
	}, START_TIMEOUT_MS);
	afterAll(async () => {
		await it.n8n?.stop();
		await it.n8n?.remove();
		await it.sandbox?.close();
		await reporter?.close();
		rmSync(folder, { recursive: true, force: true });
	}, START_TIMEOUT_MS);
	beforeEach(() => {
		it.n8n.proxy.choice = 'random';
		it.clock.holding = true;
		it.faults = undefined;
		it.passed.length = 0;
		it.reports.length = 0;
		it.sandbox.sandbox.clearRequests();
	});
	return it;
}

function addMethods(it: Queue): void {
	it.publish = async (workflow, webhookPath) => {
		const { id } = await it.client.importWorkflow(workflow);
		await it.client.activateWorkflow(id);
		const url = `${it.n8n.proxy.url}/webhook/${webhookPath}`;
		await untilKnown(url);
		return id;
	};
	it.untilAll = async (workflowId, ...statuses) =>
		await until(
			`${statuses.join(' or ')} of all executions`,
			async () =>
				[...(await statusesOf(it.client, workflowId)).values()].every((status) =>
					statuses.includes(status),
				),
			PACE,
		);
	it.untilEnded = async (workflowId) => [
		...(await untilEnded(it.client, workflowId, PACE)).values(),
	];
	it.start = async (parameters, items, count = 1, settings = {}) => {
		const webhookPath = randomUUID();
		const workflow = inARow(
			node(
				'Webhook',
				'n8n-nodes-base.webhook',
				{ httpMethod: 'POST', path: webhookPath, responseMode: 'onReceived', options: {} },
				{ typeVersion: 2, webhookId: webhookPath },
			),
			itemsOf(items),
			node('Media Generation', NODE_TYPE, parameters, { credentials: it.credentials, ...settings }),
			report(
				'Awake',
				it.reportUrl,
				'={{ JSON.stringify({ executionId: $execution.id, items: $("Media Generation").all().map((item) => item.json) }) }}',
				true,
			),
		);
		const workflowId = await it.publish(workflow, webhookPath);
		const url = `${it.n8n.proxy.url}/webhook/${webhookPath}`;
		const answers = await Promise.all(
			Array.from({ length: count }, async () => (await fetch(url, { method: 'POST' })).status),
		);
		expect(answers).toEqual(answers.map(() => 200));
		let ids: string[] = [];
		await until(
			'all executions to be there',
			async () => (ids = [...(await statusesOf(it.client, workflowId)).keys()]).length === count,
			PACE,
		);
		return { workflowId, ids };
	};
}

/** A report that is no JSON is kept as what it is, for the test to stumble over. */
function parsed(text: string): Report['body'] {
	try {
		return JSON.parse(text) as Report['body'];
	} catch {
		return { text };
	}
}

/** Where workflows report that they were reached. */
async function reportServer(reports: Report[]): Promise<Listening> {
	return await listening((request, response) => {
		void text(request).then((body) => {
			reports.push({ body: parsed(body) });
			response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
		});
	});
}
