import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultHook } from '../../../../sandbox';
import { dataOf } from '../../../../nodes/MediaGeneration/support/data';
import { DataTables } from '../../../support/dataTable';
import { drawing, prompts } from '../../../support/drawing';
import { runNode, type NodeRun } from '../../../support/engine';
import { json } from '../../../support/faults';
import { RETRYING } from '../../../support/jobService';
import { useSandbox } from '../../../support/sandbox';

let fault: FaultHook = () => undefined;
const sandbox = useSandbox({ balanceUsd: '1000', faults: (request) => fault(request) });
afterEach(() => {
	fault = () => undefined;
});

const run = async (options: IDataObject, parameters: object = {}, more: Partial<NodeRun> = {}) =>
	await runNode({
		parameters: {
			...drawing,
			...parameters,
			options: { ...drawing.options, ...options },
		} as INodeParameters,
		items: prompts(2),
		credentials: sandbox.credentials(),
		...more,
	});
const bodies = () => sandbox.requests('POST').map(({ body }) => dataOf(body));
const seedIn = (body: unknown) => dataOf(dataOf(body).additional_settings).seed;
const seeds = () => bodies().map(seedIn);
/** Refuses the request with this number, once. */
const refusing = (number: number) => {
	let count = 0;
	fault = ({ method }) =>
		method === 'POST' && ++count === number
			? { when: 'before', give: json(403, '{"error":{"message":"not this one"}}') }
			: undefined;
};

test('each item is made so often, with an output for each that is paired with it and says which it is', async () => {
	const { items } = await run({ variants: 3 });
	expect(
		items.map(({ json: { prompt, variant, of, status }, pairedItem }) => [
			prompt,
			variant,
			of,
			status,
			pairedItem,
		]),
	).toEqual(
		[0, 1].flatMap((item) =>
			[1, 2, 3].map((variant) => [`picture ${item}`, variant, 3, 'completed', { item }]),
		),
	);
	expect(new Set(items.map(({ json: { job_id } }) => job_id)).size).toBe(6);
});

test('their number can be another for each item', async () => {
	const { items } = await run({ variants: '={{ $itemIndex + 1 }}' });
	expect(items.map(({ json: { variant, of }, pairedItem }) => [variant, of, pairedItem])).toEqual([
		[undefined, undefined, { item: 0 }],
		[1, 2, { item: 1 }],
		[2, 2, { item: 1 }],
	]);
});

describe('each has a seed of its own', () => {
	const json = (values: object, more: object = {}) => ({
		specifyParameters: 'json',
		parametersJson: JSON.stringify(values),
		...more,
	});

	test('those that follow the one that was set', async () => {
		await run({ variants: 3 }, json({ seed: 7 }), { items: prompts(1) });
		expect(seeds()).toEqual([7, 8, 9]);
	});

	test('after the largest, the smallest', async () => {
		await run({ variants: 3 }, json({ seed: 2 ** 31 - 2 }), { items: prompts(1) });
		expect(seeds()).toEqual([2 ** 31 - 2, 2 ** 31 - 1, 0]);
	});

	test('where none was set, others in each execution and for each item', async () => {
		await run({ variants: 2 });
		await run({ variants: 2 });
		expect(new Set(seeds()).size).toBe(8);
		expect(seeds().every((one) => Number.isInteger(one) && Number(one) >= 0)).toBe(true);
	});

	test('not for a model of the extra body fields that takes none', async () => {
		await run(
			{ variants: 2, extraBody: '{"model": "realism"}' },
			{},
			{ items: prompts(1), settings: { onError: 'continueRegularOutput' } },
		);
		expect(seeds()).toEqual([undefined, undefined]);
	});

	test.each(['{"seed": 3}', '{"additional_settings": {"seed": 3}}'])(
		'not as all have the one in the extra body fields: %s',
		async (extraBody) => {
			const { error } = await run({ variants: 2, extraBody });
			expect(error?.message).toMatch(
				/seed in Request: Extra Body Fields \(JSON\) would make all variants alike/,
			);
			expect(bodies()).toEqual([]);
		},
	);

	test('of which a wrong one is told like any other', async () => {
		const { error } = await run({ variants: 2 }, json({ seed: 'seven' }));
		expect(error?.message).toMatch(/seed/i);
		expect(bodies()).toEqual([]);
	});
});

test.each([0, 11, 2.5, 'many'])(
	'a number that there cannot be is named, and nothing is sent: %p',
	async (variants) => {
		const { error } = await run({ variants });
		expect(error?.message).toContain('Request: Number of Variants');
		expect(bodies()).toEqual([]);
	},
);

