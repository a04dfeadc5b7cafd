import { formatUsd, numberToNanos } from '../../../contract/money';
import { availableIn } from '../answers/money/amount';
import type { WholeRunOptions } from '../editor/fields/runOptions';
import { asNodeFailure, nodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { apiRequest } from '../http/request';
import { sumOf } from '../lifecycle/attempt';
import { limitLabelOf, budgetRemedy } from '../lifecycle/price';
import { overDay } from '../lifecycle/ledger/refusals';
import type { Run } from '../lifecycle/run';
import { counted } from '../support/counted';
import { runSideBySide } from '../support/pool';
import { type Operation, type Paid, goodRows, unitOf, type Row } from './operation';

/**
 * Prices all rows where a budget is set, equal keys once, and keeps their room in it. A row without a price is wrong.
 * @throws NodeOperationError showing the sum when it is over the budget, the day's, or the available balance
 */
export async function priceRows(
	run: Run,
	rows: readonly Row[],
	{ paid }: Operation,
	{ maxCost, checkBalance, atOnce, timeout, dayLedger }: WholeRunOptions,
): Promise<void> {
	const { priceToReserve, paidOnceAs } = paid ?? {};
	const budget = maxCost === undefined ? undefined : numberToNanos(maxCost);
	if (!priceToReserve || (budget === undefined && !checkBalance && dayLedger === undefined)) return;
	run.journal.limit = budget;
	const priced = firstOfKeys(rows, paidOnceAs);
	const sum = await sumOfPrices(run, priced, priceToReserve, atOnce);
	if (sum === 0n || (!run.goesOn && rows.some(({ problem }) => problem))) return;
	const unit = unitOf(rows);
	const words = `${counted(priced.length, unit)} can cost up to ${formatUsd(sum)}`;
	const { spent } = run.journal;
	if (budget !== undefined && spent + sum > budget) {
		const before = spent > 0n ? `, and earlier tries up to ${formatUsd(spent)}: together` : ',';
		throw nodeFailure(
			run,
			`${words}${before} more than the ${limitLabelOf(run)} of ${formatUsd(budget)}`,
			`Nothing was sent. ${budgetRemedy(run, unit)}`,
		);
	}
	// Each row is checked again when it is sent, as others may be at it.
	if (dayLedger) {
		const { open, ended } = await (await run.ledger(dayLedger)).ofDay();
		const spent = ended + sumOf(open.map(({ attempt }) => attempt));
		if (spent + sum > dayLedger.maxPerDay) throw overDay(run, words, spent, dayLedger.maxPerDay);
	}
	if (checkBalance) await checkAvailable(run, sum, { words, unit, timeout });
	for (const { request } of priced)
		if (request?.current?.state === 'planned') request.append({ type: 'reserved' });
}

function firstOfKeys(rows: readonly Row[], keyOf: Paid<unknown>['paidOnceAs']): Row[] {
	const keys = new Set<string>();
	return goodRows(rows).filter(({ own, checked }) => {
		const key = keyOf?.(own, checked);
		const isFirst = key === undefined || !keys.has(key);
		if (key !== undefined) keys.add(key);
		return isFirst;
	});
}

async function sumOfPrices(
	run: Run,
	rows: readonly Row[],
	price: NonNullable<Paid<unknown>['priceToReserve']>,
	atOnce: number,
): Promise<bigint> {
	const limits = { stopAtFirst: !run.goesOn, signal: run.stop };
	const prices = await runSideBySide(rows, atOnce, limits, async ({ own, checked, request }) =>
		request ? await price(own, checked, request) : 0n,
	);
	let sum = 0n;
	for (const [index, row] of rows.entries()) {
		const outcome = prices[index];
		if (outcome?.status === 'rejected') row.problem = asNodeFailure(row.own, outcome.reason);
		if (outcome?.status !== 'fulfilled' || outcome.value === 0n) continue;
		sum += outcome.value;
		row.request?.begin(outcome.value);
	}
	return sum;
}

async function checkAvailable(
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
