import type { FaultHook } from '../../../../../sandbox';
import { runNode } from '../../../../support/engine';
import { json } from '../../../../support/faults';
import { useSandbox } from '../../../../support/sandbox';

let fault: FaultHook = () => undefined;
const sandbox = useSandbox({ faults: (request) => fault(request) });
afterEach(() => {
	fault = () => undefined;
});
const set = async (limits: unknown, options: object = {}) =>
	await runNode({
		parameters: { resource: 'billing', operation: 'setLimits', limits, options } as never,
		credentials: sandbox.credentials(),
	});

test.each<[unknown, object, object]>([
	[{ daily_limit_usd: 5 }, {}, { daily_limit_usd: 5 }],
	[{ monthly_limit_usd: '20' }, {}, { monthly_limit_usd: 20 }],
	[
		{ daily_limit_usd: 0, removeMonthlyLimit: true },
		{},
		{ daily_limit_usd: 0, monthly_limit_usd: null },
	],
	[
		{ daily_limit_usd: 5, removeMonthlyLimit: true },
		{},
		{ daily_limit_usd: 5, monthly_limit_usd: null },
	],
	[
		{ removeDailyLimit: '={{ true }}', monthly_limit_usd: 9, removeMonthlyLimit: false },
		{},
		{ daily_limit_usd: null, monthly_limit_usd: 9 },
	],
	[{}, { extraBody: '{"weekly_limit_usd":7}' }, { weekly_limit_usd: 7 }],
	[{ daily_limit_usd: 5 }, { extraBody: '{"daily_limit_usd":6}' }, { daily_limit_usd: 6 }],
])('limits %j with Options %j are sent so', async (limits, options, body) => {
	fault = () => ({
		when: 'before',
		give: json(200, '{"limits":{"daily_limit_usd":5},"currency":"USD"}'),
	});
	const { items, error } = await set(limits, options);
	expect(error).toBeUndefined();
	expect(sandbox.requests().map((request) => request.body)).toEqual([body]);
	expect(items).toEqual([
		{ json: { daily_limit_usd: 5, currency: 'USD' }, pairedItem: { item: 0 } },
	]);
});

const amount = 'an amount in US dollars from 0 to 1,000,000,000';
test.each([
	[{}, 'No limit is given', 'Add a daily or a monthly limit, or remove one.'],
	[
		{ removeDailyLimit: false },
		'No limit is given',
		'Add a daily or a monthly limit, or remove one.',
	],
	[
		{ daily_limit_usd: 5, removeDailyLimit: true },
		'Daily Limit (USD) cannot be set and removed at once',
		'Nothing was sent.',
	],
	[
		{ removeDailyLimit: 'maybe' },
		'Remove Daily Limit must be true or false (given: maybe)',
		'Nothing was sent.',
	],
	[
		{ daily_limit_usd: '={{ $json.nowhere }}' },
		`Daily Limit (USD) must be ${amount} (given: nothing)`,
		'Nothing was sent.',
	],
	[
		{ daily_limit_usd: -1, monthly_limit_usd: 'much' },
		`Daily Limit (USD) must be ${amount} (given: -1)`,
		`Nothing was sent. Also: Monthly Limit (USD) must be ${amount} (given: much)`,
	],
])('limits %j are refused, and nothing is sent', async (limits, message, description) => {
	expect((await set(limits)).error).toMatchObject({
		message,
		description,
		context: { itemIndex: 0 },
	});
	expect(sandbox.requests()).toEqual([]);
});
