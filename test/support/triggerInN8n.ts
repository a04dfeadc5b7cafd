import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import axios from 'axios';
import { nodeItems, type Execution } from '../../host';
import { untilEnded } from './executions';
import type { RealN8n } from './realN8n';
import { submitElsewhere } from './sandbox';
import { until } from './until';
import { inARow, node, TRIGGER_TYPE } from './workflowFiles';

/** Sends a body to an address, over a connection of its own, and waits for the answer as long as it takes: Node's own fetch gives up after five minutes. */
export async function post(
	url: string,
	body: string,
	type = 'application/json',
): Promise<Response> {
	const { status, data } = await axios.post<string>(url, body, {
		headers: { 'content-type': type },
		httpAgent: new Agent({ keepAlive: false }),
		proxy: false,
		// As it is, also where it is no JSON.
		transformRequest: (sent: string) => sent,
		transformResponse: (text: string) => text,
		validateStatus: () => true,
	});
	return new Response(data || null, { status });
}

/** Tells a trigger that a job has ended, with an address that the API does not know. */
export const deliver = async (url: string, job_id: string) =>
	await post(
		url,
		JSON.stringify({ job_id, status: 'completed', image_url: 'https://evil.example.com/x.png' }),
	);

/** What the tests of the trigger do in a real n8n. */
export function triggerIn(real: RealN8n) {
	return {
		/** A published workflow of the trigger alone. */
		async published(parameters: object = {}, credential = real.credentials.mediaGenerationApi) {
			const webhookId = randomUUID();
			const trigger = node('On delivery', TRIGGER_TYPE, parameters, {
				typeVersion: 2,
				webhookId,
				credentials: credential && {
					mediaGenerationApi: { id: credential.id, name: credential.name },
				},
			});
			const { id } = await real.client.importWorkflow(inARow(trigger));
			await real.client.activateWorkflow(id);
			const url = `${real.n8n.baseUrl}/webhook/${webhookId}/finished-job`;
			await untilListening(url);
			return { id, url };
		},
		/** Has the service make an image; gives its job's ID. */
		makeImage: async (prompt = 'x', more = {}) =>
			(await submitElsewhere(real.sandbox, { prompt, ...more })).job_id,
		executionsOf: async (workflowId: string) => await executionsOf(real, workflowId),
		/** The items that all executions of a workflow of the trigger began with. */
		startedJobs: async (workflowId: string) =>
			(await executionsOf(real, workflowId)).flatMap((execution) =>
				nodeItems(execution, 'On delivery').map(({ json }) => json),
			),
	};
}

export const untilListening = async (url: string) =>
	await until('the webhook', async () => (await post(url, '{}')).status !== 404);

/** All executions of a workflow once none goes on any more. */
async function executionsOf({ client }: RealN8n, workflowId: string): Promise<Execution[]> {
	const ids = [...(await untilEnded(client, workflowId)).keys()];
	return await Promise.all(ids.map(async (id) => await client.waitForExecution(id)));
}
