import type { IDataObject } from 'n8n-workflow';
import { nanosToNumber } from '../../../../contract/money';
import { costOf, isSettled, states, sumOf, type Attempt } from '../../spend/ledger/rows';

/** What attempts are grouped by; each gives a name that sorts as people expect. */
function groupOf(by: string, zone: string): ((attempt: Attempt) => string) | undefined {
	if (by === 'day') {
		// Its form of a date is that of ISO.
		const days = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
		return ({ startedAt }) => days.format(new Date(startedAt));
	}
	if (by === 'model') return ({ row }) => row.model ?? '';
	return by === 'tag' ? ({ row }) => row.tag ?? '' : undefined;
}

/** The totals of all, or of each group, sorted by its name; what has no tag is the group of an empty one. */
export function totalsBy(by: string, zone: string, attempts: readonly Attempt[]): IDataObject[] {
	const nameOf = groupOf(by, zone);
	if (!nameOf) return [totals(attempts)];
	const groups = new Map<string, Attempt[]>();
	for (const attempt of attempts) {
		const name = nameOf(attempt);
		const group = groups.get(name);
		if (group) group.push(attempt);
		else groups.set(name, [attempt]);
	}
	return [...groups]
		.sort(([a], [b]) => a.localeCompare(b))
		.map(([name, own]) => ({ [by]: name, ...totals(own) }));
}

function totals(attempts: readonly Attempt[]): IDataObject {
	const charged = sumOf(attempts.filter(isSettled));
	const open = sumOf(attempts) - charged;
	const counts = Object.fromEntries(
		states
			.map((value) => [value, attempts.filter((attempt) => attempt.state === value).length])
			.filter(([, count]) => count !== 0),
	);
	return {
		jobs: attempts.length,
		cost_usd: nanosToNumber(charged),
		may_cost_usd: nanosToNumber(open),
		unknown_costs: attempts.filter((attempt) => costOf(attempt) === undefined).length,
		by_state: counts,
		cost_nanos: charged.toString(),
		may_cost_nanos: open.toString(),
	};
}
