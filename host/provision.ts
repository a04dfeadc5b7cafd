import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { N8nClient } from './client';
import type { OwnerLogin, WorkflowFile } from './client/workflows';
import { ROOT } from './paths';
import type { RunningSandbox } from './sandbox-process';

/** The login of the demo's n8n, which listens on this machine only. */
export const DEMO_OWNER: OwnerLogin = {
	email: 'owner@example.com',
	firstName: 'Demo',
	lastName: 'Owner',
	password: 'Demo-Password-1',
};

/** The demo's credentials, by whose names the examples find them. */
export const API_CREDENTIAL = { type: 'mediaGenerationApi', name: 'Media Generation (sandbox)' };
export const SESSION_CREDENTIAL = {
	type: 'mediaGenerationSessionApi',
	name: 'Media Generation session (sandbox)',
};

/** The name of the example that a newcomer is told to try first. */
export const FIRST_EXAMPLE = 'Generate an image';

/** Where the sandbox is, and what opens it. */
type Accounts = Pick<RunningSandbox, 'baseUrl' | 'apiKey' | 'session'>;

/** What there is in n8n after provisioning. */
export interface Provisioned {
	/** The names of the examples imported this time. */
	imported: string[];
	/** The names of the examples that were there already and were left as they are. */
	kept: string[];
}

/**
 * Brings n8n to where a newcomer can start: the owner, the sandbox's credentials, the examples.
 * Can be repeated: credentials follow the sandbox, workflows that exist are never touched.
 * @param only the name of the one example wanted; default: all
 * @throws Error from n8n
 */
export async function provision(
	client: N8nClient,
	sandbox: Accounts,
	only?: string,
): Promise<Provisioned> {
	await client.setupOwner(DEMO_OWNER);
	await provisionCredentials(client, sandbox);
	const imported: string[] = [];
	const kept: string[] = [];
	for (const example of inOrderOfImport(readExamples(join(ROOT, 'examples')))) {
		if (only !== undefined && example.name !== only) continue;
		const exists = (await client.findWorkflow(example.name)) !== undefined;
		if (!exists) await client.importWorkflow(example);
		(exists ? kept : imported).push(example.name);
	}
	return { imported, kept };
}

/** The workflows in a folder, by file name. */
export function readExamples(folder: string): WorkflowFile[] {
	const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
	return files
		.sort()
		.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorkflowFile);
}

/** The first example last: n8n lists the workflow on top that was changed last. */
export function inOrderOfImport(examples: readonly WorkflowFile[]): WorkflowFile[] {
	return [...examples].sort(
		(a, b) => Number(a.name === FIRST_EXAMPLE) - Number(b.name === FIRST_EXAMPLE),
	);
}

async function provisionCredentials(client: N8nClient, sandbox: Accounts): Promise<void> {
	const { baseUrl, apiKey, session } = sandbox;
	const known = new Set((await client.credentialTypes()).map((type) => type.name));
	if (!known.has(API_CREDENTIAL.type)) {
		throw new Error(
			`n8n runs, but without the package: it has no credential type ${API_CREDENTIAL.type}. See n8n's log.`,
		);
	}
	await putCredential(client, API_CREDENTIAL, { baseUrl, apiKey });
	await putCredential(client, SESSION_CREDENTIAL, {
		baseUrl,
		mechanism: 'header',
		headerName: session.header,
		sessionToken: session.value,
	});
}

async function putCredential(
	client: N8nClient,
	{ type, name }: { type: string; name: string },
	data: Record<string, unknown>,
): Promise<void> {
	const known = await client.listCredentials();
	const existing = known.find((credential) => credential.name === name && credential.type === type);
	// n8n does not give secrets back to compare with, so the data is written every time.
	if (existing) await client.updateCredential(existing, data);
	else await client.createCredential(type, name, data);
}
