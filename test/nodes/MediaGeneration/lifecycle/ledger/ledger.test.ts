import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { seededDraw } from '../../../../support/shuffled';
import { DataTables } from '../../../../support/dataTable';
import { runNode, type NodeRun } from '../../../../support/engine';
import { json } from '../../../../support/faults';
import { IMAGE, form, modelId, useSandbox } from '../../../../support/sandbox';
import { until } from '../../../../support/until';

let failWith: number | undefined;
let answer: Response | undefined;
let hold: (() => Promise<undefined>) | undefined;
const sandbox = useSandbox({
	balanceUsd: '1000',
	faults: ({ method }) => {
		if (method === 'POST' && answer) {
			const give = answer;
			answer = undefined;
			return { when: 'before', give };
		}
		if (method === 'POST' && hold) return hold();
		if (method !== 'POST' || failWith === undefined) return undefined;
		const give = json(failWith, '{"error":{"message":"no"}}');
		failWith = undefined;
		return { when: 'before', give };
	},
});
let tables: DataTables;
beforeEach(() => {
	tables = new DataTables();
	answer = undefined;
	hold = undefined;
});

const generate = async (
	options: IDataObject,
	{ items = [{ json: {} }], parameters = {}, ...run }: Partial<NodeRun> = {},
) =>
	await runNode({
		parameters: {
			...IMAGE,
			prompt: '=a lighthouse {{ $json.id ?? "" }}',
			...parameters,
			options: { download: false, ...options },
		} as INodeParameters,
		items,
		credentials: sandbox.credentials(),
		additional: tables.additional,
		...run,
	});
const read = async (parameters: IDataObject = {}) =>
	await runNode({
		parameters: {
			resource: 'ledger',
			operation: 'getMany',
			returnAll: true,
			...parameters,
		} as INodeParameters,
		additional: tables.additional,
	});
const draw = seededDraw('a busy database');
/** As a database that has much to do. */
const slowly = async () => await new Promise<void>((resolve) => setTimeout(resolve, draw(20)));
const posts = () => sandbox.requests('POST').length;
const statesOf = (table?: string) => tables.rowsOf(table).map(({ state }) => state);
const orders = (count: number) =>
	Array.from({ length: count }, (_, id) => ({ json: { id: `order-${id}` } }));

test('every request is written down before it goes out, and after its answer', async () => {
	const atFirstWrite: number[] = [];
	tables.before = async (operation) =>
		void (operation === 'row.insert' && atFirstWrite.push(posts()));
	const { items } = await generate({ ledger: 'my_jobs' });
	expect(atFirstWrite[0]).toBe(0);
	const [first, last] = [tables.rowsOf('my_jobs')[0], tables.rowsOf('my_jobs').at(-1)];
	expect(first).toMatchObject({
		state: 'sending',
		model: 'model-dev',
		kind: 'image',
		node: 'Media Generation',
		workflow: 'Test',
		item: 0,
		job_id: null,
		prompt: null,
	});
	expect(last).toMatchObject({
		attempt: first?.attempt,
		state: 'completed',
		job_id: items[0]?.json.job_id,
		result_url: items[0]?.json.url,
	});
	expect(Number(last?.estimated_cost_usd)).toBeGreaterThan(0);
});

test('many items cost few writes', async () => {
	tables.before = slowly;
	const { items } = await generate({ ledger: 'my_jobs', concurrency: 20 }, { items: orders(200) });
	expect(items).toHaveLength(200);
	// On a slow machine some are renewed while they are on their way.
	expect(
		new Set(tables.rowsOf('my_jobs').map(({ item, state }) => `${String(item)} ${String(state)}`))
			.size,
	).toBe(400);
	expect(
		new Set(
			tables
				.rowsOf('my_jobs')
				.filter(({ state }) => state === 'completed')
				.map(({ job_id }) => job_id),
		).size,
	).toBe(200);
	const writes = tables.runs
		.filter(({ operation }) => operation === 'row.insert')
		.map(({ items: lines }) => lines);
	// Twenty begin together: what the first write does not take goes with the second.
	expect(Math.max(...writes)).toBeGreaterThanOrEqual(10);
	expect(writes.length).toBeLessThan(100);
});

test('nothing is sent where the ledger cannot be written', async () => {
	tables.failure = (operation) =>
		operation === 'row.insert'
			? 'Data table size limit exceeded: 200MB used, limit is 200MB'
			: undefined;
	const { error } = await generate({ ledger: 'my_jobs' });
	expect(error?.message).toBe(
		'The ledger could not be written: Data table size limit exceeded: 200MB used, limit is 200MB',
	);
	expect(error?.description).toContain('full');
	expect(posts()).toBe(0);
});

