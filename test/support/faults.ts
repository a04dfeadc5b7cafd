import type { INodeExecutionData } from 'n8n-workflow';
import type { Fault, FaultHook, FaultRequest, RunningSandbox } from '../../sandbox';

/** How long no connection is accepted, in milliseconds: shorter than a client waits before it tries again. */
const OUTAGE_MS = 20;

/** An answer of the service with this body, which need not be JSON after all. */
export const json = (status: number, body: string, headers: Record<string, string> = {}) => new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } });

/** Everything that can go wrong with a request that spends, before it is accepted and after. */
const faults: Record<string, (sandbox: RunningSandbox) => Fault | boolean> = {
	tooMany: () => ({ when: 'before', give: json(429, '{"error":{"message":"slow"}}', { 'retry-after': '0' }) }),
	refused: (sandbox) => sandbox.refuseConnections(OUTAGE_MS),
	resetBefore: () => ({ when: 'before', give: 'destroy' }),
	resetAfter: () => ({ when: 'after', give: 'destroy' }),
	failedAfterCharging: () => ({ when: 'after', give: json(500, '{"error":{"message":"after charging"}}') }),
	cutShort: () => ({ when: 'after', give: json(200, '{"job_id":"cut') }),
	timeOutBefore: () => ({ when: 'before', give: 'silence' }),
	timeOutAfter: () => ({ when: 'after', give: 'silence' }),
};

/** A hook that gives every third POST the next of all faults, and what it gave so far. */
export function everyThirdRequest(sandbox: () => RunningSandbox): { hook: FaultHook; given: Record<string, number> } {
	const names = Object.keys(faults);
	const given: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]));
	let posts = 0;
	const hook = ({ method }: FaultRequest) => {
		if (method !== 'POST' || ++posts % 3 !== 0) return undefined;
		const name = names[(posts / 3) % names.length] as string;
		const fault = faults[name]?.(sandbox());
		if (fault) given[name] = (given[name] ?? 0) + 1;
		return typeof fault === 'object' ? fault : undefined;
	};
	return { hook, given };
}

/**
 * What an account has paid beside what a run of the node told of it: prompts that were paid for more than
 * once, and items that say neither that they are done nor that they may have been paid for.
 */
export function moneyTrail({ sandbox }: RunningSandbox, accountId: string, items: INodeExecutionData[]) {
	const jobs = [...sandbox.state.jobs.values()].filter((job) => job.accountId === accountId);
	const prompts = jobs.map(({ values }) => values.prompt);
	const told = ({ json }: INodeExecutionData) => json.status === 'completed' || (json.details as { may_be_paid?: boolean } | undefined)?.may_be_paid === true;
	const known = new Set(jobs.map(({ id }) => id));
	return {
		paidJobs: jobs.length,
		charges: sandbox.state.accounts.get(accountId)?.entries.filter(({ type }) => type === 'charge').length ?? 0,
		paidTwice: prompts.filter((prompt, index) => prompts.indexOf(prompt) !== index),
		untold: items.filter((item) => !told(item)).map(({ json }) => json),
		unknown: items.filter(({ json }) => json.status === 'completed' && !known.has(String(json.job_id))).map(({ json }) => json),
		completed: items.filter(({ json }) => json.status === 'completed').length,
	};
}
