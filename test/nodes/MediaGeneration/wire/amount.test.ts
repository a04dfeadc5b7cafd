import fc from 'fast-check';
import { amountIn, availableIn, chargedIn } from '../../../../nodes/MediaGeneration/wire/amount';

const DIME = 100_000_000n;

test.each<[string, unknown]>([
	['US dollars', { estimated_cost_usd: 0.1 }],
	['nanos before US dollars, which are rounded', { estimated_cost_usd: 0.09, estimated_cost_nanos: 100_000_000 }],
	['nanos as text', { data: { cost_nanos: '100000000' } }],
	['the highest of a range', { min_usd: 0.05, max_usd: 0.1 }],
	['the highest of an object', { estimate: { low: '0.04', high: '0.10' } }],
	['a total beside its tax', { tax_nanos: 20_000_000, total_nanos: 100_000_000 }],
	['a total beside what it is made of', { cost: { base: 0.08, fee: 0.02, total: 0.1 } }],
	['an amount with its currency', { amount: '0.10', currency: 'USD' }],
	['an amount with the sign as its currency', { amount: '0.10', currency: '$' }],
	['an amount with the longer sign', { amount: 0.1, currency: 'US$' }],
	['a price as an object', { price: { value: 0.1, currency: 'usd' } }],
	['cents', { amount_cents: 10 }],
	['cents told by the unit', { cost: { amount: 10, unit: 'cents' } }],
	['micros', { costMicros: 100_000 }],
	['text with a sign', { total_cost: '$0.10' }],
	['text with its currency', { price: '0.10 USD' }],
	['beside a balance and a limit', { cost_usd: 0.1, balance_usd: 50, limit_usd: 10, remaining_usd: 9, available_nanos: 5 }],
	['beside a price per second', { cost_usd: 0.1, price_per_second_usd: 4, seconds: 8, eta: 30 }],
	['beside credits', { credits: 12, cost: 0.1 }],
	['a bare estimate', { estimate: 0.1 }],
	['in scientific notation', { cost_usd: '1e-1' }],
	['three calls deep', { result: { quote: { total: { usd: '0.1' } } } }],
])('a tenth of a dollar, as %s', (_, body) => {
	expect(amountIn(body)).toBe(DIME);
});

test.each<[unknown, bigint | undefined]>([
	[{ cost_usd: 1e-7 }, 100n],
	[{ cost_usd: 1e21 }, undefined],
	[{ cost_usd: '1e400' }, undefined],
	[{ cost_usd: -1 }, undefined],
	[{ cost_nanos: 1.5 }, undefined],
	[{ cost_usd: 0.0000000001 }, 1n],
	[{ cost: 100_000_000 }, undefined],
	[{ cost: 5, unit: 'credits' }, undefined],
	[{ amount: 5, currency: 'EUR' }, undefined],
	[{ amount: 5, currency: 'A$' }, undefined],
	[{ amount: 5, currency: '$CAD' }, undefined],
	[{ amount: 5, currency: '€' }, undefined],
	[{ balance_usd: 5, available_usd: 4 }, undefined],
	[{ cost: 'free' }, undefined],
	[{ cost: '' }, undefined],
	[{ cost: null }, undefined],
	[{ model: 'm', seconds: 5 }, undefined],
	[{ cost_usd: 0 }, 0n],
	[[], undefined],
	['0.10', undefined],
])('%j is %s nanos', (body, nanos) => {
	expect(amountIn(body)).toBe(nanos);
});

test('what was charged is no estimate', () => {
	expect(chargedIn({ estimated_cost_usd: 9, cost_nanos: 5 })).toBe(5n);
	expect(chargedIn({ estimated_cost_usd: 9 })).toBeUndefined();
	expect(chargedIn({ usage: { cost: '0.1', prompt_tokens: 5 } })).toBe(DIME);
});

test.each<[string, unknown, bigint | undefined]>([
	['nanos first', { available_usd: 0.09, available_nanos: 100_000_000, balance_nanos: 7 }, DIME],
	['wrapped', { data: { balance: { available: { usd: '0.1', currency: 'USD' }, held: { usd: 4 } } } }, DIME],
	['in debt', { available_usd: '-0.1' }, -DIME],
	['not told', { balance_usd: 4, held_usd: 1 }, undefined],
	['null', null, undefined],
])('what can be spent, %s', (_, body, nanos) => {
	expect(availableIn(body)).toBe(nanos);
});

test('nanos of any size come out exactly, and no value makes it throw', () => {
	fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (nanos) => amountIn({ total_nanos: nanos.toString() }) === nanos));
	fc.assert(
		fc.property(fc.anything(), fc.constantFrom('cost', 'total_usd', 'nanos'), (value, name) =>
			[amountIn({ [name]: value }), availableIn(value)].every((amount) => amount === undefined || typeof amount === 'bigint'),
		),
	);
});
