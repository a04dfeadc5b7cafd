import type { FaultHook, FaultRequest, OpenedAccount } from '../../../../sandbox';
import { prompts } from '../../../support/drawing';
import { runNode } from '../../../support/engine';
import { DataTables } from '../../../support/dataTable';
import {
	answerOf,
	everyThirdRequest,
	expectEvenFaults,
	json,
	moneyTrail,
} from '../../../support/faults';
import { IMAGE, modelId, useSandbox } from '../../../support/sandbox';

let fault: FaultHook = () => undefined;
const sandbox = useSandbox({
	faults: (request) => (isOwn(request) ? fault(request) : undefined),
	balanceUsd: '1000',
	keptRequests: 20_000,
});
/** Each test has an account of its own: what an earlier one gave up waiting for may still arrive. */
let account: OpenedAccount;
beforeEach(() => {
	account = sandbox.it.sandbox.addAccount({ balanceUsd: '1000' });
	fault = () => undefined;
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());
const generate = { ...IMAGE, prompt: '={{ $json.prompt }}' };
const run = async (options: object, more: object = {}, parameters: object = {}) =>
	await runNode({
		parameters: {
			...generate,
			options: { download: false, ...options },
			...parameters,
		} as never,
		credentials: sandbox.credentials(account.apiKey),
		...more,
	});
/** A file is fetched without the key. */
const isOwn = ({ path, headers }: Pick<FaultRequest, 'path' | 'headers'>) =>
	path.startsWith('/media/') || headers['x-api-key'] === account.apiKey;
const requests = () =>
	sandbox.requests().filter(({ headers }) => headers['x-api-key'] === account.apiKey);
const submissions = () => requests().filter(({ path }) => path === '/v1/images/generations');
const charges = () =>
	sandbox.it.sandbox.state.accounts
		.get(account.accountId)
		?.entries.filter(({ type }) => type === 'charge') ?? [];

test('Retry On Fail on a batch whose seventh item fails once pays for ten items', async () => {
	let failed = false;
	fault = ({ body }) => {
		if (failed || !body.includes('picture 6')) return undefined;
		failed = true;
		return { when: 'before', give: json(403, '{"error":{"message":"not now"}}') };
	};
	const { items, error } = await run(
		{},
		{ items: prompts(10), settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } },
	);
	expect(error).toBeUndefined();
	expect(items.map(({ json: { status } }) => status)).toEqual(Array(10).fill('completed'));
	expect(charges()).toHaveLength(10);
});

test('1,000 items with a fault on every third request: no job paid twice, none paid that is not told of', async () => {
	jest.spyOn(Math, 'random').mockReturnValue(0.1);
	const faulty = everyThirdRequest(() => sandbox.it);
	fault = faulty.hook;
	const input = prompts(1000);
	const { items, hints } = await run(
		{ concurrency: 20, requestTimeout: 1 },
		{ items: input, settings: { onError: 'continueRegularOutput' } },
	);
	expect(items).toHaveLength(1000);
	expectEvenFaults(faulty.given);
	const sentAgain = Number(/(\d+) requests sent again/.exec(hints.join())?.[1]);
	expect(sentAgain).toBeGreaterThanOrEqual(faulty.given.times.tooMany as number);
	const trail = moneyTrail(
		sandbox.it,
		account.accountId,
		items,
		input.map(({ json: { prompt } }) => prompt),
	);
	expect(trail).toMatchObject({ charges: trail.paidJobs, paidTwice: [], untold: [], unknown: [] });
	expect(trail.completed).toBeLessThan(trail.paidJobs);
});

const failsFor = (first: unknown, others: unknown) =>
	[first, others, others].map((x, index) => ({
		json: { x, index, prompt: `picture ${index}` } as never,
	}));
const ownMistakes: ReadonlyArray<
	readonly [what: string, options: object, items: ReturnType<typeof failsFor>]
> = [
	[
		'an empty key',
		{ payOnceFor: '={{ $json.x ? $json.x + $json.index : "" }}' },
		failsFor('', 'order'),
	],
	['a time that is none', { requestTimeout: '={{ $json.x }}' }, failsFor('soon', 60)],
	['a Cost: Dry Run that is none', { dryRun: '={{ $json.x }}' }, failsFor('maybe', false)],
	[
		'a switch of the ledger that is none',
		{ ledger: 'jobs', ledgerPrompts: '={{ $json.x }}' },
		failsFor('maybe', true),
	],
	[
		'a name whose expression fails',
		{ fileName: "={{ $json.x ? 'a' : $('Nowhere').item.json.x }}" },
		failsFor('', 'b'),
	],
];

test.each(ownMistakes)(
	'%s of the first item fails that item alone, though there is a budget too',
	async (_, options, items) => {
		const result = await run(
			{ maxCost: 5, maxCostPerDay: 5, concurrency: 1, ...options },
			{
				items,
				settings: { onError: 'continueRegularOutput' },
				additional: new DataTables().additional,
			},
		);
		expect(result.items.map(({ json: { status } }) => status)).toEqual([
			'failed',
			'completed',
			'completed',
		]);
		expect(submissions().map(({ body }) => (body as { prompt: string }).prompt)).toEqual([
			'picture 1',
			'picture 2',
		]);
	},
);

