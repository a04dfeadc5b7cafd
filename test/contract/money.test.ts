import fc from 'fast-check';
import {
	formatUsd,
	nanosToNumber,
	nanosToUsd,
	numberToNanos,
	usdToNanos,
} from '../../contract/money';

test.each([
	['0.10', 100_000_000n],
	['1', 1_000_000_000n],
	['0.000000001', 1n],
	['-2.5', -2_500_000_000n],
	[' 0.10\n', 100_000_000n],
	['007', 7_000_000_000n],
	['90071992547.409919999', 90_071_992_547_409_919_999n],
])('%s USD is %s nanos', (usd, nanos) => {
	expect(usdToNanos(usd)).toBe(nanos);
});

test.each([
	'',
	'ten',
	'1e3',
	'0.1234567891',
	'1,5',
	'.5',
	'5.',
	'1 2',
	'$1',
	'1.2.3',
	'--1',
	'+1',
	'x0.10',
	'0.10x',
])('"%s" is no amount, and the error quotes it', (text) => {
	expect(() => usdToNanos(text)).toThrow(RangeError);
	expect(() => usdToNanos(text)).toThrow(`"${text}" is not an amount in US dollars such as 0.10`);
});

test('any number of nanos survives being written as US dollars', () => {
	fc.assert(
		fc.property(
			fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
			(nanos) => usdToNanos(nanosToUsd(nanos)) === nanos,
		),
	);
});

test.each([
	[100_000_000n, '$0.10'],
	[16_000_000n, '$0.016'],
	[-400_000_000n, '-$0.40'],
	[0n, '$0.00'],
	[-1n, '-$0.000000001'],
	[999_999_999n, '$0.999999999'],
	[20_000_000_000n, '$20.00'],
])('%s nanos read %s', (nanos, text) => {
	expect(formatUsd(nanos)).toBe(text);
});

test.each([
	[0.1, 100_000_000n],
	[0.1 + 0.2, 300_000_000n],
	[1_000_000_000, 10n ** 18n],
	[1e-9, 1n],
	[0, 0n],
])('the number %s is %s nanos', (usd, nanos) => {
	expect(numberToNanos(usd)).toBe(nanos);
	expect(nanosToNumber(nanos)).toBeCloseTo(usd, 12);
});

test.each([NaN, Infinity, 1e21])('the number %s is no amount', (usd) => {
	expect(() => numberToNanos(usd)).toThrow(RangeError);
});

test.each([
	[100_000_000n, 0.1],
	[-1n, -1e-9],
	[0n, 0],
])('%s nanos are the number %s', (nanos, usd) => {
	expect(nanosToNumber(nanos)).toBe(usd);
});
