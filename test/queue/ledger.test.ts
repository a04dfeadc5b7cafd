import { json } from '../support/faults';
import { describeQueue, type Queue } from '../support/queue';
import { prompts, sleeping } from '../support/queuePause';
import { until } from '../support/until';

const EXECUTIONS = 20;
const ITEMS = 40;
const options = (more: object) => ({
	...sleeping,
	waitFor: 'result',
	options: { download: false, ...more },
});
const posts = ({ sandbox }: Queue) =>
	sandbox.sandbox.requests.filter(({ method }) => method === 'POST');

/** The items that each execution gave on. */
const given = ({ reports }: Queue) =>
	reports.map(
		({ body }) =>
			body['items'] as Array<{
				job_id?: string;
				reused?: boolean;
				error?: string;
				details?: { may_be_paid?: boolean };
			}>,
	);

describeQueue('the ledger, with workers that share nothing but the database', (queue) => {
	beforeEach(() => {
		queue.clock.holding = false;
	});

	test('the same key from twenty executions at once: one charge, twenty outputs with the same job', async () => {
		const { workflowId } = await queue.start(
			options({ payOnceFor: 'one order' }),
			prompts(1),
			EXECUTIONS,
		);
		await queue.untilEnded(workflowId);
		const jobs = given(queue).map(([item]) => item?.job_id);
		expect(jobs).toHaveLength(EXECUTIONS);
		expect(new Set(jobs).size).toBe(1);
		expect(posts(queue)).toHaveLength(1);
	});

	test('one answer, one prompt and one key that PostgreSQL does not take cost no other row its place: nothing is paid twice', async () => {
		const orders = Array.from({ length: 10 }, (_, index) => ({
			prompt: `odd ${index}`,
			order: `odd-${index}`,
		}));
		orders[5] = { prompt: 'odd \0 \ud800 5', order: 'odd-\0-\ud800-5' };
		const parameters = options({
			payOnceFor: '={{ $json.order }}',
			ledgerPrompts: true,
			concurrency: 10,
		});
		const run = async () => {
			const { workflowId } = await queue.start(parameters, orders, 1, {
				onError: 'continueRegularOutput',
			});
			await queue.untilEnded(workflowId);
			return given(queue).at(-1) ?? [];
		};
		queue.faults = ({ method, body }) =>
			method === 'POST' && body.includes('odd 3')
				? { when: 'before', give: json(400, '{"error":{"message":"refused: \\u0000 \\ud800"}}') }
				: undefined;
		const first = await run();
		queue.faults = undefined;
		const again = await run();
		const made = orders.map((_, index) => index !== 3);
		expect(first.map(({ job_id, error }) => (job_id === undefined ? error : true))).toEqual(
			made.map((isMade) => isMade || 'refused: \0 \ud800'),
		);
		expect(again.map(({ reused = false }) => reused)).toEqual(made);
		expect(again.map(({ job_id }) => job_id)).toEqual(
			first.map(({ job_id }, index) => (made[index] ? job_id : expect.any(String))),
		);
		expect(posts(queue)).toHaveLength(11);
	});

	test('both workers killed in a batch, and the same again: nothing is paid twice, what is lost is told', async () => {
		const parameters = options({ payOnceFor: '={{ $json.prompt }}', concurrency: 5 });
		await queue.start(parameters, prompts(ITEMS));
		await until('the middle of the batch', () => posts(queue).length >= 12);
		await Promise.all(queue.n8n.workers.map(async (worker) => await worker.kill()));
		for (const worker of queue.n8n.workers) await worker.start();
		const { workflowId } = await queue.start(parameters, prompts(ITEMS), 2);
		await queue.untilEnded(workflowId);
		const prompted = posts(queue).map(({ body }) => (body as { prompt: string }).prompt);
		expect(prompted).toHaveLength(new Set(prompted).size);
	});
});
