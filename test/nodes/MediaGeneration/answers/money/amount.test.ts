import fc from 'fast-check';
import { sized } from '../../../../support/size';
import {
	amountIn,
	availableIn,
	chargedIn,
} from '../../../../../nodes/MediaGeneration/answers/money/amount';

const DIME = 100_000_000n;

test.each<[string, unknown]>([
	['US dollars', { estimated_cost_usd: 0.1 }],
	[
		'nanos before US dollars, which are rounded',
		{ estimated_cost_usd: 0.09, estimated_cost_nanos: 100_000_000 },
	],
	['the highest of a range', { min_usd: 0.05, max_usd: 0.1 }],
	['the highest of an object', { estimate: { low: '0.04', high: '0.10' } }],
	['a total beside its tax', { tax_nanos: 20_000_000, total_nanos: 100_000_000 }],
	['a total beside what it is made of', { cost: { base: 0.08, fee: 0.02, total: 0.1 } }],
	['an amount with its currency', { amount: '0.10', currency: 'USD' }],
	['an amount with the sign as its currency', { amount: '0.10', currency: '$' }],
	['cents', { amount_cents: 10 }],
	[
		'a currency as an object',
		{ amount: 0.1, currency: { code: 'USD', symbol: '$', name: 'US Dollar', decimal_digits: 2 } },
	],
	['cents with their currency', { amount_cents: 10, currency: 'USD' }],
	['cents by the unit, with their currency', { amount: 10, currency: 'USD', unit: 'cents' }],
	[
		'beside errors that are none',
		{
			cost_usd: 0.1,
			error: null,
			errors: [],
			error_code: 0,
			success: true,
			status: 'ok',
			message: 'Estimated',
		},
	],
	['micros', { costMicros: 100_000 }],
	['text with a sign', { total_cost: '$0.10' }],
	['text with its currency', { price: '0.10 USD' }],
	[
		'beside a balance and a limit',
		{ cost_usd: 0.1, balance_usd: 50, limit_usd: 10, remaining_usd: 9, available_nanos: 5 },
	],
	['beside a price per second', { cost_usd: 0.1, price_per_second_usd: 4, seconds: 8, eta: 30 }],
	[
		'beside a price per second and its unit',
		{ price_per_second: 0.05, estimated_total: 0.1, unit: 'usd' },
	],
	['beside a prompt about a person', { cost_usd: 0.1, prompt: 'A person walking, from above' }],
	[
		'beside what was asked for',
		{ cost_usd: 0.1, prompt: 'From above, a city', input: { prompt: 'per cent' } },
	],
	['beside credits', { credits: 12, cost: 0.1 }],
	['three calls deep', { result: { quote: { total: { usd: '0.1' } } } }],
	[
		'a total over its listed parts',
		{ total_usd: 0.1, items: [{ cost_usd: 0.04 }, { cost_usd: 0.04 }] },
	],
	[
		'beside a number of another thing',
		{ price: 0.1, price_tier: 2, cost_center: 4711, charged_images: 4, billed_megapixels: 1.05 },
	],
	['an object with its unit, beside a number', { cost_usd: { amount: 0.1, quantity: 8 } }],
	['beside another currency', { cost: 0.1, cost_eur: 4 }],
	['in US dollars, beside credits under the same name', { cost: 10, cost_usd: 0.1 }],
	['text with a sign and its currency', { price: '$0.10 USD' }],
	['text with a power of ten', { cost_usd: '1.0E-1' }],
	['a power of ten with a plus', { cost_nanos: '10.0e+7' }],
	['nanos with a comma', { cost_nanos: '100,000,000' }],
	['text as long as any', { cost_usd: '0.1'.padStart(60) }],
	['cents by the unit of what calls them US dollars', { cost_usd: 10, unit: 'cents' }],
	['cents, where the currency is left empty', { amount: 10, currency: '', unit: 'cents' }],
	[
		'cents by the denomination further out',
		{ denomination: 'cents', estimate: { cost: { amount: 10 } } },
	],
	['an amount in what holds it', { cost: { data: { value: 0.1 } } }],
	['beside what was asked for', { request: { max_cost_usd: 5 }, cost_usd: 0.1 }],
	['nanos before US dollars in a list of one', { costs: [0.11], cost_nanos: 100_000_000 }],
	['Google’s Money', { estimated_cost: { currency_code: 'USD', units: '0', nanos: 100_000_000 } }],
	['the most that it can cost', { estimated_cost: 0.05, maximum_cost: 0.1 }],
	['the highest of its costs', { estimated_cost_usd: 0.05, highest_cost_usd: 0.1 }],
	['beside a number of frames', { cost_usd: 0.1, total_frame_cost: 450 }],
	['beside the price of a unit', { total_usd: 0.1, unit_price: 0.02, quantity: 5 }],
	[
		'beside the price of a unit that says so',
		{ total_usd: 0.1, unit_price: { amount: 0.02, per: 'second' } },
	],
	['beside how often to ask', { cost_usd: 0.1, poll_interval: 30, poll_interval_ms: 3_000 }],
	['beside a number of units', { cost_usd: 0.1, unit_count: 60 }],
])('a tenth of a dollar, as %s', (_, body) => {
	expect(amountIn(body)).toBe(DIME);
});

