import { startSandbox, type RunningSandbox } from '../../sandbox';
import { describeQueue } from '../support/queue';
import { prompts, sleeping, tell } from '../support/queuePause';
import { executionsOf } from '../support/queueWorkflows';
import { createCredentials } from '../support/realN8n';
import { until } from '../support/until';

const ITEMS = 60;
const PER_SECOND = 5;

describeQueue('two executions on two workers under one rate limit', (queue) => {
	let limited: RunningSandbox;
	beforeAll(async () => {
		limited = await startSandbox({ speed: Infinity, rateLimit: PER_SECOND, balanceUsd: '1000' });
	});
	afterAll(async () => await limited.close());

	test('no item fails, and the limit is used', async () => {
		for (const worker of queue.n8n.workers) {
			await worker.stop();
			await worker.start('--concurrency=1');
		}
		queue.credentials = await createCredentials(queue.client, limited);
		const startedAt = Date.now();
		const { workflowId, ids } = await queue.start({ ...sleeping, waitFor: 'result' }, prompts(ITEMS), 2);
		// A worker takes one at a time, so that two that run are on two workers.
		await until('both to run', async () => [...(await executionsOf(queue.client, workflowId)).values()].every((status) => status === 'running'));
		await queue.untilEnded(workflowId);
		const items = queue.reports.flatMap(({ body }) => body['items'] as Array<{ status?: string }>);
		expect(queue.reports.map(({ body }) => body['executionId']).sort()).toEqual([...ids].sort());
		expect(items.map(({ status }) => status)).toEqual(Array.from({ length: 2 * ITEMS }, () => 'completed'));
		const seconds = (Math.max(...queue.reports.map(({ at }) => at)) - startedAt) / 1_000;
		const ideal = (2 * ITEMS - PER_SECOND) / PER_SECOND;
		tell('two executions under one rate limit', { seconds: Math.round(seconds), ideal, 'of the limit': Number((ideal / seconds).toFixed(2)) });
	});
});
