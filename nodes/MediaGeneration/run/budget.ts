import type { IExecuteFunctions } from 'n8n-workflow';
import type { BatchOptions } from '../editor/fields/batchOptions';
import { formatUsd, numberToNanos } from '../../../contract/money';
import { overDay } from '../spend/ledger/entry';
import { ledgerOf, type LedgerOptions } from '../spend/ledger/ledger';
import { sumOf } from '../spend/ledger/rows';
import { accountOf, limitOf, waysWithin } from '../spend/account';
import { availableIn } from '../answers/money/amount';
import { apiRequest } from '../http/request';
import { asNodeFailure, goesOn, nodeFailure, type NodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import type { Operation } from './operation';
import { runSideBySide } from '../support/pool';
import { isTool } from '../n8n/tool';

/**
 * Works out what all items can cost together before the first is sent, where a budget is set: from the
 * catalog the highest price in range, for other models from the API, `atOnce` at a time. What is to be sent again asks the
 * run's account for room when its turn comes.
 * @returns the items that could not be priced, and why; they are not to be sent
 * @throws NodeOperationError showing the sum when it is over the budget or the available balance; the first
 * item's failure, unless the node goes on on errors
 */
export async function guardBudget(
	context: IExecuteFunctions,
	price: NonNullable<Operation['price']>,
	{ maxCost, checkBalance, atOnce, timeout, ledger }: BatchOptions,
): Promise<Map<number, NodeFailure>> {
	const unpriced = new Map<number, NodeFailure>();
	if (maxCost === undefined && !checkBalance && ledger?.maxPerDay === undefined) return unpriced;
	const items = context.getInputData();
	const prices = new Map<number, bigint>();
	const limits = { stopAtFirst: !goesOn(context), signal: context.getExecutionCancelSignal() };
	const outcomes = await runSideBySide(items, atOnce, limits, async (_, index) => await price(context, index));
	for (const [index, outcome] of outcomes.entries()) {
		if (outcome.status === 'fulfilled') prices.set(index, outcome.value);
		else if (goesOn(context)) unpriced.set(index, asNodeFailure(context.getNode(), outcome.reason, index));
		else throw asNodeFailure(context.getNode(), outcome.reason, index);
	}
	const sum = [...prices.values()].reduce((total, one) => total + one, 0n);
	const words = `${prices.size} ${prices.size === 1 ? 'item' : 'items'} can cost up to ${formatUsd(sum)}`;
	const budget = maxCost === undefined ? undefined : numberToNanos(maxCost);
	if (budget !== undefined) {
		const account = accountOf(context);
		const before = account.spent > 0n ? `, and earlier tries up to ${formatUsd(account.spent)}: together` : ',';
		if (sum > 0n && account.spent + sum > budget)
			throw nodeFailure(
				context.getNode(),
				`${words}${before} more than the ${limitOf(context)} of ${formatUsd(budget)}`,
				`Nothing was sent. ${waysWithin(context)}`,
				0,
			);
		account.open(budget, prices);
	}
	if (ledger && sum > 0n) await guardDay(context, ledger, sum, words);
	if (!checkBalance || sum === 0n) return unpriced;
	const { body } = await apiRequest(context, { endpoint: 'getBalance', timeout });
	const available = availableIn(body);
	if (available === undefined)
		throw nodeFailure(
			context.getNode(),
			'The service’s answer contains no available balance in US dollars',
			`Nothing was sent.${isTool(context) ? '' : ` To run without this check, remove the option ${optionLabels.checkBalance}.`}`,
			0,
		);
	if (sum > available)
		throw nodeFailure(
			context.getNode(),
			`${words}, more than the available balance of ${formatUsd(available)}`,
			`Nothing was sent. ${isTool(context) ? 'Choose something cheaper; otherwise funds must be added to the account' : 'Add funds, or send fewer items'}.`,
			0,
		);
	return unpriced;
}

/** The run as a whole has to fit into the day's budget; each item is looked at once more when it is sent, as others may be at it. */
async function guardDay(context: IExecuteFunctions, options: LedgerOptions, sum: bigint, words: string): Promise<void> {
	if (options.maxPerDay === undefined) return;
	const ledger = await ledgerOf(context, options);
	const spent = sumOf(await ledger.attemptsOfDay());
	if (spent + sum > options.maxPerDay) throw overDay(context, words, spent, options.maxPerDay);
}
