import fc from 'fast-check';
import { formatUsd, nanosToUsd, usdToNanos } from '../../contract/money';

test.each([
	['0.10', 100_000_000n],
	['1', 1_000_000_000n],
	['0.000000001', 1n],
	['-2.5', -2_500_000_000n],
	['90071992547.409919999', 90_071_992_547_409_919_999n],
])('%s USD is %s nanos', (usd, nanos) => {
	expect(usdToNanos(usd)).toBe(nanos);
});

test.each(['', 'ten', '1e3', '0.1234567891', '1,5', '.5'])('"%s" is no amount', (text) => {
	expect(() => usdToNanos(text)).toThrow(RangeError);
});

test('any number of nanos survives being written as US dollars', () => {
	fc.assert(fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (nanos) => usdToNanos(nanosToUsd(nanos)) === nanos));
});

test.each([
	[100_000_000n, '$0.10'],
	[16_000_000n, '$0.016'],
	[-400_000_000n, '-$0.40'],
	[0n, '$0.00'],
])('%s nanos read %s', (nanos, text) => {
	expect(formatUsd(nanos)).toBe(text);
});