test('all are priced together, and a limit counts each', async () => {
	const { error } = await run({ variants: 3, maxCost: 0.5 });
	expect(error?.message).toBe(
		'6 variants can cost up to $0.60, more than the Maximum Cost of $0.50',
	);
	expect(bodies()).toEqual([]);
	expect((await run({ variants: 3, maxCost: 0.6 })).items).toHaveLength(6);
});

test('a dry run shows each with its seed', async () => {
	const { items } = await run({ variants: 2, dryRun: true }, {}, { items: prompts(1) });
	expect(items.map(({ json: { variant, of, dry_run } }) => [variant, of, dry_run])).toEqual([
		[1, 2, true],
		[2, 2, true],
	]);
	expect(new Set(items.map(({ json: { body } }) => seedIn(body))).size).toBe(2);
	expect(bodies()).toEqual([]);
});

test('one that fails leaves the others, and is told by its number', async () => {
	refusing(2);
	const { items, run: whole } = await run(
		{ variants: 2 },
		{},
		{ settings: { onError: 'continueRegularOutput' } },
	);
	expect(
		items.map(({ json: { status, variant, of }, pairedItem }) => [status, variant, of, pairedItem]),
	).toEqual([
		['completed', 1, 2, { item: 0 }],
		['failed', 2, 2, { item: 0 }],
		['completed', 1, 2, { item: 1 }],
		['completed', 2, 2, { item: 1 }],
	]);
	const [hint] = whole.data.resultData.runData['Media Generation']?.[0]?.hints ?? [];
	expect(hint?.message).toMatch(
		/^3 of 4 variants done, 3 jobs, .* Failed: Item 1 \(variant 2, "picture 0"\): not this one\.$/,
	);
});

test('Retry On Fail makes again only what was refused, with the same seed', async () => {
	refusing(3);
	const { items } = await run({ variants: 2 }, {}, { settings: RETRYING });
	expect(items.map(({ json: { status } }) => status)).toEqual(Array(4).fill('completed'));
	const sent = seeds();
	expect(sent).toHaveLength(5);
	expect(sent[2]).toBe(sent[3]);
	expect(new Set(sent).size).toBe(4);
	expect(sandbox.it.sandbox.state.jobs.size).toBeGreaterThanOrEqual(4);
});

test('files that are named by hand are told apart by their number', async () => {
	const { items } = await run(
		{ variants: 2, download: true, fileName: 'poster.png' },
		{},
		{ items: prompts(1) },
	);
	expect(items.map(({ binary }) => binary?.data?.fileName)).toEqual([
		'poster-1.png',
		'poster-2.png',
	]);
});

test('an agent’s tool has none: a call that failed in part would be repeated as a whole', async () => {
	const { items } = await run(
		{ variants: 3 },
		{ maxCostPerCall: 1 },
		{ items: prompts(1), asTool: true },
	);
	expect(items).toHaveLength(1);
	expect(bodies()).toHaveLength(1);
});

test('an item without a tag is in the ledger too, under none', async () => {
	const tables = new DataTables();
	await run(
		{ ledgerTag: '={{ $itemIndex === 0 ? "Acme" : "" }}' },
		{},
		{ additional: tables.additional },
	);
	const tags = new Set(
		tables.rowsOf('media_generation_jobs').map(({ item, tag }) => `${String(item)} ${String(tag)}`),
	);
	expect([...tags].sort()).toEqual(['0 Acme', '1 null']);
});

describe('under a key that is paid for once', () => {
	test('each has its own place, so that further ones can be asked for later', async () => {
		const tables = new DataTables();
		const once = async (variants: number) =>
			(
				await run(
					{ variants, payOnceFor: 'poster' },
					{},
					{ items: prompts(1), additional: tables.additional },
				)
			).items.map(({ json: { job_id, reused = false, variant } }) => ({
				job_id,
				reused,
				variant,
			}));
		const [first] = await once(1);
		const three = await once(3);
		expect(three).toEqual([
			{ ...first, reused: true, variant: 1 },
			expect.objectContaining({ reused: false, variant: 2 }),
			expect.objectContaining({ reused: false, variant: 3 }),
		]);
		expect((await once(3)).map(({ job_id, reused }) => [job_id, reused])).toEqual(
			three.map(({ job_id }) => [job_id, true]),
		);
		expect(bodies()).toHaveLength(3);
	});

	test('those whose seeds were drawn are the same request', async () => {
		const tables = new DataTables();
		const once = async () =>
			(
				await run(
					{ variants: 2, payOnceFor: 'poster' },
					{},
					{ items: prompts(1), additional: tables.additional },
				)
			).items;
		await once();
		expect((await once()).map(({ json: { note } }) => note)).toEqual([undefined, undefined]);
	});
});
