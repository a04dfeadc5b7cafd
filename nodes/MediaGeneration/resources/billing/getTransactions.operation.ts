import { itemsFrom } from '../../support/items';
import { defineOperation } from '../../engine/operation';
import { jsonField } from '../../input/field';
import { inputOf } from '../../input/input';
import { listFields, readLimit } from '../../fields/list';
import { optionsField } from '../../fields/options';
import { readAll } from '../../transport/readAll';

const extraQuery = jsonField({
	displayName: 'Extra Query Parameters (JSON)',
	name: 'extraQuery',
	type: 'json',
	default: '{}',
	description: 'Query parameters to add to the request unchanged, for what this node does not offer, such as a filter',
});

/** Billing > Get Transactions: the transactions endpoint of "Billing" in the API document. */
export const getTransactions = defineOperation({
	value: 'getTransactions',
	name: 'Get Transactions',
	action: 'Get transactions',
	description: 'List what was paid in and what was spent',
	forAgents: 'Lists what was paid in and what was spent, in US dollars. Costs nothing.',
	fields: [...listFields, optionsField([extraQuery.property])],
	run: async (context, itemIndex) => {
		const input = inputOf(context, itemIndex);
		const limit = readLimit(input);
		const query = input.option(extraQuery) ?? {};
		input.check();
		return itemsFrom(itemIndex, ...(await readAll(context, 'getTransactions', limit, itemIndex, query)));
	},
});
