import { dataOf } from '../../support/data';
import { itemsFrom } from '../../support/items';
import { recordIn } from '../../answers/list/record';
import { dollarsFirst } from './dollarsFirst';
import { defineOperation } from '../../run/operation';
import { apiRequest } from '../../http/request';

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
