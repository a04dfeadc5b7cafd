import { nodeItems, type Execution } from '../../host';
import type { FaultHook } from '../../sandbox';
import { modelId } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';

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
		customer: index % 2 === 0 ? 'Acme' : 'Zoë',
	}));
const made = (execution: Execution) =>
	nodeItems(execution, 'Media Generation').map(({ json: fields }) => fields);
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

/** The seeds that each prompt with this word was charged for. */
function charged(word: string): unknown[][] {
	const seeds = new Map<string, unknown[]>();
	for (const { values } of real.sandbox.sandbox.state.jobs.values()) {
		const prompt = String(values.prompt);
		if (prompt.includes(word)) seeds.set(prompt, [...(seeds.get(prompt) ?? []), values.seed]);
	}
	return [...seeds.values()];
}

test('n8n killed in a batch of variants, and the same run again: none is paid twice, none lost', async () => {
	const items = orders('night', 20);
	const options = {
		payOnceFor: '={{ $json.order }}',
		ledgerTag: '={{ $json.customer }}',
		concurrency: 10,
		variants: 4,
	};
	let sent = 0;
	let reached = () => {};
	const isReached = new Promise<void>((resolve) => (reached = resolve));
	fault = async ({ method }) => {
		if (method === 'POST' && ++sent === 30) reached();
		return undefined;
	};
	await real.start(generate(options), items, { onError: 'continueRegularOutput' });
	await isReached;
	await real.restart();
	fault = () => undefined;
	const output = made(
		await real.run(generate(options), items, { onError: 'continueRegularOutput' }),
	);
	expect(output).toHaveLength(80);
	const lost = output.filter(({ error }) => error !== undefined);
	expect(lost.map(({ details }) => (details as { may_be_paid?: boolean }).may_be_paid)).toEqual(
		lost.map(() => true),
	);
	expect(Math.max(...charged('night').map(({ length }) => length))).toBe(4);
	expect(charged('night').flat().length).toBeGreaterThanOrEqual(80 - lost.length);
	const rows = await list({});
	expect(new Set(rows.map(({ key, variant }) => `${String(key)} ${String(variant)}`)).size).toBe(
		80,
	);

	const [acme, zoe, ...others] = await list({ ledgerShow: 'totals', ledgerGroupBy: 'tag' });
	expect(others).toEqual([]);
	expect([acme, zoe]).toMatchObject([{ tag: 'Acme' }, { tag: 'Zoë' }]);
	expect((await list({ filters: { tag: 'Acme' } })).every(({ tag }) => tag === 'Acme')).toBe(true);
});
