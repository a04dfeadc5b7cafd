import { itemsFrom } from '../../support/items';
import { defineOperation } from '../../run/operation';
import { jsonField } from '../../editor/input/field';
import { listFields, readLimit } from '../../editor/fields/list';
import { optionsField } from '../../editor/fields/options';
import { dollarsFirst } from './dollarsFirst';
import { readAll } from '../../http/readAll';

const extraQuery = jsonField({
	displayName: 'Extra Query Parameters (JSON)',
	name: 'extraQuery',
	type: 'json',
	default: '{}',
	description:
		'Query parameters to add to the request unchanged, for what this node does not offer, such as a filter',
});

/** Billing > Get Transactions: the transactions endpoint of "Billing" in the API document. */
export const getTransactions = defineOperation({
	value: 'getTransactions',
	name: 'Get Transactions',
	action: 'Get transactions',
	description: 'List what was paid in and what was spent',
	forAgents: 'Lists what was paid in and what was spent, in US dollars. Costs nothing.',
	fields: [...listFields, optionsField([extraQuery.property])],
	read: (input) => ({ limit: readLimit(input), query: input.option(extraQuery) ?? {} }),
	perform: async (run, { limit, query }) =>
		itemsFrom(
			run.itemIndex,
			...(await readAll(run, 'getTransactions', limit, query)).map(dollarsFirst),
		),
});
