import { pollNode } from '../../../support/poll';
import { useSandbox } from '../../../support/sandbox';

const sandbox = useSandbox();

test('once for each time that the balance falls below the amount', async () => {
	const server = sandbox.it.sandbox;
	const { apiKey, accountId } = server.addAccount({ balanceUsd: '1' });
	const account = server.state.accounts.get(accountId);
	if (!account) throw new Error('no account');
	const staticData = {};
	const poll = async () => await pollNode({ parameters: { amount: 0.5 }, credentials: sandbox.credentials(apiKey), staticData });
	const change = (nanos: bigint) => server.context.ledger.deposit(account, nanos, 'Test');

	expect(await poll()).toBeNull();
	change(-500_000_000n);
	expect(await poll()).toBeNull();
	change(-1n);
	expect(await poll()).toMatchObject([[{ json: { available_nanos: 499_999_999, below: true, threshold_usd: 0.5 } }]]);
	change(-100n);
	expect(await poll()).toBeNull();
	change(1_000_000_000n);
	expect(await poll()).toBeNull();
	change(-1_000_000_000n);
	expect(await poll()).not.toBeNull();
});

test.each([0, -1, 'ten'])('an amount of %j is refused', async (amount) => {
	await expect(pollNode({ parameters: { amount }, credentials: sandbox.credentials(), staticData: {} })).rejects.toThrow(
		/^Amount \(USD\) must be an amount of more than 0 US dollars/,
	);
	expect(sandbox.requests()).toEqual([]);
});

test('pressing Fetch Test Event shows the balance, whatever it is, and changes nothing', async () => {
	const staticData = {};
	const shown = await pollNode({ parameters: { amount: 1 }, credentials: sandbox.credentials(), staticData, mode: 'manual' });
	expect(shown).toMatchObject([[{ json: { below: false } }]]);
	expect(staticData).toEqual({});
});
