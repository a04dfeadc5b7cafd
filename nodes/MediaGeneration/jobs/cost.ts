import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { endpoints } from '../../../contract/endpoints';
import { findModel, kinds, type ModelEntry, type ModelKind } from '../../../contract/catalog';
import { priceRange } from '../../../contract/catalog/price';
import type { Values } from '../../../contract/catalog/request';
import { showValue } from '../../../contract/catalog/rules';
import { nanosToNumber } from '../../../contract/money';
import { asNodeFailure } from '../support/failure';
import { namingModels } from '../models/allowed';
import { inputFailure } from '../transport/errors';
import { apiRequest } from '../transport/request';
import { amountIn, chargedIn } from '../wire/amount';

/** What a request is expected to cost, as an item tells it: the highest price in range. */
export interface CostFields {
	estimated_cost_usd?: number;
	estimated_cost_nanos?: string;
}

/** What an item tells of its request, beside the job. */
export interface AskedFields extends CostFields {
	prompt?: string;
	/** Whether it was made before, for the same key of the ledger. */
	reused?: boolean;
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
	return { estimated_cost_usd: nanosToNumber(high), estimated_cost_nanos: high.toString() };
}

/** The most that a request can cost, in nanos: from the catalog, or from the API for what the catalog cannot tell. */
export async function highestCost(
	context: IExecuteFunctions,
	kind: ModelKind,
	asked: Asked | undefined,
	body: IDataObject,
	itemIndex: number,
	timeout?: number,
): Promise<bigint> {
	const endpoint = endpoints[kinds[kind].endpoint].path;
	if (Object.hasOwn(body, 'endpoint')) {
		throw inputFailure(
			context.getNode(),
			`The cost cannot be worked out, as Extra Body Fields has a field endpoint of its own (given: ${showValue(body.endpoint)})`,
			itemIndex,
			'Nothing was sent. Remove it.',
		);
	}
	if (asked && findModel(kind, asked.model.id)) return priceRange(asked.model, asked.values).high;
	const answer = await apiRequest(context, { endpoint: 'estimateCost', body: { ...body, endpoint }, itemIndex, timeout }).catch((error: unknown) => {
		throw namingModels(asNodeFailure(context.getNode(), error, itemIndex), kind);
	});
	const nanos = amountIn(answer.body);
	if (nanos !== undefined) return nanos;
	throw inputFailure(
		context.getNode(),
		`The cost of ${showValue(body.model)} cannot be worked out: the service’s estimate contains no amount (it says: ${showValue(answer.body)})`,
		itemIndex,
		'Nothing was sent. Choose a model from the list, whose price is known; or, in the node, remove the options Maximum Cost (USD), Maximum Cost per Day (USD) and Check Balance First.',
	);
}

/** What the service says it charged, in US dollars and nanos, where an answer tells it. */
export function chargedFields(answer: unknown): IDataObject {
	const nanos = chargedIn(answer);
	return nanos === undefined ? {} : { cost_usd: nanosToNumber(nanos), cost_nanos: nanos.toString() };
}
