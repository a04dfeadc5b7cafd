import { randomUUID } from 'node:crypto';
import { useRealN8n } from '../support/realN8n';
import { until } from '../support/until';

const real = useRealN8n({ sandbox: { balanceUsd: '0.05' } });

test('a balance under the amount starts the published workflow once, also when it is published again', async () => {
	const { client, credentials, sandbox } = real;
	const { id } = await client.importWorkflow({
		name: 'Low balance',
		nodes: [
			{
				id: randomUUID(),
				name: 'Low',
				type: 'n8n-nodes-media-generation.mediaGenerationBalanceTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: { amount: 0.3, pollTimes: { item: [{ mode: 'everyMinute' }] } } as never,
				credentials,
			},
		],
		connections: {},
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'all' },
	});
	const started = async () =>
		(await client.http.rest<{ results: unknown[] }>('GET', '/executions', { query: { filter: JSON.stringify({ workflowId: id }) } })).results.length;
	const publish = async () => {
		sandbox.sandbox.clearRequests();
		await client.activateWorkflow(id);
		await until('the first look', () => sandbox.sandbox.requests.length > 0);
	};
	await publish();
	await until('the first start', async () => (await started()) === 1);
	await client.deactivateWorkflow(id);
	await publish();
	expect(await started()).toBe(1);
});
