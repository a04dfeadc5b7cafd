import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../../contract/endpoints';
import { findModel, kinds, type ModelEntry, type ModelKind } from '../../../contract/catalog';
import { priceRange } from '../../../contract/catalog/price';
import {
	checkValues,
	coerceValues,
	readRequestBody,
	type Values,
} from '../../../contract/catalog/request';
import { showValue, type Problem } from '../../../contract/catalog/rules';
import { amountFields, formatUsd } from '../../../contract/money';
import { isParameter } from '../../../contract/parameters';
import { dataOf } from '../support/data';
import { withDetails, withLiveModels } from '../failures/details';
import { asNodeFailure, nodeFailure, type NodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { apiRequest } from '../http/request';
import { isOutside } from '../n8n/outside';
import { amountIn } from '../answers/money/amount';
import type { Client, ExecutionClient } from '../http/client';
import type { Request } from './journal';

/** What an item tells of its request, beside the job. */
export interface RequestSummary {
	estimated_cost_usd?: number;
	estimated_cost_nanos?: string;
	prompt?: string;
	/** Its reference files, one a line. */
	reference?: string;
	variant?: number;
	of?: number;
	/** Whether it was made before, for the same key. */
	reused?: boolean;
	note?: string;
	/** Tries that may have been paid for, and up to how much. */
	unclear_tries?: number;
	unclear_cost_usd?: number;
}

export interface PricedRequest {
	model: ModelEntry;
	values: Values;
}

const free = new Set(['callback_url', 'enable_fallback']);

/**
 * What a request asks for, whatever the form says; nothing where the catalog cannot tell.
 * @param counts whether a problem with a value leaves the price open
 */
export function askedFor(
	kind: ModelKind,
	checked: PricedRequest,
	extra: Values,
	body: IDataObject,
	counts: (problem: Problem, model: ModelEntry) => boolean = () => true,
): PricedRequest | undefined {
	const added = [...Object.keys(extra), ...Object.keys(dataOf(extra.additional_settings))].filter(
		(name) => !free.has(name) && name !== 'additional_settings',
	);
	if (added.length === 0) return checked;
	if (added.some((name) => name !== 'model' && !isParameter(name))) return undefined;
	const model = typeof body.model === 'string' ? findModel(kind, body.model) : undefined;
	if (!model) return undefined;
	const read = readRequestBody(model, body);
	const { values, problems } = checkValues(model, coerceValues(model, read.values));
	return read.problems.length === 0 && !problems.some((problem) => counts(problem, model))
		? { model, values }
		: undefined;
}

/** The catalog's estimate; nothing for a model that it does not list. */
export function estimateFields({ model, values }: PricedRequest): RequestSummary {
	const listed = findModel(model.kind, model.id);
	return amountFields('estimated_cost', listed && priceRange(listed, values).high);
}

/**
 * The most that a request can cost, in nanos: from the catalog, or from the API.
 * @param timeout in milliseconds
 * @throws NodeOperationError where neither can tell
 */
export async function highestCost(
	client: ExecutionClient,
	kind: ModelKind,
	priced: PricedRequest | undefined,
	body: IDataObject,
	timeout?: number,
): Promise<bigint> {
	const endpoint = endpoints[kinds[kind].endpoint].path;
	if (Object.hasOwn(body, 'endpoint')) {
		throw nodeFailure(
			client,
			`The cost cannot be worked out, because ${optionLabels.extraBody} contains a field named endpoint (given: ${showValue(body.endpoint)})`,
			'Nothing was sent. Remove that field.',
		);
	}
	const listed = priced && findModel(kind, priced.model.id);
	if (listed) return priceRange(listed, priced.values).high;
	const answer = await apiRequest(client, {
		endpoint: 'estimateCost',
		body: { ...body, endpoint },
		timeout,
	}).catch((error: unknown) => {
		throw withLiveModels(asNodeFailure(client, error), kind);
	});
	const nanos = amountIn(answer.body);
	if (nanos !== undefined) return nanos;
	throw nodeFailure(
		client,
		`The cost of ${showValue(body.model)} cannot be worked out: the service’s estimate is no total in US dollars for this request (it says: ${showValue(answer.body)})`,
		client.isTool
			? 'Nothing was sent. Choose a model from the list, whose price is known.'
			: `Nothing was sent. Choose a model from the list, whose price is known; or, in the node, remove the options ${optionLabels.maxCost}, ${optionLabels.maxCostPerDay} and ${optionLabels.checkBalance}.`,
	);
}

/**
 * Why the run's budget has no room for an attempt. All that may have been paid for counts, and what is reserved.
 * @param request whose attempt is planned or reserved
 */
export function noRoomFor({ journal, own, current }: Request): NodeFailure | undefined {
	const { limit, spent } = journal;
	const price = current && 'price' in current ? (current.price ?? 0n) : 0n;
	const taken = current?.state === 'reserved' ? spent - price : spent;
	if (limit === undefined || taken + price <= limit) return undefined;
	const left = formatUsd(limit > taken ? limit - taken : 0n);
	const message = `A try can cost up to ${formatUsd(price)}, and of the ${limitLabelOf(own)} of ${formatUsd(limit)} only ${left} is left`;
	const unit = own.variant ? 'variant' : 'item';
	const remedy = `Every try that may have been paid for counts. ${budgetRemedy(own, unit)}`;
	return withDetails(nodeFailure(own, message, `Nothing was sent. ${remedy}`), { remedy });
}

/** What the field is called that limits a run. */
export const limitLabelOf = ({ isTool }: Client) =>
	isTool ? 'Maximum Cost per Call' : 'Maximum Cost';

/** What can be done to stay within it; an agent cannot raise it. */
export const budgetRemedy = ({ isTool, context, node }: ExecutionClient, unit = 'item') =>
	isTool
		? `Choose a cheaper model, or a shorter video.${isOutside(context, node) ? OF_ALL_CALLS : ''}`
		: `Raise the maximum, choose a cheaper model, or send fewer ${unit}s.`;

const OF_ALL_CALLS =
	' Outside a workflow, the maximum is for all calls of this tool together, until an hour after the last paid one: if nothing fits, do not call again, and tell the user that the budget is used up.';