test.each([
	['Maximum Cost', { maxCost: '={{ $json.x }}' }, /^Cost: Maximum \(USD\) must be/],
	['Request: Items at Once', { concurrency: '={{ $json.x }}' }, /^Request: Items at Once must be/],
	[
		'Maximum Cost, whose expression fails',
		{ maxCost: "={{ $('Nowhere').item.json.x }}" },
		/^Referenced node/,
	],
])('%s of the first item is the whole run’s: nothing is sent', async (_, options, message) => {
	const { items } = await run(options, {
		items: failsFor(undefined, 5),
		settings: { onError: 'continueRegularOutput' },
	});
	expect(items.map(({ json: { error } }) => error)).toEqual(
		Array(3).fill(expect.stringMatching(message)),
	);
	expect(requests()).toEqual([]);
});

test('an item that cannot be priced is not sent, though the others are', async () => {
	fault = ({ path }) => (path === '/v1/billing/estimate' ? answerOf({ ok: true }) : undefined);
	const items = ['model-dev', 'sandbox-image-quality', 'model-dev'].map((model) => ({
		json: { prompt: 'x', model },
	}));
	const { items: output } = await run(
		{ maxCost: 1 },
		{ items, settings: { onError: 'continueRegularOutput' } },
		{ model: modelId('={{ $json.model }}') },
	);
	expect(output.map(({ json: { status, error } }) => error ?? status)).toEqual([
		'completed',
		expect.stringMatching(/^The cost of sandbox-image-quality cannot be worked out/),
		'completed',
	]);
	expect(submissions()).toHaveLength(2);
});

test('a dry run gives the exact request and its price, and sends nothing', async () => {
	const { items, hints } = await run({ dryRun: true }, { items: prompts(2) });
	expect(hints.join()).toBe('2 of 2 items done, dry runs would cost $0.20.');
	expect(Object.keys(items[1]?.json ?? {})[0]).toBe('estimated_cost_usd');
	expect(items[1]?.json).toEqual({
		dry_run: true,
		total_usd: 0.2,
		method: 'POST',
		path: '/v1/images/generations',
		body: { model: 'model-dev', prompt: 'picture 1' },
		estimated_cost_usd: 0.1,
		estimated_cost_nanos: '100000000',
	});
	expect(requests()).toEqual([]);
});

test('many at once, in order, and never more than asked for', async () => {
	const [count, atOnce] = [40, 7];
	let left = count;
	const held: Array<() => void> = [];
	let most = 0;
	fault = async ({ method }) => {
		if (method !== 'POST') return undefined;
		// None goes on before all that may be under way at once are there.
		const goOn = new Promise<void>((resolve) => held.push(resolve));
		most = Math.max(most, held.length);
		if (held.length === Math.min(atOnce, left)) {
			await new Promise(setImmediate);
			left -= held.length;
			for (const resolve of held.splice(0)) resolve();
		}
		await goOn;
		return undefined;
	};
	const { items } = await run({ concurrency: atOnce }, { items: prompts(count) });
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		prompts(count).map((_, item) => ({ item })),
	);
	expect(most).toBe(atOnce);
});

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'Stop ends all of a batch, with On Error %s',
	async (onError) => {
		let cancel = () => {};
		fault = ({ method }) => {
			if (method === 'POST' && submissions().length === 5) cancel();
			return undefined;
		};
		await run(
			{ concurrency: 3 },
			{
				items: prompts(40),
				settings: { onError },
				onStart: (execution: { cancel(): void }) => {
					cancel = () => execution.cancel();
				},
			},
		);
		expect(submissions().length).toBeLessThanOrEqual(7);
	},
);

test('Stop ends the wait for a rate limit', async () => {
	let cancel = () => {};
	fault = () => {
		setImmediate(() => cancel());
		return { when: 'before', give: json(429, '{}', { 'retry-after': '600' }) };
	};
	await run(
		{ concurrency: 3 },
		{
			items: prompts(40),
			onStart: (execution: { cancel(): void }) => {
				cancel = () => execution.cancel();
			},
		},
	);
	expect(submissions().length).toBeLessThanOrEqual(3);
});

test('a rate limit holds the batch up, and no item fails for it', async () => {
	let refused = 0;
	fault = ({ method }) =>
		method === 'POST' && ++refused % 2 === 1
			? { when: 'before', give: json(429, '{}', { 'retry-after': '0.01' }) }
			: undefined;
	const { items, hints } = await run({ concurrency: 4 }, { items: prompts(20) });
	expect(items.map(({ json: { status } }) => status)).toEqual(Array(20).fill('completed'));
	expect(hints.join()).toMatch(
		/^20 of 20 items done, 20 jobs, \$2\.00 in all, \d+ requests sent again, held up \d+\.\d s by the service’s rate limit\.$/,
	);
});

test('a dry run pays nothing, also when the workflow would pause', async () => {
	const { items } = await run({ dryRun: true }, { items: prompts(2) }, { waitFor: 'callback' });
	expect(items.map(({ json: { dry_run } }) => dry_run)).toEqual([true, true]);
	expect(requests()).toEqual([]);
});