test.each<[unknown, bigint | undefined]>([
	[{ cost_usd: 1e-7 }, 100n],
	[{ cost_usd: 1e21 }, undefined],
	[{ cost_usd: -1 }, undefined],
	[{ cost_nanos: 1.5 }, undefined],
	[{ cost_usd: 0.0000000001 }, 1n],
	[{ cost: 100_000_000 }, undefined],
	[{ amount: 5, currency: '$CAD' }, undefined],
	[{ balance_usd: 5, available_usd: 4 }, undefined],
	[{ estimated_cost: { currency_code: 'USD', units: '2', nanos: 0 } }, 2_000_000_000n],
	[{ estimated_cost: { currency_code: 'EUR', units: '2', nanos: 5 } }, undefined],
	[{ estimated_cost: { units: '2', nanos: 5 } }, 2_000_000_005n],
	[{ cost: { amount: 40, currency_code: 'CREDITS' } }, undefined],
	[{ charge: { amount: { currency_code: 'EUR', value: '10.00' } } }, undefined],
	[{ cost_usd_e6: 100_000 }, undefined],
	[{ cost_milli_usd: 5 }, undefined],
	[{ cost: 5, unit: 'mills' }, undefined],
	[{ cost: '0.10 or so' }, undefined],
	[{ cost: '5 $0.10' }, undefined],
	[{ cost: '0,10' }, undefined],
	[{ cost: 'USDC 5' }, undefined],
	[{ cost_usd: '1,234.5' }, 1_234_500_000_000n],
	[{ cost_usd: '0.1'.padStart(61) }, undefined],
	[{ cost_usd: '1e-61' }, 1n],
	[{ cost_nanos: '1e-61' }, undefined],
	[{ cost_usd: 1e12 }, 10n ** 21n],
	[{ cost_usd: '1000000000000.000000001' }, undefined],
	[{ cost: 1e6 }, 10n ** 15n],
	[{ cost: '1000000.000000001' }, undefined],
	[{ cost: true }, undefined],
	[{ request: { cost_usd: 5 } }, undefined],
	[{ workflow: { amount: 5 } }, undefined],
	[{ total_frame_cost: 450, credits_charged: 450 }, undefined],
	[{ cost_status: 5 }, undefined],
	[{ cost_usd: 0 }, 0n],
	[[], undefined],
	['0.10', undefined],
])('%j is %s nanos', (body, nanos) => {
	expect(amountIn(body)).toBe(nanos);
});

