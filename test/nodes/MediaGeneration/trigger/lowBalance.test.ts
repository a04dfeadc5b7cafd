import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { pollNode, type NodePoll } from '../../../support/poll';
import { answerOf } from '../../../support/faults';
import { useSandbox } from '../../../support/sandbox';

const sandbox = useSandbox();

/** Polls for this amount, as the demo account unless a test says otherwise. */
const poll = async (amount: unknown, staticData: object = {}, more: Partial<NodePoll> = {}) =>
	await pollNode({
		parameters: { amount } as INodeParameters,
		credentials: sandbox.credentials(),
		staticData: staticData as IDataObject,
		...more,
	});
/** An account that has a dollar: its credentials, and how its balance changes. */
function ofADollar() {
	const server = sandbox.it.sandbox;
	const { apiKey, accountId } = server.addAccount({ balanceUsd: '1' });
	const account = server.state.accounts.get(accountId);
	if (!account) throw new Error('no account');
	return {
		own: { credentials: sandbox.credentials(apiKey) },
		change: (nanos: bigint) => server.context.ledger.deposit(account, nanos, 'Test'),
	};
}

test('once for each time that the balance falls below the amount', async () => {
	const { own, change } = ofADollar();
	const staticData = {};
	const polled = async () => await poll(0.5, staticData, own);

	expect(await polled()).toBeNull();
	change(-500_000_000n);
	expect(await polled()).toBeNull();
	change(-1n);
	expect(await polled()).toEqual([
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
	expect(await polled()).toBeNull();
	change(1_000_000_000n);
	expect(await polled()).toBeNull();
	change(-1_000_000_000n);
	expect(await polled()).not.toBeNull();
});

test('an n8n that loads the workflow anew for each look, and saves only what started it, tells of each fall', async () => {
	const { own, change } = ofADollar();
	let saved = '{}';
	const look = async (nanos: bigint) => {
		change(nanos);
		const staticData = JSON.parse(saved) as Record<string, boolean>;
		const items = await poll(0.5, staticData, { ...own, nodeId: 'the same' });
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
		await expect(poll(amount)).rejects.toThrow(
			/^Amount \(USD\) must be an amount of more than 0 US dollars/,
		);
		expect(sandbox.requests()).toEqual([]);
	},
);

test('Fetch Test Event shows the balance, above the amount or below it, each time, and leaves alone what the workflow remembers', async () => {
	const staticData = { below: true };
	for (const [amount, below] of [
		[1e9, true],
		[1e9, true],
		[1e-9, false],
	] as const)
		expect(await poll(amount, staticData, { mode: 'manual' })).toMatchObject([
			[{ json: { below, threshold_usd: amount } }],
		]);
	expect(staticData).toEqual({ below: true });
});

test.each<object>([
	{ available: 5, currency: { code: 'JPY' } },
	{ balance: { available: 5 }, account: { currency: 'EUR' } },
	{ available_usd: 5, error: 'The balance is not known' },
])(
	'a balance that is not surely one in US dollars starts nothing, and says so: %j',
	async (said) => {
		sandbox.fault = () => answerOf(said);
		await expect(poll(10)).rejects.toThrow(
			'The service’s answer contains no available balance in US dollars',
		);
	},
);
