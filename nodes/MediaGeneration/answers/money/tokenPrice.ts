import { asText, isData } from '../../support/data';
import { walk, type Place } from '../core/walk';

/** What a chat model costs, in quadrillionths of a US dollar per million tokens. */
export interface TokenPrice {
	input: bigint;
	output: bigint;
}

const PLACES = 15;
export const QUADRILLIONTHS_PER_NANO = 1_000_000n;
/** In US dollars per million tokens: a price that seems higher is that of more tokens. */
const HIGHEST = 1_000;
/** Words of prices of something else, or not in US dollars. */
const OTHER_PRICES =
	/cache|image|audio|max|limit|context|batch|second|minute|hour|character|request|cent|nano|micro|mill(?!ion)|credit|eur/i;

/**
 * The prices of a listed chat model ("List models" of the API document, which shows no shape): US dollars for a token, unless
 * its name or a unit beside it says a thousand or a million.
 */
export function tokenPriceOf(listed: Record<string, unknown>): TokenPrice | undefined {
	const { children } = walk(listed).root;
	const within = children.find(
		({ key, value }) => /^(pricing|prices?|cost)$/i.test(key) && isData(value),
	);
	const named = within?.children ?? children.filter(({ key }) => /price|cost|usd/i.test(key));
	const told = [...children, ...named]
		.filter(({ key }) => /unit|currency|^per$/i.test(key))
		.flatMap((field) => [field, ...field.children])
		.map(({ value }) => asText(value))
		.join(' ');
	if (/[A-Z]{3}/.test(told.replaceAll('USD', '')) || OTHER_PRICES.test(told)) return undefined;
	const find = (words: RegExp) => {
		const found = named.find(
			({ key, value }) => words.test(key) && !OTHER_PRICES.test(key) && isAmount(value),
		);
		return found && perMillion(found, `${found.key} ${told}`);
	};
	const [input, output] = [find(/prompt|input/i), find(/completion|output/i)];
	return input === undefined || output === undefined ? undefined : { input, output };
}

/** What tokens cost together, in nanos, rounded up. */
export function tokenCost({ input, output }: TokenPrice, read: number, written: number): bigint {
	const total = BigInt(read) * input + BigInt(written) * output;
	const unit = QUADRILLIONTHS_PER_NANO * 1_000_000n;
	return (total + unit - 1n) / unit;
}

const isAmount = (value: unknown) =>
	(typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) &&
	Number(value) >= 0;

function perMillion({ value }: Place, told: string): bigint | undefined {
	const tokens = tokensPer(told);
	const inMillion = 1_000_000 / (tokens ?? 1);
	if (tokens === undefined || Number(value) * inMillion > HIGHEST) return undefined;
	return BigInt(Number(value).toFixed(PLACES).replace('.', '')) * BigInt(inMillion);
}

/** Of how many tokens the price is; nothing for a number that no price is told for. */
function tokensPer(text: string): number | undefined {
	if (/(?<![a-z\d,])(1?m|mtok|million|1,?000,?000)(?![a-z,\d])/i.test(text)) return 1_000_000;
	if (/(?<![a-z\d,])(1?k|ktok|thousand|1,?000)(?![a-z,\d])/i.test(text)) return 1_000;
	return /\d/.test(text) ? undefined : 1;
}