const cost = { cost: 5 };
test.each<[string, object[]]>([
	[
		'the price of a part',
		[
			{ cost: { amount: '$5', unit: 'images' } },
			{ price: 5, unit: { name: 'second' } },
			{ price: 5, unit: 'USD/s' },
			{ price: 5, unit_type: 'megapixel' },
			{ price: 5, unit: 'flight' },
			{ price: 5, per: 1000 },
			{ price: 5, per_second: true },
			{ price: 5, pricing_model: 'per_second' },
			{ price: 5, type: 'perImage' },
			{ price: 5, description: 'USD per second of video' },
			{ price: 5, label: '$5.00/s' },
			{ price: 5, label: '5 USD / image' },
			{ price: 5, billing_interval: 'second' },
			{ price: 5, billed_per: 'second' },
			{ price: 5, rated_unit: 'images' },
			{ unit_price: 5 },
			{ price_per_image: 5 },
			{ cost_megapixel: 5 },
			{ hourly_cost: 5 },
			{ rates: { of: { the: { day: { cost_usd: 5 } } } } },
			{ total_price: 5, price_type: 'minimum' },
		],
	],
	[
		'a part of the price, or the least',
		[
			{ min_usd: 5 },
			{ price_from: 5 },
			{ starting_price: 5 },
			{ lowest_total_usd: 5 },
			{ is_minimum: true, price_usd: 5 },
			{ prefix: 'from', price_usd: 5 },
			{ label: 'Starting at', price_usd: 5 },
			{ base_price: 5 },
			{ subtotal_usd: 5 },
			{ tax_usd: 5 },
			{ cost: { base: 4, fee: 1 } },
		],
	],
	[
		'something else',
		[
			{ average_cost: 5 },
			{ example: { cost_usd: 5 } },
			{ tiers: [{ price: 5 }, { price: 6 }] },
			{ alternatives: [{ cost_usd: 5 }] },
		],
	],
	[
		'another currency',
		[
			{ ...cost, currency: ['EUR'] },
			{ ...cost, currency: 392 },
			{ ...cost, currency: 'Canadian dollars' },
			{ ...cost, unit: 'euro cents' },
			{ total: 5, unit: 'credits', unit_price: 1 },
			{ currency: 'EUR', items: [{ cost: 5, unit: 'cents' }] },
			{ prices: { eur: { of: { the: { day: { cost: 5 } } } } } },
			{ yen_price: 5 },
			{ usdc_cost: 5 },
			{ canadian_dollar_cost: 5 },
			{ namibian_dollars: 5 },
			{ cost_namibian_cents: 5 },
		],
	],
])('%s is no amount: no price, and no charge', (_, bodies) => {
	for (const body of bodies)
		expect([body, amountIn(body), chargedIn(body)]).toEqual([body, undefined, undefined]);
});

test.each<object>([
	{ error: 'no such model' },
	{ error: { message: 'no such model' } },
	{ errors: [{ message: 'x' }] },
	{ success: false },
	{ status: 'error' },
	{ code: 'model_not_found', message: 'No such model' },
	{ message: 'Invalid model' },
	{ billing: { error: 'not priced' } },
])(
	'beside what failed stands no price and no balance, but what was charged for it: %j',
	(failed) => {
		const told = { cost_usd: 0.1, available_usd: 0.1 };
		for (const body of [
			{ ...failed, ...told },
			{ ...failed, data: told },
		])
			expect([amountIn(body), availableIn(body)]).toEqual([undefined, undefined]);
		expect(chargedIn({ ...failed, ...told })).toBe(DIME);
	},
);

test('what was charged is no estimate', () => {
	expect(chargedIn({ estimated_cost_usd: 9, cost_nanos: 5 })).toBe(5n);
	expect(chargedIn({ estimated_cost_usd: 9 })).toBeUndefined();
	expect(chargedIn({ original_cost_usd: 9 })).toBeUndefined();
	expect(chargedIn({ usage: { cost: '0.1', prompt_tokens: 5 } })).toBe(DIME);
	expect(chargedIn({ cost: { currency_code: 'USD', units: '1', nanos: 250_000_000 } })).toBe(
		1_250_000_000n,
	);
	expect([chargedIn(null), chargedIn(5), chargedIn('{"cost_usd":5}')]).toEqual([
		undefined,
		undefined,
		undefined,
	]);
});

test.each<[string, object]>([
	[
		'a number of another thing',
		{ billed_megapixels: 1.05, cost_center: 4711, price_tier: 2, charged_images: 4 },
	],
	[
		'what an account has spent',
		{
			spent_usd: 12.3,
			usage: { monthly_spent_usd: 12.3 },
			account: { usage: { usd_spent: 12.3 } },
		},
	],
	[
		'a running total',
		{
			cumulative_cost_usd: 12.3,
			lifetime_cost_usd: 12.3,
			month_to_date_cost_usd: 12.3,
			weekly_cost_usd: 12.3,
		},
	],
	[
		'what an account was charged',
		{ account: { charged_usd: 12.3 }, team: { usage: { now: { past: { cost_usd: 12.3 } } } } },
	],
	['what GraphQL tells of the query', { data: { image: { url: 'x' } }, extensions: { cost: 5 } }],
	[
		'what was said',
		{ choices: [{ message: { parsed: { price_usd: 12.3 } } }], content: [{ price_usd: 12.3 }] },
	],
	['text', { output: '{"price_usd":12.3}', caption: '[{"cost":12.3}]' }],
])('%s is no charge, beside one or alone', (_, body) => {
	expect(chargedIn({ ...body, cost_usd: 0.1 })).toBe(DIME);
	expect(chargedIn({ ...body, cost: 0.1 })).toBe(DIME);
	expect(chargedIn(body)).toBeUndefined();
});

