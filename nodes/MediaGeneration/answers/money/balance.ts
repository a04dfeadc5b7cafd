import { nanosToNumber } from '../../../../contract/money';
import { recordIn } from '../list/record';
import { moneyAt } from './unit';
import { isLeaf, walk } from '../core/walk';
import { units } from '../words/amounts';

/** "Balance" of the API document, without the unit. */
const documented = ['balance', 'held', 'available', 'daily spend', 'monthly spend'];

/** A balance: its fields as they came, and before them what the document names, where another unit or spelling tells it. Never throws. */
export function balanceIn(body: unknown): Record<string, unknown> {
	const record = recordIn(body, 'balance');
	const told = walk(record)
		.root.children.filter(isLeaf)
		.flatMap((place) => {
			const name = place.words
				.filter((word) => !units.some(({ words }) => words.has(word)))
				.join(' ');
			const money = documented.includes(name) ? moneyAt(place) : undefined;
			return money ? [[`${name.replace(' ', '_')}_usd`, nanosToNumber(money.nanos)] as const] : [];
		});
	return { ...Object.fromEntries(told), ...record };
}
