import { recordIn } from '../../answers/list/record';
import { listFields, readLimit } from '../../editor/fields/list';
import { optionsField } from '../../editor/fields/options';
import { jsonField } from '../../editor/input/field';
import { readAll } from '../../http/readAll';
import { apiRequest } from '../../http/request';
import { defineOperation } from '../../run/operation';
import { dataOf } from '../../support/data';
import { itemsFrom } from '../../support/items';
import { dollarsFirst } from './dollarsFirst';

/** Billing > Get Balance: "Balance" of the API document. */
export const getBalance = defineOperation({
	value: 'getBalance',
	name: 'Get Balance',
	action: 'Get balance',
	description:
		'See how much money is left, how much is held for running jobs, and what was spent today and this month',
	forAgents:
		'Tells in US dollars how much money is available, how much is held for running jobs, and what was spent today and this month. Costs nothing. Use it before something expensive, or when the user asks what is left.',
	fields: [],
	read: () => undefined,
	perform: async (run) => {
		const { body } = await apiRequest(run, { endpoint: 'getBalance' });
		return itemsFrom(run.itemIndex, dollarsFirst(dataOf(recordIn(body, 'balance'))));
	},
});

const extraQuery = jsonField({
	displayName: 'Extra Query Parameters (JSON)',
	name: 'extraQuery',
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
	fields: [...listFields, optionsField([extraQuery])],
	read: (input) => ({ limit: readLimit(input), query: input.option(extraQuery) ?? {} }),
	perform: async (run, { limit, query }) => {
		const entries = await readAll(run, 'getTransactions', limit, query);
		return itemsFrom(run.itemIndex, ...entries.map(dollarsFirst));
	},
});
