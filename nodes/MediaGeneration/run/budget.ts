import type { BatchOptions } from '../editor/fields/batchOptions';
import { formatUsd, numberToNanos } from '../../../contract/money';
import { overDay } from '../spend/ledger/entry';
import type { LedgerOptions } from '../spend/ledger/ledger';
import { sumOf } from '../spend/ledger/rows';
import { limitOf, waysWithin } from '../spend/account';
import { availableIn } from '../answers/money/amount';
import { apiRequest } from '../http/request';
import { asNodeFailure, nodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { runSideBySide } from '../support/pool';
import type { Requests } from './requests';
import { unitOf } from './standing';
import type { Run } from '../spend/run';

/**
 * Works out what all items can cost together before the first is sent, where a budget is set: from the
 * catalog the highest price in range, for other models from the API, `atOnce` at a time. What is to be sent again asks the
 * run's account for room when its turn comes. What cannot be priced is refused.
 * @throws NodeOperationError showing the sum when it is over the budget or the available balance; the first
 * item's failure, unless the node goes on on errors
 */
export async function guardBudget(
	run: Run,
	requests: Requests,
	{ maxCost, checkBalance, atOnce, timeout, ledger }: BatchOptions,
): Promise<void> {
	if (maxCost === undefined && !checkBalance && ledger?.maxPerDay === undefined) return;
	const prices = await pricesOf(run, requests, atOnce);
	const sum = [...prices.values()].reduce((total, one) => total + one, 0n);
	const unit = unitOf(run.items);
	const words = `${prices.size} ${prices.size === 1 ? unit : `${unit}s`} can cost up to ${formatUsd(sum)}`;
	const budget = maxCost === undefined ? undefined : numberToNanos(maxCost);
	if (budget !== undefined) {
		const account = run.account;
		const before =
			account.spent > 0n ? `, and earlier tries up to ${formatUsd(account.spent)}: together` : ',';
		if (sum > 0n && account.spent + sum > budget)
			throw nodeFailure(
				run,
				`${words}${before} more than the ${limitOf(run)} of ${formatUsd(budget)}`,
				`Nothing was sent. ${waysWithin(run, unit)}`,
			);
		account.open(budget, prices);
	}
	if (ledger && sum > 0n) await guardDay(run, ledger, sum, words);
	if (checkBalance && sum > 0n) await guardBalance(run, sum, { words, unit, timeout });
}

/** What each request can cost, in nanos, by its place in the run. @throws the first failure, unless the node goes on on errors */
async function pricesOf(
	run: Run,
	requests: Requests,
	atOnce: number,
): Promise<Map<number, bigint>> {
	const prices = new Map<number, bigint>();
	const limits = { stopAtFirst: !run.goesOn, signal: run.stop };
	const outcomes = await runSideBySide(
		run.items,
		atOnce,
		limits,
		async (own) => await requests.price(own),
	);
	for (const [index, outcome] of outcomes.entries()) {
		if (outcome.status === 'fulfilled') prices.set(index, outcome.value);
		else {
			const own = run.items[index] ?? run;
			const failure = asNodeFailure(own, outcome.reason);
			if (!run.goesOn) throw failure;
			requests.refuse(own, failure);
		}
	}
	return prices;
}

/** The run as a whole has to be covered by what is available on the account. @param sum in nanos */
async function guardBalance(
	run: Run,
	sum: bigint,
	{ words, unit, timeout }: { words: string; unit: string; timeout?: number },
): Promise<void> {
	const { body } = await apiRequest(run, { endpoint: 'getBalance', timeout });
	const available = availableIn(body);
	if (available === undefined)
		throw nodeFailure(
			run,
			'The service’s answer contains no available balance in US dollars',
			`Nothing was sent.${run.isTool ? '' : ` To run without this check, remove the option ${optionLabels.checkBalance}.`}`,
		);
	if (sum > available)
		throw nodeFailure(
			run,
			`${words}, more than the available balance of ${formatUsd(available)}`,
			`Nothing was sent. ${run.isTool ? 'Choose something cheaper; otherwise funds must be added to the account' : `Add funds, or send fewer ${unit}s`}.`,
		);
}

/** The run as a whole has to fit into the day's budget; each item is looked at once more when it is sent, as others may be at it. */
async function guardDay(
	run: Run,
	options: LedgerOptions,
	sum: bigint,
	words: string,
): Promise<void> {
	if (options.maxPerDay === undefined) return;
	const ledger = await run.ledger(options);
	const spent = sumOf(await ledger.attemptsOfDay());
	if (spent + sum > options.maxPerDay) throw overDay(run, words, spent, options.maxPerDay);
}
