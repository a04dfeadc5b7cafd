import type { ModelEntry, PricedModel, Rate } from '../contract/catalog';
import { times } from '../contract/catalog/price';
import type { Values } from '../contract/catalog/request';
import { rulesOf, type Rule } from '../contract/catalog/rules';
import { usdToNanos } from '../contract/money';
import type { ParameterName } from '../contract/parameters';

/**
 * What the sandbox takes a parameter to be when a request leaves it out: the documented default, else
 * one of these if the model allows it, else the first value that the model allows.
 * @assumed
 */
const usual: { readonly [name in ParameterName]?: ReadonlyArray<string | number> } = {
	resolution: ['1k', '720p'],
	quality: ['medium'],
	seconds: [5],
};

/** The values of a request with those that it leaves out, but that decide size, length or price. */
export function effectiveValues(model: ModelEntry, values: Values): Values {
	const filled: Values = { ...values };
	for (const rule of rulesOf(model)) {
		filled[rule.name] ??= rule.default ?? usualValue(rule);
	}
	return filled;
}

/**
 * The price of a request with these checked values, in nanos: within `priceRange` of the contract.
 * @assumed where the document gives a range, the amount lies in it where `resolution` (of a model that has
 * none, `seconds`) lies among what the model allows; `generate_audio` doubles exactly
 */
export function chooseCost(model: PricedModel, values: Values): bigint {
	const filled = effectiveValues(model, values);
	const rate =
		model.price.rates.find((candidate) => matches(candidate, filled)) ?? model.price.rates.at(-1);
	if (!rate) throw new Error(`${model.id} has no price`);
	const unit = amountOf(rate, position(model, filled));
	const total = model.price.per === 'second' ? times(unit, Number(filled.seconds)) : unit;
	return filled.generate_audio === true ? total * 2n : total;
}

function usualValue({ name, values, min = 1, max = Infinity }: Rule): string | number | undefined {
	const candidates = usual[name];
	if (!candidates) return undefined;
	if (values) return candidates.find((candidate) => values.includes(candidate)) ?? values[0];
	return (
		candidates.find((candidate) => Number(candidate) >= min && Number(candidate) <= max) ?? min
	);
}

function matches({ when = {} }: Rate, values: Values): boolean {
	return Object.entries(when).every(([name, allowed]) => allowed.includes(values[name] as string));
}

/** How far along its range a price lies, in thousandths. */
function position(model: ModelEntry, values: Values): bigint {
	const rules = rulesOf(model);
	const rule =
		rules.find(({ name }) => name === 'resolution') ?? rules.find(({ name }) => name === 'seconds');
	if (!rule) return 0n;
	const { values: allowed, min = 1, max = 15 } = rule;
	const value = values[rule.name];
	const share = allowed
		? allowed.indexOf(value as string) / (allowed.length - 1 || 1)
		: (Number(value) - min) / (max - min);
	return BigInt(Math.round(Math.min(1, Math.max(0, share)) * 1000));
}

function amountOf({ usd }: Rate, thousandths: bigint): bigint {
	if (typeof usd === 'string') return usdToNanos(usd);
	const low = usdToNanos(usd[0]);
	return low + ((usdToNanos(usd[1]) - low) * thousandths) / 1000n;
}