describe('Pay Once For', () => {
	test.each(['result', 'submit'])(
		'a job that was made before is complete, and written down no second time: %s',
		async (waitFor) => {
			await generate({ payOnceFor: 'order-1' });
			const before = structuredClone(tables.rowsOf());
			const { items } = await generate({ payOnceFor: 'order-1' }, { parameters: { waitFor } });
			expect(items[0]?.json).toMatchObject({ status: 'completed', reused: true });
			expect(tables.rowsOf()).toEqual(before);
		},
	);

	test.each([
		['in a database that numbers and shows rows at once', undefined],
		['in one that shows some rows later than others with a higher number', slowly],
	])('twenty at once make one job, %s', async (_, commit) => {
		tables.before = slowly;
		tables.commit = commit;
		const runs = await Promise.all(
			Array.from({ length: 20 }, async () => await generate({ payOnceFor: 'order-1' })),
		);
		expect(posts()).toBe(1);
		expect(new Set(runs.map(({ items }) => items[0]?.json.job_id)).size).toBe(1);
		expect(runs.filter(({ items }) => items[0]?.json.reused === true)).toHaveLength(19);
	});

	test.each(['order \0 1', 'order \ud800 1'])(
		'a key is paid for once, and found, also where a database does not take it as it is: %j',
		async (key) => {
			const payOnceFor = `={{ ${JSON.stringify(key)} }}`;
			const items = [{ json: {} }, { json: {} }];
			await generate({ payOnceFor }, { items });
			const { items: again } = await generate({ payOnceFor }, { items });
			expect(again.map(({ json }) => json.reused)).toEqual([true, true]);
			expect(posts()).toBe(1);
			expect(
				(await read({ filters: { key: payOnceFor } })).items.map(({ json }) => json.key),
			).toEqual(['order � 1']);
		},
	);

	test('the same key twice in a run is paid for once', async () => {
		const { items } = await generate(
			{ payOnceFor: '={{ $json.id }}' },
			{ items: [...orders(3), ...orders(3)] },
		);
		expect(posts()).toBe(3);
		expect(items.slice(3).map(({ json }) => json.job_id)).toEqual(
			items.slice(0, 3).map(({ json }) => json.job_id),
		);
	});

	test('a request that is on its way counts as alive, also where no line comes on a busy machine', async () => {
		let answerNow: () => void = () => undefined;
		const answered = new Promise<void>((resolve) => (answerNow = resolve));
		hold = async () => {
			for (const row of tables.rowsOf())
				row.createdAt = new Date(Date.now() - 60_000).toISOString();
			await answered;
			return undefined;
		};
		const first = generate({ payOnceFor: 'order-1' });
		await until('the request to be sent', () => posts() === 1);
		const second = generate({ payOnceFor: 'order-1' });
		const reads = () => tables.runs.filter(({ operation }) => operation === 'row.get').length;
		const readBefore = reads();
		await until('the second to have looked', () => reads() > readBefore);
		answerNow();
		const [made, taken] = await Promise.all([first, second]);
		expect(taken.error).toBeUndefined();
		expect(taken.items[0]?.json).toMatchObject({
			reused: true,
			job_id: made.items[0]?.json.job_id,
		});
		expect(posts()).toBe(1);
	});

	test.each(['callback', 'submit'])(
		'a failed job frees its key where the node does not wait here either: %s',
		async (waitFor) => {
			const film = {
				waitFor,
				resource: 'video',
				model: modelId('t2v-turbo'),
				prompt: '[fail] a film',
			};
			await generate({ payOnceFor: 'order-1' }, { parameters: { ...film, waitFor: 'submit' } });
			expect(statesOf().at(-1)).toBe('accepted');
			await until('the job to have failed', () =>
				[...sandbox.it.sandbox.state.jobs.values()].some(({ status }) => status === 'failed'),
			);
			await generate({ payOnceFor: 'order-1' }, { parameters: film });
			expect(statesOf().at(-1)).toBe('failed');
			expect(posts()).toBe(1);
			await generate({ payOnceFor: 'order-1' }, { parameters: { ...film, prompt: 'a film' } });
			expect(posts()).toBe(2);
		},
	);

	test('a job whose end is seen before the workflow pauses is settled in the ledger', async () => {
		await generate(
			{ payOnceFor: 'order-1' },
			{ parameters: { waitFor: 'callback', prompt: '[fail] x' } },
		);
		expect(statesOf().at(-1)).toBe('failed');
		await generate({ payOnceFor: 'order-2' }, { parameters: { waitFor: 'callback' } });
		expect(tables.rowsOf().at(-1)).toMatchObject({
			key: 'order-2',
			state: 'completed',
			result_url: expect.stringMatching(/^http/),
		});
	});

	test.each(['result', 'callback', 'submit'])(
		'paths into the service’s answer do not hide what the ledger knows: %s',
		async (waitFor) => {
			const first = await generate({ payOnceFor: 'order-1' });
			sandbox.it.sandbox.state.jobs.delete(String(first.items[0]?.json.job_id));
			const answerPaths = {
				paths: { file: 'output.0.uri', status: 'data.state', job_id: 'data.task' },
			};
			const { items } = await generate(
				{ payOnceFor: 'order-1', answerPaths },
				{ parameters: { waitFor } },
			);
			expect(items[0]?.json).toMatchObject({
				status: 'completed',
				url: first.items[0]?.json.url,
				reused: true,
			});
		},
	);

	test.each(['result', 'callback', 'submit'])(
		'a key that stands for several images gives all of them again: %s',
		async (waitFor) => {
			const source = String((await generate({})).items[0]?.json.url);
			const several = {
				resource: 'image',
				operation: 'edit',
				image_urls: [source],
				model: modelId('sandbox-edit-sequential'),
			};
			const asked = {
				parameters: { ...several, waitFor: 'result', parameters: form({ max_images: 3 }) },
			};
			const first = await generate({ payOnceFor: 'order-1' }, asked);
			expect(first.error).toBeUndefined();
			expect(first.items).toHaveLength(3);
			const again = await generate(
				{ payOnceFor: 'order-1' },
				{ parameters: { ...asked.parameters, waitFor } },
			);
			expect(again.items.map(({ json }) => json.url)).toEqual(
				first.items.map(({ json }) => json.url),
			);
			expect(posts()).toBe(2);
		},
	);

	test('a key that cannot be worked out is told with its own item', async () => {
		const items = [{ json: { id: 1 } }, { json: { id: 2 } }];
		const ran = await generate(
			{ payOnceFor: '={{ $json.id === 2 ? $("Nowhere").item.json.id : "order-1" }}' },
			{ items, settings: { onError: 'continueRegularOutput' } },
		);
		expect(ran.items.map(({ json }) => [json.status, json.error === undefined])).toEqual([
			['completed', true],
			['failed', false],
		]);
	});

	test('Retry On Fail and a key: nothing is paid twice', async () => {
		failWith = 403;
		const { items, error } = await generate(
			{ payOnceFor: '={{ $json.id }}' },
			{ items: orders(5), settings: { retryOnFail: true, maxTries: 3 } },
		);
		expect(error).toBeUndefined();
		expect(posts()).toBe(6);
		expect(new Set(items.map(({ json }) => json.job_id)).size).toBe(5);
	});
});

