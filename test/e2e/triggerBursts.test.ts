import { randomUUID } from 'node:crypto';
import { runSideBySide } from '../../nodes/MediaGeneration/support/pool';
import { statusesOf } from '../support/executions';
import { useRealN8n } from '../support/realN8n';
import { isLong } from '../support/size';
import { deliver, triggerIn, untilListening } from '../support/triggerInN8n';
import { until } from '../support/until';

const real = useRealN8n();
const { published, makeImage, startedJobs } = triggerIn(real);

/** As a service does that repeats what was not taken: a burst can be too much for n8n's database, and then it answers 500. */
async function deliverUntilTaken(url: string, job: string): Promise<Response> {
	let answer = new Response();
	await until('the delivery to be taken', async () => (answer = await deliver(url, job)).status < 500, { every: 1_000 });
	return answer;
}

const DELIVERIES = isLong ? 500 : 120;
/**
 * No more at a time: where n8n needs more than a minute for what it has begun, its database times out, and it tells the
 * sender of executions that have not begun that they have.
 */
const AT_ONCE = 100;

test(`${DELIVERIES} deliveries, ${AT_ONCE} at once, a third twice and a third forged: exactly the true ones start, each once, also after a restart`, async () => {
	const { id, url } = await published({ options: { download: false } });
	const third = Math.floor(DELIVERIES / 3);
	const jobs = await Promise.all(Array.from({ length: DELIVERIES - 2 * third }, async (_, index) => await makeImage(`job ${index}`)));
	const forged: string[] = Array.from({ length: third }, () => randomUUID());
	const all = [...jobs, ...jobs.slice(0, third), ...forged].sort(() => Math.random() - 0.5);
	const answers = await runSideBySide(all, AT_ONCE, {}, async (job) => (await deliverUntilTaken(url, job)).status);
	expect(answers).toEqual(all.map((job) => ({ status: 'fulfilled', value: forged.includes(job) ? 404 : 200 })));
	const started = (await startedJobs(id)).map(({ job_id }) => String(job_id));
	expect(started.sort()).toEqual([...jobs].sort());

	await real.restart();
	await untilListening(url);
	for (const job of jobs) expect(await (await deliver(url, job)).json()).toEqual({ received: true, duplicate: true });
	expect(await startedJobs(id)).toHaveLength(jobs.length);
});

test('killed in the middle of a burst: what was answered for does not start again, and what was not, does', async () => {
	const { id, url } = await published({ options: { download: false } });
	const jobs = await Promise.all(Array.from({ length: 60 }, async (_, index) => await makeImage(`job ${index}`)));
	const taken: string[] = [];
	let twenty = () => {};
	const enough = new Promise<void>((resolve) => (twenty = resolve));
	const burst = jobs.map(async (job) => {
		const answer = await deliver(url, job).catch(() => undefined);
		if (answer?.status === 200 && taken.push(job) === 20) twenty();
	});
	await enough;
	await real.restart();
	await Promise.all(burst);
	await untilListening(url);
	for (const job of taken) expect(await (await deliver(url, job)).json()).toEqual({ received: true, duplicate: true });
	const anew: string[] = [];
	for (const job of jobs) {
		const answer = await deliverUntilTaken(url, job);
		expect(answer.status).toBe(200);
		const { duplicate } = (await answer.json()) as { duplicate?: boolean };
		if (!duplicate) anew.push(job);
	}
	expect((await statusesOf(real.client, id)).size).toBeGreaterThanOrEqual(jobs.length);
	expect((await startedJobs(id)).map(({ job_id }) => job_id)).toEqual(expect.arrayContaining(anew));
});
