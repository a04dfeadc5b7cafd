import { itemsFrom } from '../../support/items';
import { defineOperation } from '../../engine/operation';
import { readJsonObject } from '../../fields/json';
import { listFields, readLimit } from '../../fields/list';
import { optionsField } from '../../fields/options';
import { readAll } from '../../transport/readAll';

/** Billing > Get Transactions: the transactions endpoint of "Billing" in the API document. */
export const getTransactions = defineOperation({
	value: 'getTransactions',
	name: 'Get Transactions',
	action: 'Get many transactions',
	description: 'List what was paid in and what was spent',
	forAgents: 'Lists what was paid in and what was spent, newest first, in US dollars. Costs nothing.',
	fields: [
		...listFields,
		optionsField([
			{
				displayName: 'Extra Query Parameters (JSON)',
				name: 'extraQuery',
				type: 'json',
				default: '{}',
				description: 'Added to the request as they are, for what this node does not know, such as a filter',
			},
		]),
	],
	run: async (context, itemIndex) => {
		const { extraQuery } = context.getNodeParameter('options', itemIndex, {}) as { extraQuery?: unknown };
		const query = readJsonObject(context, 'Extra Query Parameters (JSON)', extraQuery, itemIndex);
		const entries = await readAll(context, 'getTransactions', readLimit(context, itemIndex), itemIndex, query as never);
		return itemsFrom(itemIndex, ...entries);
	},
});
