import type { N8nClient } from '../../host';
import { until } from './until';

const OPEN_STATUSES = ['new', 'running', 'waiting'];

/** The executions of a workflow and their statuses, each once: n8n puts those that still run on every page of its list. */
export async function statusesOf(client: N8nClient, workflowId: string): Promise<Map<string, string>> {
	const found = new Map<string, string>();
	for (let page = {}; ;) {
		const query = { filter: JSON.stringify({ workflowId }), limit: 100, ...page };
		const { results, nextCursor } = await client.http.rest<ExecutionPage>('GET', '/executions', { query });
		for (const { id, status } of results) found.set(id, status);
		if (results.length < 100 || nextCursor === null) return found;
		page = nextCursor ? { cursor: nextCursor } : { lastId: results.at(-1)?.id };
	}
}

/** Since n8n 2.41 with a cursor, `null` on the last page; before that without. */
interface ExecutionPage {
	results: Array<{ id: string; status: string }>;
	nextCursor?: string | null;
}

/** Waits until no execution of a workflow goes on, or sleeps, and gives them and their statuses. */
export async function untilEnded(client: N8nClient, workflowId: string, pace: Parameters<typeof until>[2] = {}): Promise<Map<string, string>> {
	let all = new Map<string, string>();
	await until(
		'the end of all executions',
		async () => {
			const before = JSON.stringify([...all]);
			all = await statusesOf(client, workflowId);
			// One list can miss what ends meanwhile.
			return before === JSON.stringify([...all]) && ![...all.values()].some((status) => OPEN_STATUSES.includes(status));
		},
		{ every: 250, ...pace },
	);
	return all;
}
