import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { formatUsd, usdToNanos } from '../../../contract/money';
import { fieldsIn } from '../support/items';
import { availableNanos } from '../wire/balance';
import { inputFailure } from '../transport/errors';
import { apiRequest } from '../transport/request';
import { asNodeFailure, goesOn, type NodeFailure } from '../support/failure';
import type { Operation } from './operation';
import { runSideBySide } from '../support/pool';
import { isTool, onlyAsTool } from '../support/tool';

/** What a tool's call may cost. It is a plain number, so that no agent can raise it. */
export const CEILING: INodeProperties = {
	displayName: 'Maximum Cost per Call (USD)',
	name: 'maxCostPerCall',
	type: 'number',
	noDataExpression: true,
	typeOptions: { minValue: 0, numberPrecision: 9 },
	default: 1,
	displayOptions: onlyAsTool,
	description: 'Nothing is sent when a call of the agent can cost more than this many US dollars; the agent is told the sum. Only you can change it, never the agent. It counts for each call, not for all calls together.',
};

/** The Options of a run that count for all its items; the first item's. */
export interface BatchOptions {
	concurrency?: unknown;
	maxCost?: unknown;
	checkBalance?: boolean;
	dryRun?: boolean;
}

/** The run's budget and the like. A tool has a ceiling for each call, which is a run with one item. */
export function readBatchOptions(context: IExecuteFunctions): BatchOptions {
	const options = context.getNodeParameter('options', 0, {}) as BatchOptions;
	return isTool(context) ? { ...options, maxCost: context.getNodeParameter(CEILING.name, 0, CEILING.default) } : options;
}

/**
 * Works out what all items can cost together before the first is sent, where a budget is set: from the
 * catalog the highest price in range, for other models from the API, `atOnce` at a time.
 * @returns the items that could not be priced, and why; they are not to be sent
 * @throws NodeOperationError showing the sum when it is over the budget or the available balance; the first
 * item's failure, unless the node goes on on errors
 */
export async function guardBudget(context: IExecuteFunctions, price: NonNullable<Operation['price']>, { maxCost, checkBalance }: BatchOptions, atOnce: number): Promise<Map<number, NodeFailure>> {
	const unpriced = new Map<number, NodeFailure>();
	if (maxCost === undefined && !checkBalance) return unpriced;
	const most = maxCost === undefined ? undefined : Number(maxCost);
	if (most !== undefined && !(most >= 0 && most < 1e12)) {
		throw inputFailure(context.getNode(), `Maximum Cost must be an amount in US dollars (given: ${String(maxCost)})`, 0, 'Nothing was sent.');
	}
	const items = context.getInputData();
	const count = items.length;
	let sum = 0n;
	const limits = { stopAtFirst: !goesOn(context), signal: context.getExecutionCancelSignal() };
	const outcomes = await runSideBySide(items, atOnce, limits, async (_, index) => await price(context, index));
	for (const [index, outcome] of outcomes.entries()) {
		if (outcome.status === 'fulfilled') sum += outcome.value;
		else if (goesOn(context)) unpriced.set(index, asNodeFailure(context.getNode(), outcome.reason, index));
		else throw asNodeFailure(context.getNode(), outcome.reason, index);
	}
	const words = `${count} ${count === 1 ? 'item' : 'items'} can cost up to ${formatUsd(sum)}`;
	const budget = most === undefined ? undefined : usdToNanos(most.toFixed(9));
	if (budget !== undefined && sum > budget) {
		throw inputFailure(context.getNode(), `${words}, more than the Maximum Cost of ${formatUsd(budget)}`, 0, overBudget(context));
	}
	if (!checkBalance || sum === 0n) return unpriced;
	const { body } = await apiRequest(context, { endpoint: 'getBalance' });
	const available = availableNanos(fieldsIn(body, 'balance'));
	if (available === undefined) throw inputFailure(context.getNode(), 'The service’s answer tells no available balance', 0, 'Nothing was sent.');
	if (sum > available) throw inputFailure(context.getNode(), `${words}, more than the available balance of ${formatUsd(available)}`, 0, 'Nothing was sent. Add funds, or give fewer items.');
	return unpriced;
}

function overBudget(context: IExecuteFunctions): string {
	const ways = isTool(context) ? 'Choose a cheaper model, or a shorter video' : 'Raise the maximum, choose a cheaper model, or give fewer items';
	return `Nothing was sent. ${ways}.`;
}
