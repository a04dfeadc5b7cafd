import { runNode } from '../../../../support/engine';
import { useSandbox } from '../../../../support/sandbox';

const sandbox = useSandbox({ balanceUsd: '12.5' });

test('every amount of the document, in US dollars and in nanos', async () => {
	const { items } = await runNode({
		parameters: { resource: 'billing', operation: 'getBalance' },
		credentials: sandbox.credentials(),
	});
	expect(items).toMatchObject([
		{
			json: {
				balance_usd: 12.5,
				held_usd: 0,
				available_usd: 12.5,
				daily_spend_usd: 0,
				monthly_spend_usd: 0,
				balance_nanos: 12_500_000_000,
			},
			pairedItem: { item: 0 },
		},
	]);
});

test('a key that may not read it is told which scope it lacks', async () => {
	const { apiKey } = sandbox.it.sandbox.addAccount({ scopes: ['image:*'] });
	const { error } = await runNode({
		parameters: { resource: 'billing', operation: 'getBalance' },
		credentials: sandbox.credentials(apiKey),
	});
	expect(error?.message).toMatch(/billing:read/);
});
