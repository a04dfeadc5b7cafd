import { randomUUID } from 'node:crypto';
import { untilKnown } from '../test/support/webhookKnown';
import type { Stage } from './stage';
import { inARow, type node } from './workflows';

/** A published workflow that begins with a webhook. */
export interface Receiver {
	url: string;
	stop(): Promise<void>;
}

/** Publishes a workflow of these nodes, and waits until n8n knows its webhook. */
export async function published(
	{ client, n8n }: Stage,
	nodes: (webhookId: string) => ReturnType<typeof node>[],
	pathOf: (webhookId: string) => string,
): Promise<Receiver> {
	const webhookId = randomUUID();
	const { id } = await client.importWorkflow(inARow(...nodes(webhookId)));
	await client.activateWorkflow(id);
	const url = `${n8n.baseUrl}/webhook/${pathOf(webhookId)}`;
	await untilKnown(url);
	return {
		url,
		stop: async () => await client.http.rest('POST', `/workflows/${id}/deactivate`, { body: {} }),
	};
}
