import type { IDataObject } from 'n8n-workflow';
import { defineOperation } from '../../run/operation';
import { tableField } from '../../editor/fields/ledgerOptions';
import { listFields, readLimit } from '../../editor/fields/list';
import { simplifyFields, readSimplify } from '../../editor/fields/simplify';
import { choiceField } from '../../editor/input/field';
import { optionLabels } from '../../failures/labels';
import { readLedgerAttempts } from '../../spend/ledger/read';
import type { Attempt } from '../../spend/ledger/rows';
import { itemsFrom } from '../../support/items';
import { filters, readFilters } from './filters';
import { totalsBy } from './totals';

const table = tableField({
	displayName: 'Ledger',
	name: 'ledgerTable',
	description: `Name of the Data Table, as set in Options > ${optionLabels.ledger} of the nodes that make images and videos`,
});

const show = choiceField({
	displayName: 'Show',
	name: 'ledgerShow',
	type: 'options',
	options: [
		{ name: 'Requests', value: 'jobs', description: 'An item for each request, newest first' },
		{
			name: 'Totals',
			value: 'totals',
			description:
				'How many requests there are and what they cost, together or by day, model or tag',
		},
	],
	default: 'jobs',
});

const groupBy = choiceField({
	displayName: 'Group By',
	name: 'ledgerGroupBy',
	type: 'options',
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
	],
	default: 'nothing',
	displayOptions: { show: { ledgerShow: ['totals'] } },
});

/** An attempt as an item: what Get Job takes comes first. */
function shown({ startedAt, state: standing, row }: Attempt): IDataObject {
	const { job_id, attempt, ...others } = row;
	return {
		job_id,
		...others,
		state: standing,
		started_at: startedAt,
		expires_at: undefined,
		attempt,
	};
}

/** What people look for. */
const ESSENTIAL = [
	'job_id',
	'state',
	'key',
	'tag',
	'variant',
	'kind',
	'model',
	'cost_usd',
	'estimated_cost_usd',
	'result_url',
	'reason',
	'started_at',
];

/** Ledger > Get Many: what the nodes with this ledger have sent, and what became of it. */
export const getMany = defineOperation({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many ledger entries',
	description: 'List what was made, what it cost and what is still open',
	forAgents:
		'Lists the images and videos that were asked for, newest first: job_id, state (completed, accepted: still open, may_be_paid: unclear, failed), key, model, cost in US dollars and URL. Costs nothing.',
	fields: [
		table.property,
		show.property,
		groupBy.property,
		...listFields,
		...simplifyFields,
		filters,
	],
	read: (input, { context, isTool }) => {
		const name = input.parameter(table);
		if (name === undefined) input.required(table.property.displayName);
		return {
			name: name ?? '',
			way: input.parameter(show),
			by: input.parameter(groupBy) ?? 'nothing',
			limit: readLimit(input),
			conditions: readFilters(input, context.getTimezone()),
			simplified: readSimplify(input, isTool, ESSENTIAL),
		};
	},
	perform: async (run, { name, way, by, limit, conditions, simplified }) => {
		const found = (await readLedgerAttempts(run, name)).filter((attempt) =>
			conditions.every((holds) => holds(attempt)),
		);
		if (way === 'totals')
			return itemsFrom(run.itemIndex, ...totalsBy(by, run.context.getTimezone(), found));
		const newest = found.reverse().slice(0, limit);
		return itemsFrom(run.itemIndex, ...newest.map((attempt) => simplified(shown(attempt))));
	},
});
