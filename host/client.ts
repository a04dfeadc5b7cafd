import { setTimeout as delay } from 'node:timers/promises';

import type { IBinaryData, INodeTypeDescription } from 'n8n-workflow';

import { N8nApiError, N8nHttp, type Session } from './client/http';
import {
	hasEnded,
	isWritten,
	startingNode,
	unpackExecution,
	withCredentialIds,
	type Execution,
	type OwnerLogin,
	type RawExecution,
	type RunOptions,
	type StoredCredential,
	type StoredWorkflow,
	type WorkflowFile,
} from './client/workflows';

const RUN_TIMEOUT_MS = 1_200_000;
const FIRST_POLL_MS = 100;
const LONGEST_POLL_MS = 1_000;
/** What n8n 2.16 says of an execution that has begun and whose data is not written yet. */
const NOT_WRITTEN_YET = /\(reading 'resultData'\)$/;

/**
 * A client of a running n8n's own HTTP API, the one the editor uses.
 * Every method throws N8nApiError, with n8n's own message, when n8n refuses.
 */
export class N8nClient {
	readonly http: N8nHttp;

	/** @param session of a login that is to be gone on with */
	constructor(baseUrl: string, session?: Session) {
		this.http = new N8nHttp(baseUrl, session);
	}

	/** Creates the owner's account and logs in; where there is an owner already, only logs in. */
	async setupOwner(owner: OwnerLogin): Promise<void> {
		try {
			await this.http.rest('POST', '/owner/setup', { body: owner });
		} catch (error) {
			if (
				!(error instanceof N8nApiError) ||
				error.status !== 400 ||
				!/already/i.test(error.message)
			)
				throw error;
			await this.login(owner.email, owner.password);
		}
	}

	/** Logs in with an account's email address and password. */
	async login(email: string, password: string): Promise<void> {
		await this.http.rest('POST', '/login', { body: { emailOrLdapLoginId: email, password } });
	}

	/** Keeps a credential. */
	async createCredential(
		type: string,
		name: string,
		data: Record<string, unknown>,
	): Promise<StoredCredential> {
		return await this.http.rest('POST', '/credentials', { body: { type, name, data } });
	}

	/** Replaces a credential's data. */
	async updateCredential(
		{ id, name, type }: StoredCredential,
		data: Record<string, unknown>,
	): Promise<void> {
		await this.http.rest('PATCH', `/credentials/${id}`, { body: { name, type, data } });
	}

	/** All credentials, without their secrets. */
	async listCredentials(): Promise<StoredCredential[]> {
		return await this.http.rest('GET', '/credentials');
	}

	/**
	 * Creates a workflow from an exported file; credentials are found by their name and type.
	 * @throws Error when the file names a credential that n8n does not have
	 */
	async importWorkflow(file: WorkflowFile): Promise<StoredWorkflow> {
		const { name, nodes, connections, settings, pinData, meta } = withCredentialIds(
			file,
			await this.listCredentials(),
		);
		return await this.http.rest('POST', '/workflows', {
			body: { name, nodes, connections, settings, pinData, meta, active: false },
		});
	}

	/** The workflow of this name, if there is one. */
	async findWorkflow(name: string): Promise<StoredWorkflow | undefined> {
		const listed = await this.http.rest<Array<{ id: string; name: string }>>('GET', '/workflows', {
			query: { filter: JSON.stringify({ name }) },
		});
		const found = listed.find((workflow) => workflow.name === name);
		return found && (await this.getWorkflow(found.id));
	}

	/** A workflow as it is saved. */
	async getWorkflow(id: string): Promise<StoredWorkflow> {
		return await this.http.rest('GET', `/workflows/${id}`);
	}

	/** Publishes the workflow as it is saved; n8n activates its triggers a moment later. */
	async activateWorkflow(id: string): Promise<void> {
		const { versionId } = await this.getWorkflow(id);
		await this.http.rest('POST', `/workflows/${id}/activate`, { body: { versionId } });
	}

	/** Starts a workflow as the editor's "Execute workflow" does; returns the id of the execution. */
	async startWorkflow(workflowId: string, trigger?: string): Promise<string> {
		const workflowData = await this.getWorkflow(workflowId);
		const name = trigger ?? startingNode(workflowData);
		const started = await this.http.rest<{ executionId?: string }>(
			'POST',
			`/workflows/${workflowId}/run`,
			{
				body: { workflowData, triggerToStartFrom: { name } },
			},
		);
		if (started.executionId === undefined) {
			throw new Error(
				`n8n waits for a call to the webhook of "${name}" instead of running workflow ${workflowId}.`,
			);
		}
		return started.executionId;
	}

	/**
	 * Starts a workflow as the editor's "Execute workflow" does and waits for its end, however it ends.
	 * @throws Error when it has not ended in time; the execution is left running then
	 */
	async runWorkflow(workflowId: string, options: RunOptions = {}): Promise<Execution> {
		return await this.waitForExecution(
			await this.startWorkflow(workflowId, options.trigger),
			options,
		);
	}

	/**
	 * Waits until an execution has ended, or waits if `untilWaiting` is set.
	 * @throws Error when it has not in time
	 */
	async waitForExecution(
		id: string,
		options: Omit<RunOptions, 'trigger'> = {},
	): Promise<Execution> {
		const { timeoutMs = RUN_TIMEOUT_MS, untilWaiting = false } = options;
		const deadline = Date.now() + timeoutMs;
		for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 1.5, LONGEST_POLL_MS)) {
			const raw = await this.fetchUnlessBusy(id);
			if (raw && (hasEnded(raw) || (untilWaiting && raw.status === 'waiting'))) {
				const execution = await unpackExecution(raw);
				if (isWritten(execution)) return execution;
			}
			if (Date.now() > deadline)
				throw new Error(
					`Execution ${id} is still "${raw?.status ?? 'unknown, as n8n is too busy to tell'}" after ${timeoutMs / 1_000} s.`,
				);
			await delay(pause);
		}
	}

	/** An execution, with its data. */
	async getExecution(id: string): Promise<Execution> {
		return await unpackExecution(await this.fetchExecution(id));
	}

	/** Every node type that n8n has loaded. */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		return (await this.http.call('GET', '/types/nodes.json')).data as INodeTypeDescription[];
	}

	/** Every credential type that n8n has loaded. */
	async credentialTypes(): Promise<Array<{ name: string }>> {
		return (await this.http.call('GET', '/types/credentials.json')).data as Array<{ name: string }>;
	}

	/** The contents of an item's file, wherever n8n keeps it. */
	async downloadBinary(binary: IBinaryData): Promise<Buffer> {
		if (binary.id === undefined) return Buffer.from(binary.data, 'base64');
		const query = { id: binary.id, action: 'view' };
		const { data } = await this.http.call('GET', '/rest/binary-data', { query, binary: true });
		return data as Buffer;
	}

	/** An execution; nothing while n8n says that its database is not ready, as it does when it has much to do, or has not written it yet. */
	private async fetchUnlessBusy(id: string): Promise<RawExecution | undefined> {
		return await this.fetchExecution(id).catch((error: unknown) => {
			if (
				error instanceof N8nApiError &&
				(error.status === 503 || NOT_WRITTEN_YET.test(error.message))
			)
				return undefined;
			throw error;
		});
	}

	private async fetchExecution(id: string): Promise<RawExecution> {
		return await this.http.rest('GET', `/executions/${id}`);
	}
}
