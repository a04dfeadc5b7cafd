import { nodeItems } from '../../host';
import { statusesOf } from '../support/executions';
import { useRealN8n } from '../support/realN8n';
import { deliver, triggerIn, untilListening } from '../support/triggerInN8n';
import { until } from '../support/until';

const real = useRealN8n({ own: true });
const { published, makeImage } = triggerIn(real);

/**
 * As a service does that repeats what was not taken, also where n8n answers 500, as it does where its database does not come
 * round to an execution within a minute.
 */
async function deliverUntilTaken(url: string, job: string): Promise<Response> {
	let answer = new Response();
	const isTaken = async () => {
		answer = await deliver(url, job);
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
