import { Account } from '../../../../nodes/MediaGeneration/spend/account';
import type { AttemptEnd } from '../../../../nodes/MediaGeneration/spend/ledger/attemptEnd';
import { detailsOf } from '../../../../nodes/MediaGeneration/failures/details';
import { nodeContext } from '../../../support/nodeContext';

const USD = 1_000_000_000n;
const { run } = nodeContext();
const opened = (limit: bigint, ...prices: bigint[]) => {
	const account = new Account({});
	account.open(limit, new Map(prices.entries()));
	return account;
};

test('without a limit anything can be taken, and what was spent is counted', () => {
	const account = new Account({});
	expect([account.isLimited, account.spent]).toEqual([false, 0n]);
	expect(account.take(run.item(0), undefined, 5n)).toBeUndefined();
	expect(account.take(run.item(1), undefined, 7n)).toBeUndefined();
	expect([account.isLimited, account.spent]).toEqual([false, 12n]);
});

test('a limit holds to the nano', () => {
	const account = opened(10n);
	expect(account.isLimited).toBe(true);
	expect(account.take(run.item(0), undefined, 4n)).toBeUndefined();
	expect(account.take(run.item(0), undefined, 7n)).toBeDefined();
	expect(account.spent).toBe(4n);
	expect(account.take(run.item(0), undefined, 6n)).toBeUndefined();
	expect(account.spent).toBe(10n);
	expect(account.take(run.item(0), undefined, 0n)).toBeUndefined();
});

test('the first try of each item has its room, until it is taken or given up', () => {
	const account = opened(10n, 3n, 3n, 3n);
	expect(account.take(run.item(0), undefined, 3n)).toBeUndefined();
	expect(account.take(run.item(0), undefined, 2n)).toBeDefined();
	expect(account.take(run.item(1), undefined, 4n)).toBeUndefined();
	expect(account.take(run.item(0), undefined, 1n)).toBeDefined();
	account.release(2);
	account.release(2);
	account.release(7);
	expect(account.take(run.item(0), undefined, 4n)).toBeDefined();
	expect(account.take(run.item(0), undefined, 3n)).toBeUndefined();
	expect(account.spent).toBe(10n);
});

describe('what is told of a try takes the place of what was expected', () => {
	const model = 'dear';
	const taken = (price: bigint) => {
		const account = opened(10n);
		account.take(run, model, price);
		return account;
	};

	test.each<[AttemptEnd, bigint]>([
		[{ state: 'not_sent' }, 0n],
		[{ state: 'failed', cost: 0n }, 0n],
		[{ state: 'failed' }, 4n],
		[{ state: 'failed', cost: 1n }, 1n],
		[{ state: 'completed' }, 4n],
		[{ state: 'completed', cost: 0n }, 0n],
		[{ state: 'completed', cost: 9n }, 9n],
		[{ state: 'accepted', cost: 1n }, 4n],
		[{ state: 'accepted', cost: 5n }, 5n],
		[{ state: 'may_be_paid' }, 4n],
		[{ state: 'may_be_paid', cost: 6n }, 6n],
	])('%j leaves %d of four', (ending, left) => {
		const account = taken(4n);
		expect(account.settle(0, model, 4n, ending)).toBe(left);
		expect(account.spent).toBe(left);
		expect(account.take(run.item(1), undefined, 10n - left)).toBeUndefined();
		expect(account.take(run.item(1), undefined, 1n)).toBeDefined();
	});

	test('and may be told again', () => {
		const account = taken(4n);
		const counted = account.settle(0, model, 4n, { state: 'accepted', cost: 5n });
		expect(account.settle(0, model, counted, { state: 'completed', cost: 2n })).toBe(2n);
		expect(account.spent).toBe(2n);
	});

	test('and never makes it less than nothing', () => {
		const account = new Account({});
		account.settle(0, model, 4n, { state: 'not_sent' });
		expect(account.spent).toBe(0n);
	});

	test('and a model that was dearer than expected is expected to be so again, and the item without room says why', () => {
		const account = taken(2n);
		account.settle(0, model, 2n, { state: 'completed', cost: 6n });
		expect([account.expect('dear', 2n), account.expect('dear', 7n)]).toEqual([6n, 7n]);
		expect([
			account.expect('other', 2n),
			account.expect(undefined, 2n),
			account.expect(model, undefined),
		]).toEqual([2n, 2n, undefined]);
		expect(account.take(run.item(1), 'dear', 6n)?.message).toBe(
			'Item 1 cost $0.000000006 where $0.000000002 was expected. A try can cost up to $0.000000006, and of the Maximum Cost of $0.00000001 only $0.000000004 is left',
		);
	});
});

