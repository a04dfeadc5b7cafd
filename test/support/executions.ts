import type { N8nClient } from '../../host';
import { until } from './until';

const OPEN = ['new', 'running', 'waiting'];
const ENDED = ['success', 'error', 'canceled', 'crashed', 'unknown'];

/**
 * The executions of a workflow and their statuses. Those that go on are asked for before those that have ended: of one
 * that ends meanwhile both answers tell. n8n's own list of all asks for both at once, and can miss it.
 */
export async function statusesOf(
	client: N8nClient,
	workflowId: string,
): Promise<Map<string, string>> {
	const found = new Map<string, string>();
	for (const status of [OPEN, ENDED]) await listInto(found, client, { workflowId, status });
	return found;
}

async function listInto(
	found: Map<string, string>,
	client: N8nClient,
	filter: object,
): Promise<void> {
	for (let page = {}; ;) {
		const query = { filter: JSON.stringify(filter), limit: 100, ...page };
		const { results, nextCursor } = await client.http.rest<ExecutionPage>('GET', '/executions', {
			query,
		});
		for (const { id, status } of results) found.set(id, status);
		if (results.length < 100 || nextCursor === null) return;
		page = nextCursor ? { cursor: nextCursor } : { lastId: results.at(-1)?.id };
	}
}

/** Since n8n 2.41 with a cursor, `null` on the last page; before that without. */
interface ExecutionPage {
	results: Array<{ id: string; status: string }>;
	nextCursor?: string | null;
}

/** An execution as the text that n8n gives out, data included: to search for what must not be in it. */
export const storedText = async ({ http }: N8nClient, id: string): Promise<string> =>
	JSON.stringify(await http.rest('GET', `/executions/${id}`));

/** Waits until no execution of a workflow goes on, or sleeps, and gives them and their statuses. */
export async function untilEnded(
	client: N8nClient,
	workflowId: string,
	pace: Parameters<typeof until>[2] = {},
): Promise<Map<string, string>> {
	let all = new Map<string, string>();
	await until(
		'the end of all executions',
		async () => {
			all = await statusesOf(client, workflowId);
			return ![...all.values()].some((status) => OPEN.includes(status));
		},
		{ every: 250, ...pace },
	);
	return all;
}
