import type { Passed } from '../../host';
import type { Queue, Started } from './queue';
import { IMAGE, modelId } from './sandbox';

/** Our node, asleep until its jobs have called back. */
export const sleeping = {
	...IMAGE,
	prompt: '={{ $json.prompt }}',
	waitFor: 'callback',
	options: { download: false },
};

/** The same for videos, many of which nobody is told of. */
export const manyVideos = { ...sleeping, resource: 'video', model: modelId('t2v-turbo') };

export const prompts = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ prompt: `picture ${index}` }));

/** Whether an address is that of a callback for a job of this execution. */
const isFor = (executionId: string, url: string) =>
	new RegExp(`/webhook-waiting/${executionId}\\b.*[?&]item=`).test(url);

/** The callbacks of an execution's jobs that went through the proxy. */
export const callbacksOf = ({ passed }: Queue, executionId: string): Passed[] =>
	passed.filter(({ method, path }) => method === 'POST' && isFor(executionId, path));

/** How often the service has called back for each of an execution's jobs. */
export const attemptsFor = ({ sandbox }: Queue, executionId: string): number[] =>
	[...sandbox.sandbox.state.jobs.values()].flatMap(({ delivery }) =>
		delivery && isFor(executionId, delivery.url) ? [delivery.attempts] : [],
	);

/** How often the API was asked about each job. */
export function looksByJob({ sandbox }: Queue): number[] {
	const counts = new Map<string, number>();
	for (const { method, path } of sandbox.sandbox.requests) {
		const id = path.split('/').pop() as string;
		if (method === 'GET' && sandbox.sandbox.state.jobs.has(id))
			counts.set(id, (counts.get(id) ?? 0) + 1);
	}
	return [...counts.values()];
}

/** Checks that each execution woke once, with every item, in order and paid for once. */
export async function expectAllAwakeOnce(
	queue: Queue,
	{ workflowId, ids }: Started,
	items: number,
): Promise<void> {
	const { state, requests } = queue.sandbox.sandbox;
	expect(await queue.untilEnded(workflowId)).toEqual(ids.map(() => 'success'));
	expect(queue.reports.map(({ body }) => body['executionId']).sort()).toEqual([...ids].sort());
	for (const { body } of queue.reports) {
		const came = body['items'] as Array<{ job_id: string; status: string }>;
		expect(came.map(({ status }) => status)).toEqual(came.map(() => 'completed'));
		expect(came.map(({ job_id }) => ({ prompt: state.jobs.get(job_id)?.values.prompt }))).toEqual(
			prompts(items),
		);
	}
	expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(ids.length * items);
}
