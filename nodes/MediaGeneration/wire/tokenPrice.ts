import { NANOS_PER_USD } from '../../../contract/money';
import { asText } from '../support/data';
import { units } from './words/amounts';
import { hasAny } from './words/rows';
import { wordsOf } from './words/split';

/** What a chat model costs, in quadrillionths of a US dollar per million tokens: whole numbers, however small the price. */
export interface TokenPrice {
	input: bigint;
	output: bigint;
}

const PLACES = 15;
const PER_NANO = 10n ** 6n;
const MILLION = 10n ** 6n;
/** No model costs so much, in US dollars per million tokens: such a number is something else. */
const HIGHEST = 1_000_000;
/** Nor so much as this where nothing says that a price is that of one token: it is that of many, and nobody knows of how many. */
const HIGHEST_UNTOLD = 1_000;
/** OpenRouter's names, of prices for one token. */
const PER_TOKEN = /prompt|completion|per_?token/i;
/** Prices of something else than a request's tokens. */
const OTHER_PRICES = /cache|image|audio|max|limit|context|batch/i;

/**
 * Reads the prices per token out of a listed chat model, whose shape is not documented ("List models" of the
 * API document): numbers for what is read and what is written, each for a token unless a name says thousand or
 * million, in US dollars unless it says another unit. Nothing where there are none.
 */
export function tokenPriceOf(listed: Record<string, unknown>): TokenPrice | undefined {
	const within = [listed.pricing, listed.prices, listed.price, listed.cost].find((value) => typeof value === 'object' && value !== null) as
		Record<string, unknown> | undefined;
	const named = Object.entries(within ?? listed).filter(([name]) => within !== undefined || /price|cost|usd/i.test(name));
	const unit = named
		.filter(([, value]) => typeof value === 'string')
		.map(([, value]) => asText(value))
		.join(' ');
	const find = (words: RegExp) => {
		const found = named.find(([name, value]) => words.test(name) && !OTHER_PRICES.test(name) && isAmount(value));
		return found && perMillion(Number(found[1]), found[0], unit);
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

function perMillion(amount: number, name: string, unit: string): bigint | undefined {
	const words = `${name} ${unit}`;
	const says = (one: RegExp) => one.test(words);
	const tokens = says(/(?<![a-z0-9])1?m(?![a-z0-9])|million|mtok/i) ? 1 : says(/(?<![a-z0-9])1?k(?![a-z0-9])|thousand|ktok/i) ? 1_000 : 1_000_000;
	const scale = perDollar(name) ?? perDollar(unit) ?? 1n;
	const highest = tokens > 1_000 && scale === 1n && !PER_TOKEN.test(name) ? HIGHEST_UNTOLD : HIGHEST;
	if (scale === 0n || !(amount * tokens <= highest * Number(scale))) return undefined;
	return (BigInt(amount.toFixed(PLACES).replace('.', '')) * BigInt(tokens)) / scale;
}

/** How many of the unit that a text tells make a US dollar; none of one that cannot be told. */
function perDollar(text: string): bigint | undefined {
	const unit = units.find(({ words }) => hasAny(wordsOf(text), words));
	return unit && (unit.nanos === 0n ? 0n : (NANOS_PER_USD * (unit.per ?? 1n)) / unit.nanos);
}
