import { executionError, type WorkflowFile } from '../../host';
import { deletion } from '../../nodes/MediaGeneration/lifecycle/ledger/dataTable';
import { agentWorkflow } from '../support/chat';
import { IMAGE } from '../support/sandbox';
import { outputOf, useRealN8n } from '../support/realN8n';
import { sized } from '../support/size';
import { until } from '../support/until';
import { inARow, node, start } from '../support/workflowFiles';

const real = useRealN8n({ own: true, sandbox: { balanceUsd: '1000', keptRequests: 20_000 } });

const generate = (options: object) => ({
	...IMAGE,
	prompt: '={{ $json.prompt }}',
	options: { download: false, ...options },
});
const orders = (name: string, count: number) =>
	Array.from({ length: count }, (_, index) => ({
		prompt: `${name} ${index}`,
		order: `${name}-${index}`,
	}));
const list = async (more: object) =>
	outputOf(
		await real.run({
			resource: 'ledger',
			operation: 'getMany',
			returnAll: true,
			simplify: false,
			...more,
		}),
	);

/** The jobs that prompts with this word were charged for. */
const paidFor = (word: string) =>
	[...real.sandbox.sandbox.state.jobs.values()].filter(({ values }) =>
		String(values.prompt).includes(word),
	);

/** How often each prompt with this word was charged for. */
function charges(word: string): number[] {
	const counts = new Map<unknown, number>();
	for (const { values } of paidFor(word))
		counts.set(values.prompt, (counts.get(values.prompt) ?? 0) + 1);
	return [...counts.values()];
}

/** Kills n8n once a run has sent so many requests, and starts it again. */
async function killIn(parameters: object, items: object[], posts: number): Promise<void> {
	real.sandbox.sandbox.clearRequests();
	await real.start(parameters, items, goingOn);
	await until('the requests', () => real.sent().length >= posts, { every: 1 });
	await real.restart();
}
const goingOn = { onError: 'continueRegularOutput' } as const;

/** What a run after that gives, and of it what may be paid for without anybody knowing its job. */
async function runAgain(parameters: object, items: object[]) {
	const output = outputOf(await real.run(parameters, items, goingOn));
	const lost = output.filter(({ error }) => error !== undefined);
	for (const { details } of lost) expect(details).toMatchObject({ may_be_paid: true });
	return { output, lost };
}

test('every request is a row of a Data Table that other nodes can read', async () => {
	const execution = await real.run(
		generate({ ledger: 'first_jobs', ledgerPrompts: true }),
		orders('first', 3),
	);
	expect(executionError(execution)).toBeUndefined();
	const found = await list({ ledgerTable: 'first_jobs' });
	expect(found.map(({ job_id }) => job_id).sort()).toEqual(
		outputOf(execution)
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

test('what the ledger runs leaves no executions behind', async () => {
	const workflows = (
		await real.client.http.rest<{ results: Array<{ mode: string }> }>('GET', '/executions', {
			query: { limit: 100 },
		})
	).results;
	expect(workflows.filter(({ mode }) => mode === 'integrated')).toEqual([]);
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
	const items = ended.flatMap((execution) => outputOf(execution));
	expect(ended.map(executionError).filter(Boolean)).toEqual([]);
	expect(items).toHaveLength(20);
	expect(new Set(items.map(({ job_id }) => job_id)).size).toBe(1);
	expect(items.filter(({ reused }) => reused === true)).toHaveLength(19);
	expect(charges('one order')).toEqual([1]);
});

const KILLS = sized(1, 5);

test.each([
	['night', 100, 1],
	['dusk', 20, 4],
])(
	`n8n killed ${KILLS} times in a batch, "%s": %d items of %d variants, and the same run again: nothing is paid twice, nothing lost`,
	async (word, count, variants) => {
		const items = orders(word, count);
		const all = count * variants;
		const ledger = `of_${word}`;
		const parameters = generate({
			payOnceFor: '={{ $json.order }}',
			ledger,
			concurrency: 10,
			variants,
		});
		for (let kill = 1; kill <= KILLS; kill++)
			await killIn(parameters, items, variants + Math.floor(Math.random() * 15));
		const { output, lost } = await runAgain(parameters, items);
		expect(output).toHaveLength(all);
		expect(Math.max(...charges(word))).toBe(variants);
		const known = new Set((await list({ ledgerTable: ledger })).map(({ job_id }) => job_id));
		const paid = paidFor(word);
		const untold = paid.filter(
			({ id, values }) =>
				!known.has(id) &&
				!lost.some(({ error }) =>
					String(error).includes(`"${String(values.prompt).replace(' ', '-')}"`),
				),
		);
		expect(untold).toEqual([]);
		process.stderr.write(
			`killed ${KILLS} times: ${paid.length} of ${all} paid, ${lost.length} may be paid\n`,
		);
	},
);

/** A workflow of an agent that draws with these options. */
const agentFor = (options: object): WorkflowFile =>
	agentWorkflow(real, 'Draw: day of the agent', { version: 2.2, tool: { options } });

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
	const { id } = await real.client.importWorkflow(agentFor(options));
	const asked = await real.client.startWorkflow(id);
	for (const execution of started)
		expect(executionError(await real.client.waitForExecution(execution.id))).toBeUndefined();
	const answered = await real.client.waitForExecution(asked);
	expect(String(outputOf(answered, 'Agent')[0]?.output)).toContain('/media/');
	expect(charges('day')).toHaveLength(8);
	const refused = await real.run(generate(options), orders('day over', 1));
	expect(executionError(refused)).toMatch(/the Maximum Cost per Day of/);
	const again = await real.client.runWorkflow(
		(await real.client.importWorkflow(agentFor(options))).id,
	);
	expect(JSON.stringify(again.data.resultData.runData)).toContain('Maximum Cost per Day');
	expect(charges('day')).toHaveLength(8);
});

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
		{ query: { filter: JSON.stringify({ name: 'old_jobs' }) } },
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
	await real.runFile(inARow(start(), tidy));
	const left = await rows();
	expect(new Set(left.map(({ attempt }) => attempt)).size).toBe(1);
	expect(left.map(({ state }) => state).sort()).toEqual(['completed', 'sending']);
	expect(real.n8n.logs()).not.toMatch(/ledger could not|ledger lacks/);
});
