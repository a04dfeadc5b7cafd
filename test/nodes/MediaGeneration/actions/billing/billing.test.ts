import { usdToNanos } from '../../../../../contract/money';
import { runNode } from '../../../../support/engine';
import { form, modelId, useSandbox } from '../../../../support/sandbox';

const sandbox = useSandbox();
const run = async (parameters: object, apiKey?: string) =>
	await runNode({ parameters: parameters as never, credentials: sandbox.credentials(apiKey) });
const billing = async (operation: string, parameters: object = {}, apiKey?: string) =>
	await run({ resource: 'billing', operation, ...parameters }, apiKey);
const generate = async (apiKey: string) =>
	await run(
		{
			resource: 'image',
			operation: 'generate',
			prompt: 'x',
			model: modelId('model-dev'),
			options: { download: false },
		},
		apiKey,
	);

test('the estimate is what is then charged', async () => {
	const { apiKey } = sandbox.it.sandbox.addAccount({});
	const { items, error } = await billing(
		'estimateCost',
		{ kind: 'image', model: modelId('model-dev'), parameters: form({ image_width: 512 }) },
		apiKey,
	);
	expect(error).toBeUndefined();
	const before = (await billing('getBalance', {}, apiKey)).items[0]?.json;
	await generate(apiKey);
	const after = (await billing('getBalance', {}, apiKey)).items[0]?.json;
	const charged = Number(before?.balance_nanos) - Number(after?.balance_nanos);
	expect(items[0]?.json).toMatchObject({ catalog_usd_low: 0.1, catalog_usd_high: 0.1 });
	expect(items[0]?.json.estimated_cost_nanos).toBe(String(charged));
	expect(BigInt(charged)).toBe(usdToNanos('0.10'));
});

test('estimates add up, with variants, and say so', async () => {
	const { items, run: whole } = await runNode({
		parameters: {
			resource: 'billing',
			operation: 'estimateCost',
			kind: 'image',
			model: modelId('model-dev'),
			options: { variants: '={{ $json.times }}' },
		} as never,
		items: [{ json: { times: 1 } }, { json: { times: 4 } }],
		credentials: sandbox.credentials(),
	});
	expect(items.map(({ json }) => Object.entries(json).slice(0, 2))).toEqual(
		[1, 2].map(() => [
			['estimated_cost_usd', 0.1],
			['total_usd', 0.5],
		]),
	);
	const [{ hints } = {}] = whole.data.resultData.runData['Media Generation'] ?? [];
	expect(hints).toMatchObject([{ message: '2 requests would cost $0.50 in all.' }]);
});

test.each(['getBalance', 'getTransactions', 'setLimits'])(
	'%s tells dollars first and nanos last',
	async (operation) => {
		const { apiKey } = sandbox.it.sandbox.addAccount({});
		const limits = { limits: { daily_limit_usd: 5 } };
		await generate(apiKey);
		const { items } = await billing(operation, operation === 'setLimits' ? limits : {}, apiKey);
		const names = Object.keys(items[0]?.json ?? {});
		expect(names.at(0)).toMatch(/_usd$/);
		expect(names.at(-1)).toMatch(/_nanos$/);
	},
);

test('transactions: all of them, or a limit', async () => {
	const { apiKey } = sandbox.it.sandbox.addAccount({});
	for (let made = 0; made < 3; made++) await generate(apiKey);
	const { items } = await billing('getTransactions', { returnAll: true }, apiKey);
	expect(items.length).toBeGreaterThanOrEqual(4);
	expect(new Set(items.map(({ json }) => JSON.stringify(json))).size).toBe(items.length);
	expect(
		(await billing('getTransactions', { returnAll: false, limit: 2 }, apiKey)).items,
	).toHaveLength(2);
});

test('limits are set in US dollars, and then hold', async () => {
	const { apiKey } = sandbox.it.sandbox.addAccount({});
	expect(
		(await billing('setLimits', { limits: { daily_limit_usd: 0.15 } }, apiKey)).error,
	).toBeUndefined();
	expect((await generate(apiKey)).error).toBeUndefined();
	const { error } = await generate(apiKey);
	expect(error?.context?.details).toMatchObject({ http_code: 402 });
	expect(error?.description).toMatch(/Set Limits/);
});
