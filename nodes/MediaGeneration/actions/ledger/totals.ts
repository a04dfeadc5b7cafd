import type { IDataObject } from 'n8n-workflow';
import { nanosToNumber } from '../../../../contract/money';
import { choiceField } from '../../editor/input/field';
import { optionLabels } from '../../failures/labels';
import { isSettled, mostPaid, sumOf } from '../../lifecycle/attempt';
import { stateOf, states, type LedgerAttempt } from '../../lifecycle/ledger/rows';
import { dataOf, textOf } from '../../support/data';

/** Whether the requests come out, or their totals. */
export const showField = choiceField({
	displayName: 'Show',
	name: 'ledgerShow',
	options: [
		{ name: 'Requests', value: 'jobs', description: 'An item for each request, newest first' },
		{
			name: 'Totals',
			value: 'totals',
			description:
				'How many requests there are and what they cost, together or by day, model, tag or workflow',
		},
	],
	default: 'jobs',
});

/** What totals are grouped by. */
export const groupByField = choiceField({
	displayName: 'Group By',
	name: 'ledgerGroupBy',
	options: [
		{ name: 'Nothing (One Item for All)', value: 'nothing' },
		{
			name: 'Day',
			value: 'day',
			description: 'An item for each day on which requests began, in the time zone of the workflow',
		},
		{ name: 'Model', value: 'model', description: 'An item for each model' },
		{
			name: 'Tag',
			value: 'tag',
			description: `An item for each value of Options > ${optionLabels.ledgerTag}; requests without a tag come together`,
		},
		{ name: 'Workflow', value: 'workflow', description: 'An item for each workflow' },
	],
	default: 'nothing',
	displayOptions: { show: { ledgerShow: ['totals'] } },
});

/** The totals of all, or of each group by name; attempts without a tag are a group too. */
export function totalsBy(
	by: string,
	zone: string,
	attempts: readonly LedgerAttempt[],
): IDataObject[] {
	if (by === 'nothing') return [totals(attempts)];
	// sv-SE formats dates as ISO does.
	const days = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
	const groups = new Map<string, LedgerAttempt[]>();
	for (const attempt of attempts) {
		const { startedAt, row } = attempt;
		const name = by === 'day' ? days.format(new Date(startedAt)) : (textOf(dataOf(row)[by]) ?? '');
		const group = groups.get(name);
		if (group) group.push(attempt);
		else groups.set(name, [attempt]);
	}
	return [...groups]
		.sort(([a], [b]) => a.localeCompare(b))
		.map(([name, own]) => ({ [by]: name, ...totals(own) }));
}

function totals(attempts: readonly LedgerAttempt[]): IDataObject {
	const all = attempts.map(({ attempt }) => attempt);
	const charged = sumOf(all.filter(isSettled));
	const open = sumOf(all) - charged;
	const counts = Object.fromEntries(
		states
			.map((value) => [value, attempts.filter((attempt) => stateOf(attempt) === value).length])
			.filter(([, count]) => count !== 0),
	);
	return {
		jobs: attempts.length,
		cost_usd: nanosToNumber(charged),
		may_cost_usd: nanosToNumber(open),
		unknown_costs: all.filter((attempt) => mostPaid(attempt) === undefined).length,
		by_state: counts,
		cost_nanos: charged.toString(),
		may_cost_nanos: open.toString(),
	};
}
