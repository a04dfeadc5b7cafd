import { statusesOf } from '../support/executions';
import { useRealN8n } from '../support/realN8n';
import { until } from '../support/until';
import { BALANCE_TYPE, inARow, node } from '../support/workflowFiles';

const real = useRealN8n({ sandbox: { balanceUsd: '0.05' } });

test('a balance under the amount starts the published workflow once, also when it is published again', async () => {
	const { client, credentials, sandbox } = real;
	const parameters = { amount: 0.3, pollTimes: { item: [{ mode: 'everyMinute' }] } };
	const imported = async () =>
		(await client.importWorkflow(inARow(node('Low', BALANCE_TYPE, parameters, { credentials }))))
			.id;
	const starts = async (id: string) => (await statusesOf(client, id)).size;
	const publish = async (id: string) => {
		sandbox.sandbox.clearRequests();
		await client.activateWorkflow(id);
		await until('the first look', () => sandbox.sandbox.requests.length > 0);
	};
	const [first, second] = [await imported(), await imported()];
	await publish(first);
	await until('the first start', async () => (await starts(first)) === 1);
	await client.http.rest('POST', `/workflows/${first}/deactivate`, { body: {} });
	await publish(first);
	// By the time a workflow that was published after it has started, it would have started too.
	await publish(second);
	await until('the start of the other', async () => (await starts(second)) === 1);
	expect(await starts(first)).toBe(1);
});
