import { executionError, nodeItems, type Execution, type WorkflowFile } from '../../host';
import type { FaultHook } from '../../sandbox';
import { deletion } from '../../nodes/MediaGeneration/lifecycle/ledger/dataTable';
import { json } from '../support/faults';
import { modelId } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';
import { sized } from '../support/size';
import { until } from '../support/until';
import { CHAT_MODEL_TYPE, inARow, node, NODE_TYPE, ofAgent, start } from '../support/workflowFiles';

let fault: FaultHook = () => undefined;
const real = useRealN8n({
	own: true,
	sandbox: { faults: (request) => fault(request), balanceUsd: '1000', keptRequests: 20_000 },
});
afterEach(() => {
	fault = () => undefined;
});

const generate = (options: object) => ({
	resource: 'image',
	operation: 'generate',
	prompt: '={{ $json.prompt }}',
	model: modelId('model-dev'),
	options: { download: false, ...options },
});
const orders = (name: string, count: number) =>
	Array.from({ length: count }, (_, index) => ({
		prompt: `${name} ${index}`,
		order: `${name}-${index}`,
	}));
const made = (execution: Execution) =>
	nodeItems(execution, 'Media Generation').map(({ json }) => json);
const list = async (more: object) =>
	made(
		await real.run({
			resource: 'ledger',
			operation: 'getMany',
			returnAll: true,
			simplify: false,
			...more,
		}),
	);

/** How often each prompt with this word was charged for. */
function charges(word: string): number[] {
	const { state } = real.sandbox.sandbox;
	const counts = new Map<string, number>();
	for (const { values } of state.jobs.values()) {
		const prompt = String(values.prompt);
		if (prompt.includes(word)) counts.set(prompt, (counts.get(prompt) ?? 0) + 1);
	}
	return [...counts.values()];
}

test('every request is a row of a Data Table that other nodes can read', async () => {
	const execution = await real.run(
		generate({ ledger: 'first_jobs', ledgerPrompts: true }),
		orders('first', 3),
	);
	expect(executionError(execution)).toBeUndefined();
	const found = await list({ ledgerTable: 'first_jobs' });
	expect(found.map(({ job_id }) => job_id).sort()).toEqual(
		made(execution)
			.map(({ job_id }) => job_id)
			.sort(),
	);
	expect(found[0]).toMatchObject({
		state: 'completed',
		model: 'model-dev',
		kind: 'image',
		node: 'Media Generation',
		execution_id: execution.id,
	});
	const tables = await real.client.http.rest<{
		data: Array<{ name: string; columns: Array<{ name: string; type: string }> }>;
	}>('GET', '/data-tables-global');
	expect(tables.data.map(({ name }) => name)).toContain('first_jobs');
});

test('texts that a database does not take as they are, or that are very long, cost no row its place, and no key is paid for twice', async () => {
	const items = orders('odd', 5);
	items[1] = { prompt: 'odd \0 \ud800 1', order: 'odd-\0-\ud800-1' };
	fault = ({ method, body }) => {
		if (method !== 'POST') return undefined;
		if (body.includes('odd 3'))
			return {
				when: 'before',
				give: json(400, '{"error":{"message":"refused: \\u0000 \\ud800"}}'),
			};
		const status_url = `/v1/jobs/${'x'.repeat(8_000_000)}`;
		return body.includes('odd 4')
			? {
					when: 'before',
					give: json(202, JSON.stringify({ job_id: 'j', status: 'processing', status_url })),
				}
			: undefined;
	};
	const options = { ledger: 'odd_jobs', payOnceFor: '={{ $json.order }}', ledgerPrompts: true };
	const run = async () =>
		made(
			await real.run({ ...generate(options), waitFor: 'submit' }, items, {
				onError: 'continueRegularOutput',
			}),
		);
	await run();
	fault = () => undefined;
	expect((await run()).map(({ reused = false }) => reused)).toEqual([
		true,
		true,
		true,
		false,
		true,
	]);
	const rows = new Map(
		(await list({ ledgerTable: 'odd_jobs' })).map((row) => [
			`${String(row.item)} ${String(row.state)}`,
			row,
		]),
	);
	expect(rows.get('1 completed')).toMatchObject({ key: 'odd-�-�-1', prompt: 'odd � � 1' });
	expect(rows.get('3 failed')?.reason).toBe('refused: � �');
	expect(rows.get('4 accepted')).toMatchObject({ job_id: 'j' });
	expect(rows.get('4 accepted')).not.toHaveProperty('status_url');
	expect(charges('odd')).toEqual([1, 1, 1, 1]);
	expect(real.n8n.logs()).not.toMatch(/ledger could not|ledger lacks/);
});

