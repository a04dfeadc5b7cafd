import { describeQueue, type Queue } from '../support/queue';
import {
	attemptsFor,
	callbacksOf,
	expectAllAwakeOnce,
	looksByJob,
	manyVideos,
	prompts,
	sleeping,
} from '../support/queuePause';
import { answerOf } from '../support/faults';

const EXECUTIONS = 20;
const JOBS = 20;
/** So many that not all of them call back. */
const VIDEOS = 40;
/** Milliseconds from one job's end to the next one's: an execution gets a callback about every second. */
const EVERY = 50;

const ways: Array<[name: string, end: (queue: Queue) => Promise<void>, mostLooks: number]> = [
	['one after another', async ({ clock }) => await clock.releaseSpread(EVERY), 6],
	['all at once', async ({ clock }) => clock.releaseAll(), 3],
];

describeQueue('pausing with two webhook processes, a service that never repeats', (queue) => {
	test.each(ways)(
		'20 executions of 20 jobs that end %s: each wakes once, every item in order, few looks',
		async (_, end, mostLooks) => {
			const started = await queue.start(sleeping, prompts(JOBS), EXECUTIONS);
			await queue.untilAll(started.workflowId, 'waiting');
			await end(queue);
			await queue.sandbox.sandbox.settled();
			await expectAllAwakeOnce(queue, started, JOBS);
			const statuses = started.ids.flatMap((id) =>
				callbacksOf(queue, id).map(({ status }) => status),
			);
			// n8n itself answers so for an execution that goes on already, before the node is asked.
			const ofN8n = [409, 500];
			const asked = looksByJob(queue).reduce((sum, count) => sum + count, 0);
			// A service waits 10 s for an answer, and a busy machine may have none by then, or not even take the call.
			expect(
				statuses.filter((status) => status !== null && ![200, 503, ...ofN8n].includes(status)),
			).toEqual([]);
			expect(started.ids.map((id) => attemptsFor(queue, id))).toEqual(
				started.ids.map(() => Array(JOBS).fill(1)),
			);
			expect(asked).toBeLessThanOrEqual(mostLooks * EXECUTIONS * JOBS);
		},
	);

	test('callbacks before n8n has stored the wait, all refused: it wakes all the same', async () => {
		const { sandbox } = queue.sandbox;
		const before = new Set(sandbox.state.jobs.keys());
		let looks = 0;
		queue.faults = async ({ method, path }) => {
			const job = sandbox.state.jobs.get(path.split('/').pop() as string);
			if (method !== 'GET' || job === undefined || before.has(job.id) || ++looks !== 1)
				return undefined;
			const { id, model, createdAt } = job;
			// The answer that the jobs are at work is on its way when they end, and call back.
			queue.clock.releaseAll();
			await sandbox.settled();
			return answerOf({
				job_id: id,
				status: 'processing',
				model,
				created_at: new Date(createdAt).toISOString(),
			});
		};
		const started = await queue.start(sleeping, prompts(2));
		const [id] = started.ids as [string];
		await expectAllAwakeOnce(queue, started, 2);
		expect(
			callbacksOf(queue, id)
				.slice(0, 2)
				.map(({ status }) => status),
		).toEqual([409, 409]);
	});

	test('many videos, and every worker killed after the pause: it wakes as the process that was called back calls again', async () => {
		const { sandbox } = queue.sandbox;
		const before = new Set(sandbox.state.jobs.keys());
		const started = await queue.start(manyVideos, prompts(VIDEOS));
		await queue.untilAll(started.workflowId, 'waiting');
		const made = [...sandbox.state.jobs.values()].filter(({ id }) => !before.has(id));
		const silent = made.find(({ delivery }) => delivery === null);
		expect(made.filter(({ delivery }) => delivery !== null)).toHaveLength(20);
		await Promise.all(queue.n8n.workers.map(async (each) => await each.kill()));
		let hasEnded = false;
		queue.faults = async ({ path }) => {
			if (hasEnded || silent === undefined || !path.endsWith(silent.id))
				return await Promise.resolve(undefined);
			return answerOf({ job_id: silent.id, status: 'processing' });
		};
		queue.clock.releaseAll();
		await sandbox.settled();
		hasEnded = true;
		await Promise.all(queue.n8n.workers.map(async (each) => await each.start()));
		await expectAllAwakeOnce(queue, started, VIDEOS);
		expect(queue.passed.some(({ path }) => path.includes('nudge=1'))).toBe(true);
	});
});
