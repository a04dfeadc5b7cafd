import type { INodeExecutionData } from 'n8n-workflow';
import { formatUsd, nanosToNumber } from '../../../contract/money';
import type { Run } from '../lifecycle/run';
import { nanosOf } from '../lifecycle/storedAttempt';
import { counted } from '../support/counted';
import { defined } from '../support/data';
import type { Operation } from './operation';

/** Puts the price first in items that were only priced, and the sum of all in US dollars, and says that in a hint. */
export function withTotalEstimate(
	run: Run,
	items: INodeExecutionData[],
	{ onlyPrices }: Operation,
): INodeExecutionData[] {
	const isPriced = ({ json }: INodeExecutionData) =>
		json.dry_run === true || (onlyPrices === true && json.error === undefined);
	const priced = items.filter(isPriced);
	if (priced.length === 0) return items;
	const prices = priced.flatMap(({ json: { estimated_cost_nanos, variants = 1 } }) => {
		const price = nanosOf(estimated_cost_nanos);
		return price === undefined ? [] : [price * BigInt(Number(variants))];
	});
	const total = prices.reduce((sum, price) => sum + price, 0n);
	const unpriced = priced.length - prices.length;
	// Dry runs have a hint with their sum anyway.
	if (unpriced > 0 || (onlyPrices && priced.length > 1))
		run.tell(
			`${counted(priced.length, 'request')} would cost ${formatUsd(total)} in all${unpriced > 0 ? `, without ${unpriced} whose price is not known before` : ''}.`,
			unpriced > 0 ? 'warning' : 'info',
		);
	const sums = { total_usd: nanosToNumber(total), ...(unpriced > 0 && { unpriced }) };
	return items.map((item) => {
		if (!isPriced(item)) return item;
		const { estimated_cost_usd } = item.json;
		const first = { ...defined({ estimated_cost_usd }), ...sums };
		return { ...item, json: { ...first, ...item.json, ...first } };
	});
}
