import { balanceIn } from '../../../../../nodes/MediaGeneration/answers/money/balance';

test.each<[object, object]>([
	[{ available_usd: 1.5, available_nanos: 1_500_000_001 }, { available_usd: 1.5 }],
	[{ available_nanos: '2500000000' }, { available_usd: 2.5 }],
	[
		{ data: { availableUsd: 2, heldCents: 150, currency: 'USD' } },
		{ available_usd: 2, held_usd: 1.5 },
	],
	[
		{ balance: { dailySpend: 3, monthly_spend_nanos: 4_000_000_000 } },
		{ daily_spend_usd: 3, monthly_spend_usd: 4 },
	],
])('%j tells under its documented names %j', (body, named) => {
	expect(balanceIn(body)).toMatchObject(named);
});

test.each([
	[{ available: 5, currency: 'EUR' }],
	[{ available_credits: 5 }],
	[{ available: 'soon' }],
	[{ available_seconds: 5 }],
])('%j tells no balance in US dollars', (body) => {
	expect(balanceIn(body)).toEqual(body);
});
