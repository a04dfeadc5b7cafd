import { randomUUID } from 'node:crypto';
import { startSandbox, type RunningSandbox } from '../../sandbox';
import { describeQueue, PACE, type Queue } from '../support/queue';
import { prompts, sleeping } from '../support/queuePause';
import { statusesOf } from '../support/executions';
import { inARow, node, report, TRIGGER_TYPE } from '../support/workflowFiles';
import { createCredentials } from '../support/realN8n';
import { submitElsewhere } from '../support/sandbox';
import { seededDraw, shuffled } from '../support/shuffled';
import { post } from '../support/triggerInN8n';
import { until } from '../support/until';

const DELIVERIES = 200;
const ITEMS = 60;
const PER_SECOND = 5;
const THIRD = Math.floor(DELIVERIES / 3);

/**
 * What n8n itself offers to put behind a trigger: it remembers every job in the database, without a lock. Of the first two
 * at once one fails, as only one can begin that list; tried again, it finds the list there.
 */
const removeDuplicates = () =>
	node(
		'Remove Duplicates',
		'n8n-nodes-base.removeDuplicates',
		{
			operation: 'removeItemsSeenInPreviousExecutions',
			dedupeValue: '={{ $json.job_id }}',
			options: {},
		},
		{ typeVersion: 2, retryOnFail: true },
	);

/** A published workflow that reports each job that it was started for. */
async function published(queue: Queue, ...between: ReturnType<typeof node>[]) {
	const webhookId = randomUUID();
	const path = (await queue.client.nodeTypes()).find(({ name }) => name === TRIGGER_TYPE)
		?.webhooks?.[0]?.path;
	const trigger = node(
		'On delivery',
		TRIGGER_TYPE,
		{ options: { download: false } },
		{ typeVersion: 2, webhookId, credentials: queue.credentials },
	);
	const workflow = inARow(
		trigger,
		...between,
		report(
			'Started',
			queue.reportUrl,
			'={{ JSON.stringify({ job_id: $json.job_id, workflow_id: $workflow.id }) }}',
		),
	);
	const webhookPath = `${webhookId}/${path}`;
	return {
		workflowId: await queue.publish(workflow, webhookPath),
		url: `${queue.n8n.proxy.url}/webhook/${webhookPath}`,
	};
}

const finishedJob = async ({ sandbox }: Queue, prompt: string) =>
	(await submitElsewhere(sandbox, { prompt })).job_id;

/** Delivers as a service does that repeats what was not taken, until it is taken or refused; all that the trigger answered, a failure with its words. */
async function deliver(url: string, job_id: string): Promise<Array<number | string>> {
	const answered: Array<number | string> = [];
	await until(
		`an answer about ${job_id}`,
		async () => {
			const answer = await post(url, JSON.stringify({ job_id, status: 'completed' }));
			const { message } = (await answer.json()) as { message?: string };
			answered.push(answer.status === 500 ? `500: ${message}` : answer.status);
			return answer.status !== 503;
		},
		PACE,
	);
	return answered;
}

describeQueue('work shared by several processes', (queue) => {
	let limited: RunningSandbox;
	beforeAll(async () => {
		limited = await startSandbox({ speed: Infinity, rateLimit: PER_SECOND, balanceUsd: '1000' });
	});
	afterAll(async () => await limited.close());

	test.each([
		['alone', []],
		['with Remove Duplicates behind it', [removeDuplicates()]],
	] as const)(
		'the trigger: 200 deliveries at once over two webhook processes, a third twice and a third forged, %s: no true one is lost, no forged one starts',
		async (_, between) => {
			queue.clock.holding = false;
			const { workflowId, url } = await published(queue, ...between);
			const jobs = await Promise.all(
				Array.from(
					{ length: DELIVERIES - 2 * THIRD },
					async (_, index) => await finishedJob(queue, `job ${index}`),
				),
			);
			const forged = Array.from({ length: THIRD }, () => randomUUID());
			const all = shuffled([...jobs, ...jobs.slice(0, THIRD), ...forged], seededDraw('deliveries'));
			const answers = await Promise.all(
				all.map(async (job) => [job, await deliver(url, job)] as const),
			);
			const of = (those: string[]) =>
				new Set(answers.flatMap(([job, answered]) => (those.includes(job) ? answered : [])));
			// The second of two at once is told to come again while the first is being started.
			expect([...of(jobs)].filter((status) => status !== 200 && status !== 503)).toEqual([]);
			expect(of(forged)).toEqual(new Set([404]));
			expect(new Set(await queue.untilEnded(workflowId))).toEqual(new Set(['success']));
			const started = queue.reports.flatMap(({ body }) =>
				body['workflow_id'] === workflowId ? [String(body['job_id'])] : [],
			);
			expect([...new Set(started)].sort()).toEqual([...jobs].sort());
		},
	);

	test('two executions on two workers under one rate limit: no item fails', async () => {
		for (const worker of queue.n8n.workers) {
			await worker.stop();
			await worker.start('--concurrency=1');
		}
		queue.credentials = await createCredentials(queue.client, limited);
		const { workflowId, ids } = await queue.start(
			{ ...sleeping, waitFor: 'result' },
			prompts(ITEMS),
			2,
		);
		// A worker takes one at a time, so that two that run are on two workers.
		await until('both to run', async () =>
			[...(await statusesOf(queue.client, workflowId)).values()].every(
				(status) => status === 'running',
			),
		);
		await queue.untilEnded(workflowId);
		const items = queue.reports.flatMap(({ body }) => body['items'] as Array<{ status?: string }>);
		expect(queue.reports.map(({ body }) => body['executionId']).sort()).toEqual([...ids].sort());
		expect(items.map(({ status }) => status)).toEqual(
			Array.from({ length: 2 * ITEMS }, () => 'completed'),
		);
	});
});