describe('Maximum Cost per Day', () => {
	test('what the ledger has already costs nothing', async () => {
		await generate({ payOnceFor: 'order-1' });
		const { items, error } = await generate({
			payOnceFor: 'order-1',
			maxCostPerDay: 0,
			maxCost: 0,
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json.reused).toBe(true);
	});
});

test.each([{ maxCostPerDay: 100 }, { maxCost: 100 }])(
	'what nobody but the service can price is asked for once, and written down: %j',
	async (limit) => {
		await generate(
			{ ...limit, payOnceFor: 'order-1' },
			{ parameters: { model: modelId('sandbox-image-wide') } },
		);
		expect(tables.rowsOf().at(-1)?.estimated_cost_nanos).toMatch(/^\d+$/);
		expect(
			sandbox.requests('POST').filter(({ path }) => path.endsWith('/billing/estimate')),
		).toHaveLength(1);
	},
);

describe('Ledger > Get Many', () => {
	test.each([
		['key', 'Key'],
		['model', 'Model'],
		['state', 'State'],
		['since', 'Since'],
		['until', 'Until'],
	])('a filter %s whose expression finds nothing does not list everything', async (name, label) => {
		await generate({ payOnceFor: 'order-1' });
		for (const nothing of ['null', 'undefined', "''"]) {
			const { items, error } = await read({ filters: { [name]: `={{ ${nothing} }}` } });
			expect(items).toEqual([]);
			expect(error?.message).toMatch(new RegExp(`^${label} must be .*\\(given: nothing\\)$`));
		}
		expect((await read({ filters: { state: ['={{ null }}'] } })).error?.message).toMatch(
			/^State must be a list/,
		);
		expect((await read({ filters: { [name]: '' } })).items).toHaveLength(1);
	});

	test('a time without a zone is one of the workflow’s', async () => {
		await generate({ payOnceFor: 'order-1' });
		const inHours = (count: number) =>
			`={{ $now.plus({ hours: ${count} }).toFormat("yyyy-MM-dd'T'HH:mm:ss") }}`;
		expect((await read({ filters: { since: inHours(-1), until: inHours(1) } })).items).toHaveLength(
			1,
		);
		expect((await read({ filters: { since: inHours(1) } })).items).toEqual([]);
		expect((await read({ filters: { until: inHours(-1) } })).items).toEqual([]);
	});
});

test('lines of what ended long ago are taken away, open ones are kept', async () => {
	await generate({ ledger: 'old', payOnceFor: 'ended' });
	await generate(
		{ ledger: 'old', payOnceFor: 'open' },
		{ parameters: { waitFor: 'submit', resource: 'video', model: modelId('t2v-turbo') } },
	);
	for (const row of tables.rowsOf('old'))
		row.createdAt = new Date(Date.now() - 100 * 86_400_000).toISOString();
	await generate({ ledger: 'old', ledgerDays: 89 });
	expect(tables.rowsOf('old').filter(({ key }) => key === 'ended')).toEqual([]);
	expect(tables.rowsOf('old').filter(({ key }) => key === 'open')).not.toEqual([]);
});