test.each<[string, unknown]>([
	['before one without a unit', { cost_usd: 0.1, price: 5 }],
	['before its listed parts', { cost_usd: 0.1, images: [{ cost_usd: 0.1 }, { cost_usd: 0.1 }] }],
	['that is called the actual one', { actual_cost: 0.1, expected_cost: 3, projected_cost_usd: 4 }],
	['with its result', { output: { cost: 0.1, image_url: 'https://a.example.net/1.png' } }],
	[
		'with its currency beside it, before one without',
		{ price: 5, cost: { amount: 0.1, currency: 'USD' } },
	],
])('a charge of a tenth of a dollar, %s', (_, body) => {
	expect(chargedIn(body)).toBe(DIME);
});

test.each<[string, unknown, bigint | undefined]>([
	['nanos first', { available_usd: 0.09, available_nanos: 100_000_000, balance_nanos: 7 }, DIME],
	[
		'wrapped',
		{ data: { balance: { available: { usd: '0.1', currency: 'USD' }, held: { usd: 4 } } } },
		DIME,
	],
	['in debt', { available_usd: '-0.1' }, -DIME],
	['in as much debt as can be', { available_usd: -1e12 }, -(10n ** 21n)],
	['in more debt than can be', { available_usd: '-1000000000000.000000001' }, undefined],
	[
		'beside what is no money',
		{ available_usd: 0.1, available_requests: 1000, available_until: 2030 },
		DIME,
	],
	[
		'where only that is told',
		{ available_requests: 1000, available_until: 2030, available_credits: 12 },
		undefined,
	],
	['the lowest', { available_usd: 0.1, total_available_usd: 50, available: { usd: 4 } }, DIME],
	[
		'the lowest, which comes between',
		{ total_available_usd: 50, available_usd: 0.1, available: { usd: 4 } },
		DIME,
	],
	['without a unit', { balance: { available: 0.1 } }, DIME],
	[
		'as Google’s Money, in debt',
		{ available: { currency_code: 'USD', units: '-1', nanos: -500_000_000 } },
		-1_500_000_000n,
	],
	['beside a part of it', { available_usd: 0.1, available_promo_usd: 0 }, DIME],
	[
		'beside what it is made of',
		{ available_usd: 0.1, grants: [{ available_usd: 0 }, { available_usd: 0.1 }] },
		DIME,
	],
	['not told', { balance_usd: 4, held_usd: 1 }, undefined],
	[
		'in US dollars, whose currency is an object',
		{ available: { value: 0.1, currency: { code: 'USD', symbol: '$' } } },
		DIME,
	],
	[
		'in another currency beside',
		{ balance: { available: 4 }, account: { currency: 'EUR' } },
		undefined,
	],
	['to an account that is suspended', { status: 'blocked', available_usd: 4 }, undefined],
])('what can be spent, %s', (_, body, nanos) => {
	expect(availableIn(body)).toBe(nanos);
});

test('nanos of any size come out exactly, and no value makes it throw', () => {
	fc.assert(
		fc.property(
			fc.bigInt({ min: 0n, max: 10n ** 20n }),
			(nanos) => amountIn({ total_nanos: nanos.toString() }) === nanos,
		),
	);
	fc.assert(
		fc.property(fc.anything(), fc.constantFrom('cost', 'total_usd', 'nanos'), (value, name) =>
			[amountIn({ [name]: value }), availableIn(value)].every(
				(amount) => amount === undefined || typeof amount === 'bigint',
			),
		),
	);
});

