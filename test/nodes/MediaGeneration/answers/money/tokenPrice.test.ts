import * as fc from 'fast-check';
import {
	tokenCost,
	tokenPriceOf,
} from '../../../../../nodes/MediaGeneration/answers/money/tokenPrice';

/** One US dollar per million tokens. */
const DOLLAR = 10n ** 15n;

test.each([
	['per token, as text', { pricing: { prompt: '0.000001', completion: '0.000002' } }],
	['per million, in the names', { pricing: { input_per_million: 1, output_per_million: 2 } }],
	['per million, in a unit', { price: { unit: 'usd per 1M tokens', input: '1', output: '2' } }],
	['per thousand', { pricing: { input_1k: 0.001, output_1k: 0.002 } }],
	[
		'per million, as OpenAI-like lists say it',
		{ input_price_per_1m_tokens: 1, output_price_per_1m_tokens: '2.00' },
	],
	[
		'in US dollars, beside a word of cents',
		{ pricing: { input_usd: 1e-6, output_usd: 2e-6, note: 'rounded to cents' } },
	],
	[
		'beside those of a batch',
		{ pricing: { batch_input: 5e-7, batch_output: 1e-6, input: 1e-6, output: 2e-6 } },
	],
	['beside others', { pricing: { cached_input: 9, image: 9, input: 1e-6, output: 2e-6 } }],
	['per thousand, by a number', { pricing: { input: 0.001, output: 0.002, per: 1000 } }],
	[
		'in a currency that is an object',
		{ pricing: { input: 1e-6, output: 2e-6 }, currency: { code: 'USD', symbol: '$' } },
	],
	['at the top', { input_price_usd: '0.000001', output_price_usd: '0.000002' }],
])('prices %s', (_, listed) => {
	expect(tokenPriceOf(listed)).toEqual({ input: DOLLAR, output: 2n * DOLLAR });
});

test.each([
	[{}],
	[{ pricing: { per_request_min: '0.10' } }],
	[{ max_input_tokens: 128_000, max_output_tokens: 16_384 }],
	[{ pricing: { input: 1e21, output: 1 } }],
	[{ pricing: { input_tokens: 0.03, output_tokens: 0.05 } }],
	[{ pricing: { input_per_million_mills: 1, output_per_million_mills: 2 } }],
	[{ pricing: { prompt: 128_000, completion: 4_096 } }],
])('%j tells no price', (listed) => {
	expect(tokenPriceOf(listed)).toBeUndefined();
});

test('a cost is never less than its tokens cost, and less than a nano more', () => {
	const tokens = fc.integer({ min: 0, max: 10_000_000 });
	const price = fc.bigInt({ min: 0n, max: 1000n * DOLLAR });
	fc.assert(
		fc.property(price, price, tokens, tokens, (input, output, read, written) => {
			const exact = BigInt(read) * input + BigInt(written) * output;
			const unit = 10n ** 12n;
			const nanos = tokenCost({ input, output }, read, written);
			expect(nanos * unit >= exact && (nanos - 1n) * unit < exact).toBe(true);
		}),
	);
});

test.each([
	[
		'for a million, as a text beside them says',
		{ pricing: { input: 2, output: 3, currency: 'usd', per: '1m' } },
		2n * DOLLAR,
		3n * DOLLAR,
	],
	['of nothing', { pricing: { prompt: 0, completion: '0' } }, 0n, 0n],
])('prices %s', (_, listed, input, output) => {
	expect(tokenPriceOf(listed)).toEqual({ input, output });
});

test.each([
	['in another currency', { pricing: { prompt: 1e-6, completion: 2e-6, currency: 'EUR' } }],
	[
		'in a currency that is an object',
		{ pricing: { prompt: 1e-6, completion: 2e-6 }, currency: { code: 'JPY' } },
	],
	['in another currency by their names', { input_price_eur: 1e-6, output_price_eur: 2e-6 }],
	['in credits', { pricing: { prompt: 1e-6, completion: 2e-6, unit: 'credits' } }],
	['for characters', { pricing: { input: 1e-6, output: 2e-6, unit: 'character' } }],
	[
		'for a number of tokens that no price is told for',
		{ pricing: { input: 1e-4, output: 2e-4, unit: '100 tokens' } },
	],
	['only for what is read', { pricing: { prompt: 1 } }],
	['under names that tell of no price', { prompt: 1e-6, completion: 2e-6 }],
	['that are blank', { pricing: { prompt: ' ', completion: 1 } }],
	['below nothing', { pricing: { prompt: 1, completion: -1 } }],
])('prices %s are none', (_, listed) => {
	expect(tokenPriceOf(listed)).toBeUndefined();
});

test('what tokens cost is rounded up to a nano, and only where it is none', () => {
	const aNano = 10n ** 6n;
	expect(tokenCost({ input: aNano, output: aNano }, 1_000_000, 1_000_000)).toBe(2n);
	expect(tokenCost({ input: aNano, output: aNano }, 1_000_000, 1)).toBe(2n);
	expect(tokenCost({ input: aNano, output: aNano }, 0, 0)).toBe(0n);
});
