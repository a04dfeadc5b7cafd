import type { IDataObject } from 'n8n-workflow';
import { defineOperation } from '../../core/operation';
import { apiRequest } from '../../transport/request';

/** Billing > Get Balance: "Balance" of the API document. */
export const getBalance = defineOperation({
	value: 'getBalance',
	name: 'Get Balance',
	action: 'Get the balance',
	description: 'See how much money is left, how much is held for running jobs, and what was spent today and this month',
	fields: [],
	run: async (context, itemIndex) => {
		const { body } = await apiRequest(context, { endpoint: 'getBalance', itemIndex });
		return [{ json: unwrapObject(body), pairedItem: { item: itemIndex } }];
	},
});

/** Some servers put the fields one level down. */
function unwrapObject(body: unknown): IDataObject {
	const fields = (body ?? {}) as IDataObject;
	const inner = fields.data ?? fields.balance;
	return typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as IDataObject) : fields;
}
