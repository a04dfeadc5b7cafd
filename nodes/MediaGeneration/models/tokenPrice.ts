/** What a chat model costs, in quadrillionths of a US dollar per million tokens: whole numbers, however small the price. */
export interface TokenPrice {
	input: bigint;
	output: bigint;
}

const PLACES = 15;
const PER_NANO = 10n ** 6n;
const MILLION = 10n ** 6n;

/**
 * Reads the prices per token out of a listed chat model, whose shape is not documented ("List models" of the
 * API document): numbers for what is read and what is written, each for a token unless a name says thousand or
 * million. Nothing where there are none.
 */
export function tokenPriceOf(listed: Record<string, unknown>): TokenPrice | undefined {
	const pricing = listed.pricing ?? listed.price ?? listed.cost ?? listed;
	if (typeof pricing !== 'object' || pricing === null) return undefined;
	const prices = Object.entries(pricing as Record<string, unknown>).filter(([, value]) => isAmount(value));
	const unit = Object.values(pricing as Record<string, unknown>).filter((value) => typeof value === 'string').join(' ');
	const find = (words: RegExp) => {
		const found = prices.find(([name]) => words.test(name) && !/cache|image|audio/i.test(name));
		return found && perMillion(found[1], `${found[0]} ${unit}`);
	};
	const [input, output] = [find(/prompt|input/i), find(/completion|output/i)];
	return input === undefined || output === undefined ? undefined : { input, output };
}

/** What tokens cost together, in nanos, rounded up. */
export function tokenCost({ input, output }: TokenPrice, read: number, written: number): bigint {
	const total = BigInt(read) * input + BigInt(written) * output;
	const unit = MILLION * PER_NANO;
	return (total + unit - 1n) / unit;
}

function isAmount(value: unknown): boolean {
	return (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) && Number(value) >= 0;
}

function perMillion(amount: unknown, words: string): bigint {
	const exact = BigInt(Number(amount).toFixed(PLACES).replace('.', ''));
	if (/1m\b|_m\b|million|mtok/i.test(words)) return exact;
	return exact * (/1k\b|_k\b|thousand|ktok/i.test(words) ? 1_000n : MILLION);
}
