import { statusesOf } from '../support/executions';
import { useRealN8n } from '../support/realN8n';
import { until } from '../support/until';
import { BALANCE_TYPE, inARow, node } from '../support/workflowFiles';

const real = useRealN8n({ sandbox: { balanceUsd: '0.05' } });

test('a balance under the amount starts the published workflow once, also when it is published again', async () => {
	const { client, credentials, sandbox } = real;
	const parameters = { amount: 0.3, pollTimes: { item: [{ mode: 'everyMinute' }] } };
	const { id } = await client.importWorkflow(inARow(node('Low', BALANCE_TYPE, parameters, { credentials })));
	const started = async () => (await statusesOf(client, id)).size;
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
