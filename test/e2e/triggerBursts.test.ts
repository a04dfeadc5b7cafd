import { randomUUID } from 'node:crypto';
import { nodeItems } from '../../host';
import { seededRandom } from '../../sandbox/random';
import { statusesOf } from '../support/executions';
import { useRealN8n } from '../support/realN8n';
import { shuffled } from '../support/shuffled';
import { sized } from '../support/size';
import { deliver, triggerIn, untilListening } from '../support/triggerInN8n';
import { until } from '../support/until';

const real = useRealN8n({ own: true });
const { published, makeImage } = triggerIn(real);

/**
 * How often n8n has answered 500, as it does where its database does not come round to an execution within a minute. Such
 * an execution can stay in its list as one that is about to start, for ever or until n8n starts again.
 */
let disowned = 0;
beforeEach(() => (disowned = 0));

/** As a service does that repeats what was not taken. */
async function deliverUntilTaken(url: string, job: string): Promise<Response> {
	let answer = new Response();
	const isTaken = async () => {
		answer = await deliver(url, job);
		if (answer.status === 500) disowned++;
		return answer.status < 500;
	};
	await until('the delivery to be taken', isTaken, { every: 1_000 });
	return answer;
}

/**
 * Waits until each of these jobs has started the workflow.
 * @returns the jobs of all of its executions that ended well, sorted
 */
async function untilStarted(workflowId: string, jobs: string[]): Promise<string[]> {
	const started = new Map<string, string>();
	await until(
		'every job to start the workflow',
		async () => {
			for (const [id, status] of await statusesOf(real.client, workflowId)) {
				if (status !== 'success' || started.has(id)) continue;
				const [item] = nodeItems(await real.client.waitForExecution(id), 'On delivery');
				started.set(id, String(item?.json.job_id));
			}
			const of = new Set(started.values());
			return jobs.every((job) => of.has(job));
		},
		{ every: 250 },
	);
	return [...started.values()].sort();
}

const DELIVERIES = sized(60, 200);

test(`${DELIVERIES} deliveries at once, a third twice and a third forged: exactly the true ones start, each once, also after a restart`, async () => {
	const { id, url } = await published({ options: { download: false } });
	const third = Math.floor(DELIVERIES / 3);
	const jobs = await Promise.all(
		Array.from(
			{ length: DELIVERIES - 2 * third },
			async (_, index) => await makeImage(`job ${index}`),
		),
	);
	const forged: string[] = Array.from({ length: third }, () => randomUUID());
	const all = shuffled([...jobs, ...jobs.slice(0, third), ...forged], seededRandom('deliveries'));
	const answers = await Promise.all(
		all.map(async (job) => (await deliverUntilTaken(url, job)).status),
	);
	expect(answers).toEqual(all.map((job) => (forged.includes(job) ? 404 : 200)));
	expect(await untilStarted(id, jobs)).toEqual([...jobs].sort());
	const begun = (await statusesOf(real.client, id)).size;
	expect(begun).toBeLessThanOrEqual(jobs.length + disowned);

	await real.restart();
	await untilListening(url);
	for (const job of jobs)
		expect(await (await deliver(url, job)).json()).toEqual({ received: true, duplicate: true });
	expect((await statusesOf(real.client, id)).size).toBe(begun);
});

test('killed in the middle of a burst: what was answered for does not start again, and what was not, does', async () => {
	const { id, url } = await published({ options: { download: false } });
	const jobs = await Promise.all(
		Array.from({ length: 60 }, async (_, index) => await makeImage(`job ${index}`)),
	);
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
	for (const job of taken)
		expect(await (await deliver(url, job)).json()).toEqual({ received: true, duplicate: true });
	const anew: string[] = [];
	for (const job of jobs) {
		const answer = await deliverUntilTaken(url, job);
		expect(answer.status).toBe(200);
		const { duplicate } = (await answer.json()) as { duplicate?: boolean };
		if (!duplicate) anew.push(job);
	}
	expect((await statusesOf(real.client, id)).size).toBeGreaterThanOrEqual(jobs.length);
	await untilStarted(id, anew);
});
