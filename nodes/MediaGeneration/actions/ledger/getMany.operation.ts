import type { IDataObject } from 'n8n-workflow';
import { defineOperation } from '../../run/operation';
import { tableField } from '../../editor/fields/ledgerOptions';
import { listFields, readLimit } from '../../editor/fields/list';
import { simplifyFields, readSimplify } from '../../editor/fields/simplify';
import { optionLabels } from '../../failures/labels';
import { readLedger } from '../../lifecycle/ledger/ledger';
import { stateOf, type LedgerAttempt } from '../../lifecycle/ledger/rows';
import { itemsFrom } from '../../support/items';
import { filters, readFilters } from './filters';
import { groupByField, showField, totalsBy } from './totals';

const table = tableField({
	displayName: 'Ledger',
	name: 'ledgerTable',
	description: `Name of the Data Table, as set in Options > ${optionLabels.ledger} of the nodes that make images and videos`,
});

/** An attempt as an item. */
function itemOf(found: LedgerAttempt): IDataObject {
	const { startedAt, row } = found;
	const { job_id, attempt, ...others } = row;
	return {
		job_id,
		...others,
		state: stateOf(found),
		started_at: startedAt,
		attempt,
	};
}

/** The fields that come out simplified. */
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

/** Ledger > Get Many: the requests in a ledger and their outcomes. */
export const getManyEntries = defineOperation({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many ledger entries',
	description: 'List what was made, what it cost and what is still open',
	forAgents:
		'Lists the images and videos that were asked for, newest first: job_id, state (completed, accepted: still open, may_be_paid: unclear, failed), key, model, cost in US dollars and URL. Costs nothing.',
	fields: [
		table.property,
		showField.property,
		groupByField.property,
		...listFields,
		...simplifyFields,
		filters,
	],
	read: (input, { context, isTool }) => {
		const name = input.parameter(table) ?? '';
		if (name === '') input.required(table.property.displayName);
		return {
			name,
			way: input.parameter(showField),
			by: input.parameter(groupByField) ?? 'nothing',
			limit: readLimit(input),
			conditions: readFilters(input, context.getTimezone()),
			simplified: readSimplify(input, isTool, ESSENTIAL),
		};
	},
	perform: async (run, { name, way, by, limit, conditions, simplified }) => {
		const attempts = await readLedger(run, name);
		const found = attempts.filter((attempt) => conditions.every((holds) => holds(attempt)));
		if (way === 'totals')
			return itemsFrom(run.itemIndex, ...totalsBy(by, run.context.getTimezone(), found));
		const newest = found.reverse().slice(0, limit);
		return itemsFrom(run.itemIndex, ...newest.map((attempt) => simplified(itemOf(attempt))));
	},
});
