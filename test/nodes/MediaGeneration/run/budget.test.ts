import type { INodeParameters } from 'n8n-workflow';
import { runNode, type NodeRun } from '../../../support/engine';
import { json } from '../../../support/faults';
import { modelId, useSandbox } from '../../../support/sandbox';

const sandbox = useSandbox();

const draw = {
	resource: 'image',
	operation: 'generate',
	prompt: 'a red fox',
	model: modelId('={{ $json.model }}'),
};
const models = (...names: string[]) => names.map((model) => ({ json: { model } }));
const submissions = () =>
	sandbox.requests('POST').filter(({ path }) => path === '/v1/images/generations');
const run = async (
	options: object,
	items: NodeRun['items'],
	more: Partial<NodeRun> = {},
	apiKey?: string,
) =>
	await runNode({
		parameters: { ...draw, options: { download: false, ...options } } as unknown as INodeParameters,
		items,
		credentials: sandbox.credentials(apiKey),
		...more,
	});
/** Has the service tell its prices, or its balance, so. */
const answering = (asked: 'estimate' | 'balance', body: object) => {
	sandbox.fault = ({ path }) =>
		path === `/v1/billing/${asked}`
			? { when: 'before', give: json(200, JSON.stringify(body)) }
			: undefined;
};

describe('what cannot be priced', () => {
	const noTotal = (said: object) =>
		`The cost of sandbox-image-quality cannot be worked out: the service’s estimate is no total in US dollars for this request (it says: ${JSON.stringify(said)})`;
	const priceless = noTotal({ ok: true });

	test.each([{ maxCost: 1 }, { checkBalance: true }])(
		'with %j: nothing is sent, not even what could be priced',
		async (options) => {
			answering('estimate', { ok: true });
			const { error } = await run(
				options,
				models('model-dev', 'sandbox-image-quality', 'model-dev'),
			);
			expect(error).toMatchObject({
				message: priceless,
				description: expect.stringMatching(/^Nothing was sent\./),
				context: { itemIndex: 1 },
			});
			expect(submissions()).toEqual([]);
		},
	);

	test.each<[string, object]>([
		['the price of a part', { price_usd: 0.1, unit: 'second' }],
		['a price in another currency', { value: 5, currency: { code: 'JPY' } }],
		['a cost in another currency', { cost: { value: 5, currency: { code: 'JPY' } } }],
		['a price beside an error', { error: 'No such model', cost_usd: 0.1 }],
		['the least that it can cost', { price_from_usd: 0.1 }],
	])(
		'with an estimate that is %s: nothing is sent, and the error says what the service said',
		async (_, said) => {
			answering('estimate', said);
			const { error } = await run({ maxCost: 100 }, models('sandbox-image-quality'));
			expect(error).toMatchObject({
				message: noTotal(said),
				description: expect.stringMatching(/^Nothing was sent\./),
			});
			expect(submissions()).toEqual([]);
		},
	);

	test.each([
		['stopWorkflow', 1],
		['continueRegularOutput', 3],
	] as const)(
		'with On Error %s the service is asked for %d of three prices',
		async (onError, asked) => {
			answering('estimate', { ok: true });
			const three = models(
				'sandbox-image-quality',
				'sandbox-image-quality',
				'sandbox-image-quality',
			);
			const { items } = await run({ maxCost: 1, concurrency: 1 }, three, { settings: { onError } });
			expect(items.map(({ json: { error } }) => error)).toEqual(
				onError === 'stopWorkflow' ? [] : [priceless, priceless, priceless],
			);
			expect(sandbox.requests('POST').map(({ path }) => path)).toEqual(
				Array(asked).fill('/v1/billing/estimate'),
			);
		},
	);

	test('an item that is no request at all is not sent, and the others are, where the node goes on', async () => {
		const { items } = await run({ maxCost: 1 }, models('model-dev', '', 'model-dev'), {
			settings: { onError: 'continueRegularOutput' },
		});
		expect(items.map(({ json: { status, error } }) => error ?? status)).toEqual([
			'completed',
			expect.stringMatching(/^Model is required/),
			'completed',
		]);
		expect(submissions()).toHaveLength(2);
	});

	test('is not counted among what is more than the limit', async () => {
		const { items } = await run({ maxCost: 0.15 }, models('model-dev', '', 'model-dev'), {
			settings: { onError: 'continueRegularOutput' },
		});
		expect(items[0]?.json.error).toBe(
			'2 items can cost up to $0.20, more than the Maximum Cost of $0.15',
		);
	});

	test('is not submitted for a workflow that pauses either', async () => {
		answering('estimate', { ok: true });
		const { items } = await run({ maxCost: 1 }, models('sandbox-image-quality'), {
			settings: { onError: 'continueRegularOutput' },
		});
		expect(items[0]?.json.error).toBe(priceless);
		const { items: paused } = await runNode({
			parameters: {
				...draw,
				waitFor: 'callback',
				options: { maxCost: 1 },
			} as unknown as INodeParameters,
			items: models('sandbox-image-quality'),
			credentials: sandbox.credentials(),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(paused[0]?.json.error).toBe(priceless);
		expect(submissions()).toEqual([]);
	});

	test('without a budget it is sent all the same', async () => {
		answering('estimate', { ok: true });
		expect((await run({}, models('sandbox-image-quality'))).items[0]?.json.status).toBe(
			'completed',
		);
		expect(sandbox.requests('POST').map(({ path }) => path)).toEqual(['/v1/images/generations']);
	});
});

describe('the balance', () => {
	test.each([
		['just enough', '0.20', 2, undefined, undefined],
		[
			'a nano too little',
			'0.199999999',
			0,
			'2 items can cost up to $0.20, more than the available balance of $0.199999999',
			expect.stringMatching(/^Nothing was sent\. Add funds, or send fewer items\./),
		],
	])('%s', async (_, balanceUsd, sent, message, description) => {
		const { apiKey } = sandbox.it.sandbox.addAccount({ balanceUsd });
		const { error } = await run(
			{ checkBalance: true },
			models('model-dev', 'model-dev'),
			{},
			apiKey,
		);
		expect([error?.message, error?.description]).toEqual([message, description]);
		expect(submissions()).toHaveLength(sent);
	});

	test.each<object>([
		{ ok: true },
		{ available: 100, currency: { code: 'JPY' } },
		{ available_usd: 100, currency: 'EUR' },
		{ available: 100, unit: 'credits' },
		{ available_usd: 99, error: 'The balance is not known' },
	])('an answer that tells none: nothing is sent: %j', async (said) => {
		answering('balance', said);
		const { error } = await run({ checkBalance: true }, models('model-dev'));
		expect(error).toMatchObject({
			message: 'The service’s answer contains no available balance in US dollars',
			description: expect.stringMatching(
				/^Nothing was sent\. To run without this check, remove the option Cost: Check Balance First\./,
			),
		});
		expect(submissions()).toEqual([]);
	});

	test('is not asked for where nothing is to be paid, nor without the option', async () => {
		await run({ checkBalance: true, dryRun: true }, models('model-dev'));
		await run({ maxCost: 5 }, models('model-dev'));
		expect(sandbox.requests('GET').map(({ path }) => path)).not.toContain('/v1/billing/balance');
	});
});

test('what is over the budget says the sum, and what to do', async () => {
	const { error } = await run({ maxCost: 0.15 }, models('model-dev', 'model-dev'));
	expect(error).toMatchObject({
		message: '2 items can cost up to $0.20, more than the Maximum Cost of $0.15',
		description: expect.stringMatching(
			/^Nothing was sent\. Raise the maximum, choose a cheaper model, or send fewer items\./,
		),
	});
	expect(submissions()).toEqual([]);
});

test('what costs as much as the budget is sent', async () => {
	expect((await run({ maxCost: 0.2 }, models('model-dev', 'model-dev'))).error).toBeUndefined();
	expect(submissions()).toHaveLength(2);
});

test('a budget of nothing lets nothing through', async () => {
	expect((await run({ maxCost: 0 }, models('model-dev'))).error?.message).toBe(
		'1 item can cost up to $0.10, more than the Maximum Cost of $0.00',
	);
	expect(submissions()).toEqual([]);
});