test.each([
	[false, USD, 0n, '$1.00', 'Raise the maximum, choose a cheaper model, or send fewer items.'],
	[
		false,
		USD,
		(USD * 3n) / 4n,
		'$0.25',
		'Raise the maximum, choose a cheaper model, or send fewer items.',
	],
	[
		false,
		USD,
		USD * 2n,
		'$0.00',
		'Raise the maximum, choose a cheaper model, or send fewer items.',
	],
	[true, USD, 0n, '$1.00', 'Choose a cheaper model, or a shorter video.'],
])(
	'a try without room says what is left and what to do: as a tool %s, of %d with %d spent',
	(isTool, limit, spent, left, advice) => {
		const account = new Account({ spent: spent.toString() });
		account.open(limit, new Map());
		const failure = account.take(nodeContext({ isTool }).run.item(2), undefined, USD + 1n);
		const remedy = `Every try that may have been paid for counts. ${advice}`;
		expect(failure).toMatchObject({
			message: `A try can cost up to $1.000000001, and of the Maximum Cost${isTool ? ' per Call' : ''} of $1.00 only ${left} is left`,
			description: `Nothing was sent. ${remedy}`,
			context: { itemIndex: 2 },
		});
		expect(detailsOf(failure)).toEqual({ remedy });
		expect(account.spent).toBe(spent);
	},
);

describe('tries that may have been paid for', () => {
	test('are counted for each item, and for all', () => {
		const account = new Account({});
		expect(account.unclearTries()).toEqual({ tries: 0, cost: 0n });
		account.noteUnclear(0, 5n);
		account.noteUnclear(1, 7n);
		account.noteUnclear(0, 9n);
		expect(account.unclearTries(0)).toEqual({ tries: 2, cost: 14n });
		expect(account.unclearTries(1)).toEqual({ tries: 1, cost: 7n });
		expect(account.unclearTries(2)).toEqual({ tries: 0, cost: 0n });
		expect(account.unclearTries()).toEqual({ tries: 3, cost: 21n });
	});

	test('have no sum where the price of one is not known', () => {
		const account = new Account({});
		account.noteUnclear(0, 5n);
		account.noteUnclear(0, undefined);
		account.noteUnclear(1, 0n);
		expect(account.unclearTries(0)).toEqual({ tries: 2, cost: undefined });
		expect(account.unclearTries(1)).toEqual({ tries: 1, cost: 0n });
		expect(account.unclearTries()).toEqual({ tries: 3, cost: undefined });
	});
});

test('Retry On Fail goes on with what n8n has kept, as plain data', () => {
	const kept = {};
	const before = new Account(kept);
	before.take(run.item(0), undefined, 12n);
	before.noteUnclear(0, 5n);
	before.noteUnclear(0, undefined);
	const after = new Account(JSON.parse(JSON.stringify(kept)) as never);
	expect(after.spent).toBe(12n);
	expect(after.unclearTries()).toEqual({ tries: 2, cost: undefined });
	expect(after.unclearTries(1)).toEqual({ tries: 0, cost: 0n });
});

test.each([{ spent: 7, unclear: 'x' }, { spent: null, unclear: [null, 1, []] }, { unclear: {} }])(
	'what n8n has kept of something else counts as nothing: %j',
	(kept) => {
		expect([new Account(kept as never).spent, new Account(kept as never).unclearTries()]).toEqual([
			0n,
			{ tries: 0, cost: 0n },
		]);
	},
);

test('a run has one account; another round of a loop and each call of a tool have their own', () => {
	const kept = {};
	const { run: first } = nodeContext({ kept });
	first.account.take(first, undefined, 3n);
	expect(first.item(3).account).toBe(first.account);
	expect(nodeContext({ kept }).run.account.spent).toBe(3n);
	expect(nodeContext({ kept, runIndex: 1 }).run.account.spent).toBe(0n);
	const { run: call } = nodeContext({ kept, isTool: true });
	call.account.take(call, undefined, 5n);
	expect(call.account.spent).toBe(5n);
	expect(nodeContext({ kept, isTool: true }).run.account.spent).toBe(0n);
});
