import { addressesFromEnvironment, type QueueProcess } from '../../host';
import { postgresUrls, redisUrl } from '../../host/queue/place';
import { describeQueue, type Queue } from '../support/queue';
import { Line } from '../support/queueLine';
import { expectAllAwakeOnce, prompts, sleeping } from '../support/queuePause';
import { until } from '../support/until';

const JOBS = 5;
/**
 * n8n ends itself when Redis is gone for 10 s, which is how long a callback is held up that meets no Redis. What happens
 * then is that of a process that is killed; here n8n is to live on.
 */
const env = { QUEUE_BULL_REDIS_TIMEOUT_THRESHOLD: String(24 * 60 * 60 * 1_000) };
const lines = {} as Record<'postgres' | 'redis', Line>;

/** The machine's own servers, over lines that can be cut. */
async function servers() {
	const addresses = addressesFromEnvironment();
	const urls = { postgres: postgresUrls(addresses)[0] as URL, redis: redisUrl(addresses) };
	lines.postgres = await Line.to(urls.postgres);
	lines.redis = await Line.to(urls.redis);
	const over = (url: URL, { port }: Line) =>
		Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
	return { postgres: over(urls.postgres, lines.postgres), redis: over(urls.redis, lines.redis) };
}

async function asleep(queue: Queue) {
	const started = await queue.start(sleeping, prompts(JOBS));
	await queue.untilAll(started.workflowId, 'waiting');
	return started;
}

async function untilReady({ n8n }: Queue): Promise<void> {
	// A connection that is refused or reset is no answer yet.
	const ready = async ({ baseUrl }: QueueProcess) =>
		await fetch(`${baseUrl}/healthz/readiness`).then(
			({ ok }) => ok,
			() => false,
		);
	const ended = async (each: QueueProcess): Promise<never> => {
		throw new Error(
			`${each.name} ended (exit code ${await each.exited()}). Its last lines:\n${each.logs()}`,
		);
	};
	await Promise.race([
		until('all processes to be ready again', async () =>
			(await Promise.all(n8n.processes.map(ready))).every(Boolean),
		),
		...n8n.processes.map(ended),
	]);
}

const killed: Array<[name: string, those: (queue: Queue) => QueueProcess[]]> = [
	['both workers', ({ n8n }) => n8n.workers],
	['a webhook process', ({ n8n }) => n8n.webhooks.slice(0, 1)],
	['the main process', ({ n8n }) => [n8n.main]],
];

describeQueue(
	'struck down while a workflow sleeps',
	(queue) => {
		afterAll(
			async () => await Promise.all(Object.values(lines).map(async (line) => await line.cut())),
		);

		test.each(killed)(
			'%s killed (SIGKILL), and the jobs end before the restart: it wakes once, nothing paid twice',
			async (_, those) => {
				const started = await asleep(queue);
				await Promise.all(those(queue).map(async (each) => await each.kill()));
				queue.clock.releaseAll();
				await queue.sandbox.sandbox.settled();
				for (const each of those(queue)) await each.start();
				await expectAllAwakeOnce(queue, started, JOBS);
			},
		);

		test.each(['postgres', 'redis'] as const)(
			'%s gone and back, with callbacks meanwhile: it wakes once, nothing paid twice',
			async (server) => {
				const started = await asleep(queue);
				await lines[server].cut();
				queue.clock.release(2);
				await queue.sandbox.sandbox.settled();
				await lines[server].mend();
				await untilReady(queue);
				queue.clock.releaseAll();
				await queue.sandbox.sandbox.settled();
				await expectAllAwakeOnce(queue, started, JOBS);
			},
		);
	},
	{ servers, env },
);
