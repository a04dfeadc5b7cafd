import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { INode } from 'n8n-workflow';
import {
	DEMO_OWNER,
	N8nClient,
	silentLog,
	startN8n,
	type Execution,
	type RunningN8n,
} from '../../host';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '../../sandbox';
import { copyTemplate } from './n8nTemplate';
import { inARow, items as itemsOf, node, NODE_TYPE, start } from './workflowFiles';

const credentialTypes = {
	mediaGenerationApi: 'Sandbox',
	mediaGenerationSessionApi: 'Sandbox session',
};

/** What a test file needs of a real n8n with the packed package in it, and a sandbox in this process. */
export interface RealN8n {
	n8n: RunningN8n;
	client: N8nClient;
	sandbox: RunningSandbox;
	/** Of the node types' credentials, as a workflow refers to them. */
	credentials: Record<string, { id: string; name: string }>;
	/** Creates a workflow of a manual trigger, a node that makes the items, and our node; runs it to its end. */
	run(parameters: object, items?: object[], settings?: Partial<INode>): Promise<Execution>;
	/** Ends n8n as a crash would, and starts it again on the same port and data. */
	restart(): Promise<void>;
	/** The same without waiting for the end; `id` is the execution's. */
	start(parameters: object, items?: object[], settings?: Partial<INode>): Promise<{ id: string }>;
}

/** Starts both for the tests of one file, and ends both after them. */
export function useRealN8n(
	options: { sandbox?: SandboxOptions; env?: NodeJS.ProcessEnv } = {},
): RealN8n {
	const it = {} as RealN8n;
	const userFolder = mkdtempSync(path.join(tmpdir(), 'media-generation-e2e-'));
	beforeAll(async () => {
		copyTemplate(userFolder);
		it.sandbox = await startSandbox({ speed: Infinity, ...options.sandbox });
		it.n8n = await startN8n({ userFolder, log: silentLog, env: options.env });
		it.client = new N8nClient(it.n8n.baseUrl);
		await it.client.setupOwner(DEMO_OWNER);
		it.credentials = await createCredentials(it.client, it.sandbox);
		it.restart = async () => {
			const port = Number(new URL(it.n8n.baseUrl).port);
			await it.n8n.kill();
			it.n8n = await startN8n({ userFolder, port, log: silentLog, env: options.env });
		};
		it.start = async (parameters, items = [{}], settings = {}) => {
			const { id } = await it.client.importWorkflow(
				inARow(
					start(),
					itemsOf(items),
					node('Media Generation', NODE_TYPE, parameters, {
						credentials: it.credentials,
						...settings,
					}),
				),
			);
			return { id: await it.client.startWorkflow(id) };
		};
		it.run = async (...given) => await it.client.waitForExecution((await it.start(...given)).id);
	});
	afterAll(async () => {
		await it.n8n?.stop();
		await it.sandbox?.close();
		rmSync(userFolder, { recursive: true, force: true });
	});
	beforeEach(() => it.sandbox.sandbox.clearRequests());
	return it;
}

/** The sandbox's credentials, as a workflow refers to them. */
export async function createCredentials(
	client: N8nClient,
	{ baseUrl, apiKey, session }: RunningSandbox,
) {
	const data = {
		mediaGenerationApi: { baseUrl, apiKey },
		mediaGenerationSessionApi: {
			baseUrl,
			mechanism: 'header',
			headerName: session.header,
			sessionToken: session.value,
		},
	};
	const made: Record<string, { id: string; name: string }> = {};
	for (const [type, name] of Object.entries(credentialTypes)) {
		const { id } = await client.createCredential(type, name, data[type as keyof typeof data]);
		made[type] = { id, name };
	}
	return made;
}
