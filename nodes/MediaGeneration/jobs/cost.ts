import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { endpoints } from '../../../contract/endpoints';
import { findModel, kinds, type ModelEntry, type ModelKind } from '../../../contract/catalog';
import { priceRange } from '../../../contract/catalog/price';
import type { Values } from '../../../contract/catalog/request';
import { showValue } from '../../../contract/catalog/rules';
import { nanosToUsd, usdToNanos } from '../../../contract/money';
import { asNodeFailure } from '../support/failure';
import { fieldsIn } from '../support/items';
import { namingModels } from '../models/allowed';
import { inputFailure } from '../transport/errors';
import { apiRequest } from '../transport/request';

/** What a request is expected to cost, as an item tells it: the highest price in range. */
export interface CostFields {
	estimated_cost_usd?: string;
	estimated_cost_nanos?: string;
}

/** What a request asks for, as far as its price goes. */
export interface Asked {
	model: ModelEntry;
	values: Values;
}

/** The catalog's estimate for checked values; nothing for a model that the catalog does not list. */
export function estimateFields({ model, values }: Asked): CostFields {
	if (!findModel(model.kind, model.id)) return {};
	const { high } = priceRange(model, values);
	return { estimated_cost_usd: nanosToUsd(high), estimated_cost_nanos: high.toString() };
}

/** The most that a request can cost, in nanos: from the catalog, or from the API for what the catalog cannot tell. */
export async function highestCost(context: IExecuteFunctions, kind: ModelKind, asked: Asked | undefined, body: IDataObject, itemIndex: number): Promise<bigint> {
	if (asked && findModel(kind, asked.model.id)) return priceRange(asked.model, asked.values).high;
	const endpoint = endpoints[kinds[kind].endpoint].path;
	if (Object.hasOwn(body, 'endpoint')) {
		throw inputFailure(context.getNode(), `The cost cannot be worked out, as Extra Body Fields has a field endpoint of its own (given: ${showValue(body.endpoint)})`, itemIndex, 'Nothing was sent. Take it away.');
	}
	const answer = await apiRequest(context, { endpoint: 'estimateCost', body: { ...body, endpoint }, itemIndex }).catch((error: unknown) => {
		throw namingModels(asNodeFailure(context.getNode(), error, itemIndex), kind);
	});
	const nanos = amountIn(fieldsIn(answer.body, 'estimate'));
	if (nanos !== undefined) return nanos;
	throw inputFailure(context.getNode(), `The cost of ${showValue(body.model)} cannot be worked out: the service’s estimate tells no amount`, itemIndex, 'Nothing was sent. Choose a model from the list, whose price is known; or, in the node, remove the options Maximum Cost (USD) and Check Balance First.');
}

/** What the service says it charged, in US dollars and nanos, where an answer tells it. */
export function chargedFields(fields: Record<string, unknown>): IDataObject {
	const given = Object.fromEntries(Object.entries(fields).filter(([name]) => /^(cost|charged|price)(_|$)/i.test(name)));
	const nanos = amountIn(given);
	return nanos === undefined ? {} : { cost_usd: nanosToUsd(nanos), cost_nanos: nanos.toString() };
}

/** An amount under any usual name; nanos count before US dollars. */
function amountIn(fields: Record<string, unknown>): bigint | undefined {
	const numbers = Object.entries(fields).filter(([name, value]) => (typeof value === 'number' || typeof value === 'string') && value !== '' && Math.abs(Number(value)) < 1e12 * (/nanos/i.test(name) ? 1e9 : 1));
	const nanos = numbers.find(([name, value]) => /nanos/i.test(name) && /^\d+$/.test(String(value)));
	if (nanos) return BigInt(String(nanos[1]));
	const named = (words: RegExp) => numbers.find(([name, value]) => words.test(name) && !/(_id|seconds|time|count)$/i.test(name) && Number(value) >= 0);
	const usd = named(/usd/i) ?? named(/(cost|price|amount|total)/i);
	return usd ? usdToNanos(Number(usd[1]).toFixed(9)) : undefined;
}
