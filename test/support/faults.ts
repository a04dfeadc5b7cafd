import type { INodeExecutionData } from 'n8n-workflow';
import type { Fault, FaultHook, FaultRequest, RunningSandbox } from '../../sandbox';

/** How long no connection is accepted, in milliseconds: shorter than a client waits before it tries again. */
const OUTAGE_MS = 20;

/** An answer of the service with this body, which need not be JSON after all. */
export const json = (status: number, body: string, headers: Record<string, string> = {}) =>
	new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } });

/** The service answers so, and does nothing of what it was asked. */
export const answerOf = (body: object, status = 200): Fault => ({
	when: 'before',
	give: Response.json(body, { status }),
});

/** Everything that can go wrong with a request that spends, before it is accepted and after. */
const faults: Record<string, (sandbox: RunningSandbox) => Fault | Promise<void>> = {
	tooMany: () => ({
		when: 'before',
		give: json(429, '{"error":{"message":"slow"}}', { 'retry-after': '0' }),
	}),
	refused: (sandbox) => sandbox.refuseConnections(OUTAGE_MS),
	resetBefore: () => ({ when: 'before', give: 'destroy' }),
	resetAfter: () => ({ when: 'after', give: 'destroy' }),
	failedAfterCharging: () => ({
		when: 'after',
		give: json(500, '{"error":{"message":"after charging"}}'),
	}),
	cutShort: () => ({ when: 'after', give: json(200, '{"job_id":"cut') }),
	timeOutBefore: () => ({ when: 'before', give: 'silence' }),
	timeOutAfter: () => ({ when: 'after', give: 'silence' }),
};

/** How often each fault was given, and how many POSTs there were. */
export interface Given {
	posts: number;
	times: Record<string, number>;
}

/** A hook that gives every third POST the next of all faults, whatever the speed, and what it gave so far. */
export function everyThirdRequest(sandbox: () => RunningSandbox): {
	hook: FaultHook;
	given: Given;
} {
	const names = Object.keys(faults);
	const given: Given = { posts: 0, times: Object.fromEntries(names.map((name) => [name, 0])) };
	const hook = async ({ method }: FaultRequest) => {
		if (method !== 'POST' || ++given.posts % 3 !== 0) return undefined;
		const name = names[(given.posts / 3) % names.length] as string;
		given.times[name] = (given.times[name] ?? 0) + 1;
		return (await faults[name]?.(sandbox())) ?? undefined;
	};
	return { hook, given };
}

/** That every third of all POSTs got a fault, and each kind its share. */
export function expectEvenFaults({ posts, times }: Given): void {
	const counts = Object.values(times);
	const share = Math.floor(posts / 3) / counts.length;
	expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Math.floor(posts / 3));
	for (const count of counts) expect([Math.floor(share), Math.ceil(share)]).toContain(count);
}

/**
 * What an account has paid beside what a run of the node told of it: prompts that were paid for more than
 * once, and items that say neither that they are done nor that they may have been paid for, nor, truly, that
 * they were not sent, as those are whose connection was refused each time.
 */
export function moneyTrail(
	{ sandbox }: RunningSandbox,
	accountId: string,
	items: INodeExecutionData[],
	asked: string[],
) {
	const jobs = [...sandbox.state.jobs.values()].filter((job) => job.accountId === accountId);
	const prompts = jobs.map(({ values }) => values.prompt);
	const promptOf = ({ pairedItem }: INodeExecutionData) =>
		asked[(pairedItem as { item: number }).item];
	const told = (item: INodeExecutionData) =>
		item.json.status === 'completed' ||
		(item.json.details as { may_be_paid?: boolean } | undefined)?.may_be_paid === true ||
		(/This request was not sent\.$/.test(
			String((item.json.details as { remedy?: string } | undefined)?.remedy),
		) &&
			!prompts.includes(promptOf(item)));
	const known = new Set(jobs.map(({ id }) => id));
	return {
		paidJobs: jobs.length,
		charges:
			sandbox.state.accounts.get(accountId)?.entries.filter(({ type }) => type === 'charge')
				.length ?? 0,
		paidTwice: prompts.filter((prompt, index) => prompts.indexOf(prompt) !== index),
		untold: items.filter((item) => !told(item)).map(({ json }) => json),
		unknown: items
			.filter(({ json }) => json.status === 'completed' && !known.has(String(json.job_id)))
			.map(({ json }) => json),
		completed: items.filter(({ json }) => json.status === 'completed').length,
	};
}
