/** What the API document calls a nano: a billionth of a US dollar. */
export const NANOS_PER_USD = 1_000_000_000n;
const DECIMAL_USD = /^(-?)(\d+)(?:\.(\d{1,9}))?$/;

/**
 * Turns an amount in US dollars, written as a plain decimal with at most nine places, into nanos
 * (1 USD = 1,000,000,000 nanos), without ever going through a float.
 * Follows "What the service does" of the API document.
 * @throws RangeError when the text is no such decimal
 */
export function usdToNanos(usd: string): bigint {
	const match = DECIMAL_USD.exec(usd.trim());
	if (!match) {
		throw new RangeError(
			`"${usd}" is not an amount in US dollars such as 0.10 (at most nine decimal places)`,
		);
	}
	const [, sign, whole = '0', fraction = ''] = match;
	const nanos = BigInt(whole) * NANOS_PER_USD + BigInt(fraction.padEnd(9, '0'));
	return sign ? -nanos : nanos;
}

/**
 * Writes nanos as a decimal amount in US dollars with at least two and at most nine places; exact.
 */
export function nanosToUsd(nanos: bigint): string {
	if (nanos < 0n) return `-${nanosToUsd(-nanos)}`;
	const fraction = (nanos % NANOS_PER_USD)
		.toString()
		.padStart(9, '0')
		.replace(/0{1,7}$/, '');
	return `${nanos / NANOS_PER_USD}.${fraction}`;
}

/** An amount that a person or an expression gave as a number, to the nano. */
export function numberToNanos(usd: number): bigint {
	return usdToNanos(usd.toFixed(9));
}

/** An amount in US dollars as a number, to add up and compare; the nanos are exact. */
export function nanosToNumber(nanos: bigint): number {
	return Number(nanosToUsd(nanos));
}

/** Fields of an item or a row for an amount: in US dollars, to add up, and exactly, in nanos; none where nobody knows it. */
export function amountFields<Name extends string>(
	name: Name,
	nanos: bigint | undefined,
): { [Field in `${Name}_usd`]?: number } & { [Field in `${Name}_nanos`]?: string };
export function amountFields(name: string, nanos: bigint | undefined): object {
	if (nanos === undefined) return {};
	return { [`${name}_usd`]: nanosToNumber(nanos), [`${name}_nanos`]: nanos.toString() };
}

/**
 * Writes an amount for a person to read: `$0.10`.
 */
export function formatUsd(nanos: bigint): string {
	return nanos < 0n ? `-$${nanosToUsd(-nanos)}` : `$${nanosToUsd(nanos)}`;
}
