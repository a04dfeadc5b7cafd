import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { INode } from 'n8n-workflow';
import {
	DEMO_OWNER,
	executionError,
	N8nClient,
	nodeItems,
	silentLog,
	startN8n,
	type Execution,
	type RunningN8n,
	type WorkflowFile,
} from '../../host';
import {
	startSandbox,
	type FaultHook,
	type LoggedRequest,
	type RunningSandbox,
	type SandboxOptions,
} from '../../sandbox';
import { copyTemplate } from './n8nTemplate';
import { offered, type Offered, type OfferRequest } from './offered';
import { sharedN8n, type SharedN8n } from './sharedN8n';
import { credentialsOf } from './sandbox';
import {
	inARow,
	items as itemsOf,
	node,
	NODE_TYPE,
	start,
	type WorkflowNode,
} from './workflowFiles';

const credentialNames: Record<string, string> = {
	mediaGenerationApi: 'Sandbox',
	mediaGenerationSessionApi: 'Sandbox session',
};

/** What a test file needs of a real n8n with the packed package in it, and a sandbox in this process. */
export interface RealN8n {
	n8n: Omit<SharedN8n, 'session'>;
	client: N8nClient;
	sandbox: RunningSandbox;
	/** Of the node types' credentials, as a workflow refers to them. */
	credentials: Record<string, { id: string; name: string }>;
	/** Asked of each request that the sandbox gets in this test. */
	fault: FaultHook | undefined;
	/** The requests of this test to a path of the API that ends so; all POSTs unless it is told. */
	sent(path?: string): LoggedRequest[];
	/** A node of this package with its credentials. */
	ours(name: string, type: string, parameters: object, settings?: Partial<INode>): WorkflowNode;
	/** Creates a workflow and runs it to its end, which must be a good one. */
	runFile(workflow: WorkflowFile): Promise<Execution>;
	/** What the node offers for one of its parameters, as it stands with these; with the sandbox's credentials unless the test gives others. */
	offered<K extends keyof Offered>(
		kind: K,
		methodName: string,
		parameters: object,
		more?: Partial<OfferRequest>,
	): Promise<Offered[K]>;
	/** What one of the node's lists offers. */
	list(
		...of: [methodName: string, parameters: object, more?: Partial<OfferRequest>]
	): Promise<Array<{ name: string; value: unknown }>>;
	/** Creates a workflow of a manual trigger, a node that makes the items, and our node; runs it to its end. */
	run(parameters: object, items?: object[], settings?: Partial<INode>): Promise<Execution>;
	/** Ends an n8n of its own as a crash would, and starts it again on the same port and data. */
	restart(): Promise<void>;
	/** The same without waiting for the end; `id` is the execution's. */
	start(parameters: object, items?: object[], settings?: Partial<INode>): Promise<{ id: string }>;
}

interface RealN8nOptions {
	sandbox?: SandboxOptions;
	/** Whether it wants an n8n that nobody has used before, and that it may end; else it takes the one that is there for all. */
	own?: boolean;
	/** Further environment variables, of an n8n of its own. */
	env?: NodeJS.ProcessEnv;
}

/** Gives the tests of one file a sandbox and an n8n, and ends after them what is theirs alone. */
export function useRealN8n({ sandbox, own, env }: RealN8nOptions = {}): RealN8n {
	const it = {} as RealN8n;
	let ours: OwnN8n | undefined;
	beforeAll(async () => {
		const faults: FaultHook = async (request) => await it.fault?.(request);
		it.sandbox = await startSandbox({ speed: Infinity, faults, ...sandbox });
		const shared = own || env ? undefined : sharedN8n();
		if (!shared) ours = await ownN8n(env);
		Object.defineProperty(it, 'n8n', { get: () => shared ?? ours?.n8n });
		it.client = new N8nClient(it.n8n.baseUrl, shared?.session);
		if (!shared) await it.client.setupOwner(DEMO_OWNER);
		it.credentials = await createCredentials(it.client, it.sandbox);
		addMethods(it);
		it.restart = async () => await ours?.restart();
	});
	afterAll(async () => {
		await ours?.end();
		await it.sandbox?.close();
	});
	beforeEach(() => {
		it.fault = undefined;
		it.sandbox.sandbox.clearRequests();
	});
	return it;
}

function addMethods(it: RealN8n): void {
	it.sent = (path) =>
		it.sandbox.sandbox.requests.filter((request) =>
			path === undefined ? request.method === 'POST' : request.path.endsWith(path),
		);
	it.ours = (name, type, parameters, settings = {}) =>
		node(name, type, parameters, { credentials: it.credentials, ...settings });
	it.runFile = async (workflow) => {
		const { id } = await it.client.importWorkflow(workflow);
		const execution = await it.client.runWorkflow(id);
		expect(executionError(execution)).toBeUndefined();
		return execution;
	};
	it.offered = async (kind, methodName, parameters, more = {}) =>
		await offered(it.client, kind, {
			nodeTypeAndVersion: { name: NODE_TYPE, version: 1 },
			methodName,
			path: 'parameters.x',
			currentNodeParameters: parameters as never,
			credentials: it.credentials,
			...more,
		});
	it.list = async (...of) => (await it.offered('resource-locator-results', ...of)).results;
	it.start = async (parameters, items = [{}], settings = {}) => {
		const { id } = await it.client.importWorkflow(
			inARow(start(), itemsOf(items), it.ours('Media Generation', NODE_TYPE, parameters, settings)),
		);
		return { id: await it.client.startWorkflow(id) };
	};
	it.run = async (...given) => await it.client.waitForExecution((await it.start(...given)).id);
}

/** What our node, or another, has given in an execution. */
export const outputOf = (execution: Execution, name = 'Media Generation') =>
	nodeItems(execution, name).map(({ json }) => json);

interface OwnN8n {
	n8n: RunningN8n;
	restart(): Promise<void>;
	end(): Promise<void>;
}

async function ownN8n(env?: NodeJS.ProcessEnv): Promise<OwnN8n> {
	const userFolder = mkdtempSync(path.join(tmpdir(), 'media-generation-e2e-'));
	copyTemplate(userFolder);
	const it: OwnN8n = {
		n8n: await startN8n({ userFolder, log: silentLog, env }),
		async restart() {
			const port = Number(new URL(it.n8n.baseUrl).port);
			await it.n8n.kill();
			it.n8n = await startN8n({ userFolder, port, log: silentLog, env });
		},
		async end() {
			await it.n8n.stop();
			rmSync(userFolder, { recursive: true, force: true });
		},
	};
	return it;
}

/** The sandbox's credentials, as a workflow refers to them. */
export async function createCredentials(client: N8nClient, sandbox: RunningSandbox) {
	const made: Record<string, { id: string; name: string }> = {};
	for (const [type, data] of Object.entries(credentialsOf(sandbox))) {
		const name = credentialNames[type] ?? type;
		const { id } = await client.createCredential(type, name, data);
		made[type] = { id, name };
	}
	return made;
}
