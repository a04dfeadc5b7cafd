import { pollNode } from '../../../support/poll';
import { json } from '../../../support/faults';
import { useSandbox } from '../../../support/sandbox';

const sandbox = useSandbox();

test('once for each time that the balance falls below the amount', async () => {
	const server = sandbox.it.sandbox;
	const { apiKey, accountId } = server.addAccount({ balanceUsd: '1' });
	const account = server.state.accounts.get(accountId);
	if (!account) throw new Error('no account');
	const staticData = {};
	const poll = async () =>
		await pollNode({
			parameters: { amount: 0.5 },
			credentials: sandbox.credentials(apiKey),
			staticData,
		});
	const change = (nanos: bigint) => server.context.ledger.deposit(account, nanos, 'Test');

	expect(await poll()).toBeNull();
	change(-500_000_000n);
	expect(await poll()).toBeNull();
	change(-1n);
	expect(await poll()).toEqual([
		[
			{
				json: {
					balance_usd: 0.5,
					held_usd: 0,
					available_usd: 0.5,
					daily_spend_usd: 0,
					monthly_spend_usd: 0,
					balance_nanos: 499_999_999,
					held_nanos: 0,
					available_nanos: 499_999_999,
					daily_spend_nanos: 0,
					monthly_spend_nanos: 0,
					below: true,
					threshold_usd: 0.5,
				},
			},
		],
	]);
	change(-100n);
	expect(await poll()).toBeNull();
	change(1_000_000_000n);
	expect(await poll()).toBeNull();
	change(-1_000_000_000n);
	expect(await poll()).not.toBeNull();
});

test('an n8n that loads the workflow anew for each look, and saves only what started it, tells of each fall', async () => {
	const server = sandbox.it.sandbox;
	const { apiKey, accountId } = server.addAccount({ balanceUsd: '1' });
	const account = server.state.accounts.get(accountId);
	if (!account) throw new Error('no account');
	let saved = '{}';
	const look = async (nanos: bigint) => {
		server.context.ledger.deposit(account, nanos, 'Test');
		const staticData = JSON.parse(saved) as Record<string, boolean>;
		const items = await pollNode({
			parameters: { amount: 0.5 },
			credentials: sandbox.credentials(apiKey),
			staticData,
			nodeId: 'the same',
		});
		if (items) saved = JSON.stringify(staticData);
		return items !== null;
	};
	const changes = [0n, -900_000_000n, 900_000_000n, -900_000_000n, 0n, 900_000_000n, -900_000_000n];
	const started: boolean[] = [];
	for (const change of changes) started.push(await look(change));
	expect(started).toEqual([false, true, false, true, false, false, true]);
});

test.each([0, -1, 0.000_000_000_9, 'ten', '', null])(
	'an amount of %j is refused',
	async (amount) => {
		await expect(
			pollNode({ parameters: { amount }, credentials: sandbox.credentials(), staticData: {} }),
		).rejects.toThrow(/^Amount \(USD\) must be an amount of more than 0 US dollars/);
		expect(sandbox.requests()).toEqual([]);
	},
);

test('Fetch Test Event also shows a balance below the amount, each time, and leaves alone what the workflow remembers', async () => {
	const staticData = { below: true };
	for (let times = 0; times < 2; times++) {
		const shown = await pollNode({
			parameters: { amount: 1e9 },
			credentials: sandbox.credentials(),
			staticData,
			mode: 'manual',
		});
		expect(shown).toMatchObject([[{ json: { below: true, threshold_usd: 1e9 } }]]);
	}
	const high = await pollNode({
		parameters: { amount: 0.000_000_001 },
		credentials: sandbox.credentials(),
		staticData,
		mode: 'manual',
	});
	expect(high).toMatchObject([[{ json: { below: false, threshold_usd: 1e-9 } }]]);
	expect(staticData).toEqual({ below: true });
});

test.each<object>([
	{ available: 5, currency: { code: 'JPY' } },
	{ balance: { available: 5 }, account: { currency: 'EUR' } },
	{ available_usd: 5, error: 'The balance is not known' },
])(
	'a balance that is not surely one in US dollars starts nothing, and says so: %j',
	async (said) => {
		sandbox.fault = () => ({ when: 'before', give: json(200, JSON.stringify(said)) });
		const polling = pollNode({
			parameters: { amount: 10 },
			credentials: sandbox.credentials(),
			staticData: {},
		});
		await expect(polling).rejects.toThrow(
			'The service’s answer contains no available balance in US dollars',
		);
	},
);
