import { NANOS_PER_USD } from '../../../../contract/money';
import { moneyOf, unitBeside } from './unit';
import { isFields, walk, type Place } from '../core/walk';
import { measures, wholes } from '../words/amounts';
import { wordList } from '../words/rows';
import { wordsOf } from '../words/split';

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
const OTHER_PRICES = /cache|image|audio|max|limit|context|batch|second|minute|hour|character/i;

/**
 * Reads the prices per token out of a listed chat model, whose shape is not documented ("List models" of the
 * API document): numbers for what is read and what is written, each for a token unless a name or a unit says of how many,
 * in US dollars unless it says another unit of them. Nothing where there are none.
 */
export function tokenPriceOf(listed: Record<string, unknown>): TokenPrice | undefined {
	const { children } = walk(listed).root;
	const within = ['pricing', 'prices', 'price', 'cost']
		.map((name) => children.find(({ key, value }) => key.toLowerCase() === name && isFields(value)))
		.find(Boolean);
	const named = within?.children ?? children.filter(({ key }) => /price|cost|usd/i.test(key));
	const find = (words: RegExp) => {
		const found = named.find(
			({ key, value }) => words.test(key) && !OTHER_PRICES.test(key) && isAmount(value),
		);
		return found && perMillion(found);
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
	return (
		(typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) &&
		Number(value) >= 0
	);
}

function perMillion(place: Place): bigint | undefined {
	const { key, value, words } = place;
	const { measure = '' } = unitBeside(place);
	const tokens = tokensPer(`${key} ${measure}`);
	const unit = moneyOf(place, words);
	if (
		!unit ||
		tokens === undefined ||
		wordsOf(measure).some((word) => !ofTokens.has(word) && (measures.has(word) || wholes.has(word)))
	)
		return undefined;
	const perDollar = (NANOS_PER_USD * (unit.per ?? 1n)) / unit.nanos;
	const inMillion = 1_000_000 / tokens;
	const highest =
		inMillion > 1_000 && perDollar === 1n && !PER_TOKEN.test(key) ? HIGHEST_UNTOLD : HIGHEST;
	if (!(Number(value) * inMillion <= highest * Number(perDollar))) return undefined;
	return (BigInt(Number(value).toFixed(PLACES).replace('.', '')) * BigInt(inMillion)) / perDollar;
}

const ofTokens = wordList('token s k m thousand million');

/** Of how many tokens a text says that a price is: one where it says nothing; nothing for a number that no price is told for. */
export function tokensPer(text: string): number | undefined {
	const [count = '1'] =
		/(?<![a-z\d.])\d+/i.exec(text.replaceAll(/(?<=\d)[,_](?=\d{3})/g, '')) ?? [];
	const says = (one: RegExp) => one.test(text);
	const tokens =
		Number(count) *
		(says(/(?<![a-z])m(?![a-z])|million|mtok/i)
			? 1_000_000
			: says(/(?<![a-z])k(?![a-z])|thousand|ktok/i)
				? 1_000
				: 1);
	return [1, 1_000, 1_000_000].includes(tokens) ? tokens : undefined;
}