test('what the ledger runs leaves no executions behind', async () => {
	const workflows = (
		await real.client.http.rest<{ results: Array<{ mode: string }> }>('GET', '/executions', {
			query: { limit: 100 },
		})
	).results;
	expect(workflows.filter(({ mode }) => mode === 'integrated')).toEqual([]);
});

test('a table that is no ledger does no harm, and is told before anything is sent', async () => {
	const project = await real.client.http.rest<{ id: string }>('GET', '/projects/personal');
	const { id } = await real.client.http.rest<{ id: string }>(
		'POST',
		`/projects/${project.id}/data-tables`,
		{
			body: { name: 'customers', columns: [{ name: 'state', type: 'number' }] },
		},
	);
	real.sandbox.sandbox.clearRequests();
	const execution = await real.run(generate({ ledger: 'customers' }), orders('customer', 1));
	expect(executionError(execution)).toMatch(
		/The Data Table customers is not a ledger: it has no column state of the type string/,
	);
	expect(real.sandbox.sandbox.requests).toEqual([]);
	expect(
		(
			await real.client.http.rest<{ count: number }>(
				'GET',
				`/projects/${project.id}/data-tables/${id}/rows`,
			)
		).count,
	).toBe(0);
});

test('the same key from twenty executions at once: one charge, twenty outputs with the same job', async () => {
	const ids = await Promise.all(
		Array.from(
			{ length: 20 },
			async (_, index) =>
				(
					await real.start(generate({ payOnceFor: 'the-one-order' }), [
						{ prompt: `one order, asked ${index}` },
					])
				).id,
		),
	);
	const ended = await Promise.all(ids.map(async (id) => await real.client.waitForExecution(id)));
	const items = ended.flatMap(made);
	expect(ended.map(executionError).filter(Boolean)).toEqual([]);
	expect(items).toHaveLength(20);
	expect(new Set(items.map(({ job_id }) => job_id)).size).toBe(1);
	expect(items.filter(({ reused }) => reused === true)).toHaveLength(19);
	expect(charges('one order')).toEqual([1]);
});

const KILLS = sized(1, 5);

test(`n8n killed ${KILLS} times in a batch of a hundred, and the same run again: nothing is paid twice, nothing lost`, async () => {
	const items = orders('night', 100);
	const options = { payOnceFor: '={{ $json.order }}', concurrency: 10 };
	for (let kill = 1; kill <= KILLS; kill++) {
		let sent = 0;
		const limit = 1 + Math.floor(Math.random() * 15);
		let reached = () => {};
		const isReached = new Promise<void>((resolve) => (reached = resolve));
		fault = async ({ method }) => {
			if (method === 'POST' && ++sent === limit) reached();
			return undefined;
		};
		await real.start(generate(options), items, { onError: 'continueRegularOutput' });
		await isReached;
		await real.restart();
	}
	fault = () => undefined;
	const output = made(
		await real.run(generate(options), items, { onError: 'continueRegularOutput' }),
	);
	expect(output).toHaveLength(100);
	const lost = output.filter(({ error }) => error !== undefined);
	expect(lost.map((json) => (json.details as { may_be_paid?: boolean }).may_be_paid)).toEqual(
		lost.map(() => true),
	);
	expect(Math.max(...charges('night'))).toBe(1);
	const rows = await list({});
	const known = new Set(rows.map(({ job_id }) => job_id));
	const paid = [...real.sandbox.sandbox.state.jobs.entries()].filter(([, { values }]) =>
		String(values.prompt).startsWith('night'),
	);
	const untold = paid.filter(
		([id, { values }]) =>
			!known.has(id) &&
			!lost.some(({ error }) =>
				String(error).includes(`"${String(values.prompt).replace(' ', '-')}"`),
			),
	);
	expect(untold).toEqual([]);
	process.stderr.write(
		`killed ${KILLS} times: ${paid.length} of 100 paid, ${lost.length} may be paid\n`,
	);
});

