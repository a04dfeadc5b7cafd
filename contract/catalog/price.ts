import { formatUsd, nanosToUsd, usdToNanos } from '../money';
import { rulesOf } from './rules';
import type { Values } from './request';
import type { ModelEntry, PricedModel, Rate, UsdAmount } from './types';

/** The least and the most that something can cost, in nanos. */
export interface PriceRange {
	low: bigint;
	high: bigint;
}

/**
 * What a request to this model can cost with these checked values, in nanos. Where the document gives
 * a range, or leaves the length of a video open, both ends of it.
 * @assumed `generate_audio` exactly doubles ("roughly" in the document); a video priced per second whose
 * `seconds` is left out lasts 5 to 15 s, the ends of the typical value sets, or up to the model's own bound
 */
export function priceRange(model: PricedModel, values: Values): PriceRange {
	const matching = model.price.rates.filter((rate) => canMatch(rate, values));
	const first = matching.findIndex((rate) => surelyMatches(rate, values));
	const possible = first < 0 ? matching : matching.slice(0, first + 1);
	const ends = possible.map((rate) => amounts(rate.usd));
	const unit = {
		low: least(ends.map((end) => end.low)),
		high: most(ends.map((end) => end.high)),
	};
	const [shortest, longest] = model.price.per === 'second' ? duration(model, values) : [1, 1];
	const factor = values.generate_audio === true ? 2n : 1n;
	return {
		low: times(unit.low, shortest) * factor,
		high: times(unit.high, longest) * factor,
	};
}

/** The price of a model for a person to read: `$0.10`, `$0.04–$0.08 per second`, `about $0.11`; short: `$0.04–0.08/s`, `~$0.11`. */
export function priceLabel(model: PricedModel, isShort = false): string {
	const ends = model.price.rates.map((rate) => amounts(rate.usd));
	const low = least(ends.map((end) => end.low));
	const high = most(ends.map((end) => end.high));
	const amount =
		low === high
			? formatUsd(low)
			: `${formatUsd(low)}–${isShort ? nanosToUsd(high) : formatUsd(high)}`;
	const about = model.price.approximate ? (isShort ? '~' : 'about ') : '';
	const unit = model.price.per === 'second' ? (isShort ? '/s' : ' per second') : '';
	return `${about}${amount}${unit}`;
}

/** What a model cannot do without, in words. */
const SOURCES = [
	['video_url', 'video'],
	['image_url', 'image'],
] as const;

/** One line for a list of models, which may be cut at its end: ID, price, what it needs, and how long it takes. */
export function modelLabel(model: PricedModel): string {
	const past = model.status === 'Deprecated' ? ' (deprecated)' : '';
	const source = SOURCES.find(([name]) => model.required?.includes(name));
	return `${model.id}${past} — ${priceLabel(model, true)}${source ? `, needs ${source[1]}` : ''}, ~${model.etaSeconds} s`;
}

/** Of so many seconds, millionths are no longer whole numbers that can be told apart. */
const MOST_EXACT = 1e9;

/** Multiplies nanos by a number of seconds, each rounded up: the seconds to thousandths, but for the noise of binary fractions. */
export function times(nanos: bigint, seconds: number): bigint {
	const thousandths =
		seconds < MOST_EXACT
			? BigInt(Math.ceil(Math.round(seconds * 1_000_000) / 1_000))
			: BigInt(Math.ceil(seconds)) * 1_000n;
	return (nanos * thousandths + 999n) / 1000n;
}

function amounts(usd: UsdAmount): PriceRange {
	const [low, high] = typeof usd === 'string' ? [usd, usd] : usd;
	return { low: usdToNanos(low), high: usdToNanos(high) };
}

function canMatch(rate: Rate, values: Values): boolean {
	return Object.entries(rate.when ?? {}).every(
		([name, allowed]) => values[name] === undefined || allowed.includes(values[name] as string),
	);
}

function surelyMatches(rate: Rate, values: Values): boolean {
	return Object.entries(rate.when ?? {}).every(([name, allowed]) =>
		allowed.includes(values[name] as string),
	);
}

function duration(model: ModelEntry, values: Values): [shortest: number, longest: number] {
	if (typeof values.seconds === 'number') return [values.seconds, values.seconds];
	const rule = rulesOf(model).find(({ name }) => name === 'seconds');
	const numbers = (rule?.values ?? []).map(Number);
	if (numbers.length > 0) return [Math.min(...numbers), Math.max(...numbers)];
	return rule?.max === undefined ? [5, 15] : [rule.min ?? 1, rule.max];
}

const least = (amounts: bigint[]) => amounts.reduce((a, b) => (b < a ? b : a));
const most = (amounts: bigint[]) => amounts.reduce((a, b) => (b > a ? b : a));