/** Of these letters other names are made too: a text beside an amount or a word of its name is no sign of the currency. */
const alsoWords = new Set(['ALL', 'TOP', 'TRY', 'PEN', 'CUP', 'COP', 'MAD']);
const code = fc.constantFrom(
	...Intl.supportedValuesOf('currency').filter((name) => name !== 'USD'),
);
const sign = fc.constantFrom(
	'€',
	'£',
	'¥',
	'₹',
	'₩',
	'₿',
	'A$',
	'C$',
	'HK$',
	'R$',
	'kr',
	'zł',
	'Canadian dollar',
	'credits',
);
const money = fc.oneof(
	fc.integer({ min: 1, max: 10 ** 12 }),
	fc.double({ min: 0.001, max: 10 ** 6, noNaN: true }).map(String),
);
const name = fc.constantFrom(
	...'cost price amount total total_cost charged estimated_cost amount_cents cost_nanos available available_nanos'.split(
		' ',
	),
);
/** Ways of telling the currency of an amount beside it or around it. */
const besides: ReadonlyArray<(currency: string) => object> = [
	(currency) => ({ currency }),
	(currency) => ({ currency: currency.toLowerCase() }),
	(currency) => ({ currency_code: currency }),
	(currency) => ({ currencySymbol: currency, symbol: '$' }),
	(currency) => ({ unit: currency }),
	(currency) => ({ currency: { code: currency } }),
	(currency) => ({ currency: { name: currency, symbol: '$', decimals: 2 } }),
	(currency) => ({ currency: { value: currency } }),
	(currency) => ({ billing: { currency } }),
];
const around: ReadonlyArray<(amount: object, told: object) => object> = [
	(amount, told) => ({ ...amount, ...told }),
	(amount, told) => ({ ...told, ...amount }),
	(amount, told) => ({ ...told, data: amount }),
	(amount, told) => ({ data: [{ ...amount, ...told }] }),
	(amount, told) => ({ ...told, result: { cost: { of: amount }, available: amount } }),
	(amount, told) => ({
		cost: { value: Object.values(amount)[0] as unknown, ...told },
		available: { value: Object.values(amount)[0] as unknown, ...told },
	}),
];
const nothingIn = (body: object) =>
	expect([body, amountIn(body), chargedIn(body), availableIn(body)]).toEqual([
		body,
		undefined,
		undefined,
		undefined,
	]);

test.each([
	{ payment: { charged: 0.1 } },
	{ workflow: { cost: 0.1 } },
	{ items: [{ cost: 0.1 }, { cost: 0.2 }] },
	{ total: 0.1 },
])('what is not surely the cost of the whole request is none: %j', (body) => {
	expect([chargedIn(body), amountIn(body)]).toEqual([undefined, undefined]);
});

describe('an amount in another currency is never read as one of US dollars', () => {
	test('told beside it or around it, in whatever form', () => {
		fc.assert(
			fc.property(
				fc.oneof(code, sign),
				name,
				money,
				fc.constantFrom(...besides),
				fc.constantFrom(...around),
				(currency, called, amount, beside, holding) => {
					nothingIn(holding({ [called]: amount }, beside(currency)));
				},
			),
			{ numRuns: sized(200, 1_000) },
		);
	});

	test('told by a name, or by a text beside it', () => {
		const ways: ReadonlyArray<(currency: string, called: string, amount: unknown) => object> = [
			(currency, called, amount) => ({ [`${currency.toLowerCase()}_${called}`]: amount }),
			(currency, called, amount) => ({
				[`${called}${currency.charAt(0)}${currency.slice(1).toLowerCase()}`]: amount,
			}),
			(currency, called, amount) => ({ [currency]: { [called]: amount } }),
			(currency, called, amount) => ({ [called]: { [currency]: amount } }),
			(currency, called, amount) => ({
				of: { [currency.toLowerCase()]: { the: { day: { [called]: amount } } } },
			}),
			(currency, called, amount) => ({ [called]: `${String(amount)} ${currency}` }),
		];
		const told = code.filter((currency) => !alsoWords.has(currency));
		fc.assert(
			fc.property(told, name, money, fc.constantFrom(...ways), (currency, called, amount, way) =>
				nothingIn(way(currency, called, amount)),
			),
			{ numRuns: sized(200, 1_000) },
		);
	});
});

test('a price is none where it may be that of a part, wherever that is told', () => {
	const part = fc.constantFrom(
		'second',
		'seconds',
		'minute',
		'image',
		'Images',
		'megapixel',
		'token',
		'1k tokens',
		'1,000 tokens',
		'frame',
		'USD/second',
		'per image',
	);
	const told = fc.constantFrom(
		...'unit per billing_unit unit_of_measure pricing_unit priceUnit denomination'.split(' '),
	);
	const called = fc.constantFrom(
		...'cost price_usd amount estimated_cost_usd cost_nanos max_usd'.split(' '),
	);
	fc.assert(
		fc.property(
			part,
			told,
			called,
			fc.integer({ min: 1, max: 1000 }),
			fc.constantFrom(...around),
			(unit, by, price, amount, holding) => {
				nothingIn(holding({ [price]: amount }, { [by]: unit, quantity: 8 }));
			},
		),
		{ numRuns: sized(100, 500) },
	);
});