test('the day’s budget holds over three workflows and an agent to the nano', async () => {
	await real.run(generate({ ledger: 'day_jobs' }), orders('day', 1));
	const [{ estimated_cost_usd: price } = {}] = await list({ ledgerTable: 'day_jobs' });
	const most = Number((Number(price) * 8).toFixed(9));
	const options = { ledger: 'day_jobs', maxCostPerDay: most };
	const started = await Promise.all(
		Array.from(
			{ length: 3 },
			async (_, index) => await real.start(generate(options), orders(`day ${index}`, 2)),
		),
	);
	const { id } = await real.client.importWorkflow(agent(options));
	const asked = await real.client.startWorkflow(id);
	for (const execution of started)
		expect(executionError(await real.client.waitForExecution(execution.id))).toBeUndefined();
	const answered = await real.client.waitForExecution(asked);
	expect(String(nodeItems(answered, 'Agent')[0]?.json.output)).toContain('/media/');
	expect(charges('day')).toHaveLength(8);
	const refused = await real.run(generate(options), orders('day over', 1));
	expect(executionError(refused)).toMatch(/more than the Maximum Cost per Day of/);
	const again = await real.client.runWorkflow(
		(await real.client.importWorkflow(agent(options))).id,
	);
	expect(JSON.stringify(again.data.resultData.runData)).toContain('Maximum Cost per Day');
	expect(charges('day')).toHaveLength(8);
});

/** An agent that draws with our tool. */
function agent(options: object): WorkflowFile {
	const { mediaGenerationApi } = real.credentials as Record<string, { id: string; name: string }>;
	const credentials = { mediaGenerationApi: mediaGenerationApi as { id: string; name: string } };
	const prompt = "={{ $fromAI('prompt', 'What to show', 'string') }}";
	return ofAgent(
		start(),
		{ version: 2.2, text: 'Draw: day of the agent' },
		node(
			'Model',
			CHAT_MODEL_TYPE,
			{ model: modelId('sandbox-chat-small'), options: {} },
			{ credentials },
		),
		node(
			'Draw',
			`${NODE_TYPE}Tool`,
			{ resource: 'image', operation: 'generate', prompt, model: modelId('model-dev'), options },
			{ credentials },
		),
	);
}

test('a table that somebody makes at the same moment is shared', async () => {
	const ids = await Promise.all(
		Array.from(
			{ length: 4 },
			async (_, index) =>
				(await real.start(generate({ ledger: 'new_jobs' }), orders(`new ${index}`, 1))).id,
		),
	);
	for (const id of ids)
		expect(executionError(await real.client.waitForExecution(id))).toBeUndefined();
	await until('four rows', async () => (await list({ ledgerTable: 'new_jobs' })).length === 4);
});

test('lines are taken away as the ledger asks n8n to', async () => {
	await real.run(generate({ ledger: 'old_jobs' }), orders('old', 3));
	const project = await real.client.http.rest<{ id: string }>('GET', '/projects/personal');
	const { data } = await real.client.http.rest<{ data: Array<{ id: string; name: string }> }>(
		'GET',
		'/data-tables-global',
		{
			query: { filter: JSON.stringify({ name: 'old_jobs' }) },
		},
	);
	const table = data.find(({ name }) => name === 'old_jobs') as { id: string; name: string };
	const rows = async () =>
		(
			await real.client.http.rest<{ data: Array<{ attempt: string; state: string }> }>(
				'GET',
				`/projects/${project.id}/data-tables/${table.id}/rows`,
			)
		).data;
	const [first, second] = [...new Set((await rows()).map(({ attempt }) => attempt))];
	const conditions = [first, second].map((attempt) => ({
		column: 'attempt',
		is: 'eq' as const,
		value: String(attempt),
	}));
	const tidy = node('Delete', 'n8n-nodes-base.dataTable', deletion(table, conditions), {
		typeVersion: 1.1,
	});
	const { id } = await real.client.importWorkflow(inARow(start(), tidy));
	expect(executionError(await real.client.runWorkflow(id))).toBeUndefined();
	const left = await rows();
	expect(new Set(left.map(({ attempt }) => attempt)).size).toBe(1);
	expect(left.map(({ state }) => state).sort()).toEqual(['completed', 'sending']);
	expect(real.n8n.logs()).not.toMatch(/ledger could not|ledger lacks/);
});
