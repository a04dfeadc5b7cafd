import { itemsFrom } from '../../support/items';
import { defineOperation } from '../../run/operation';
import { readScopes } from '../../answers/list/scopes';
import { apiRequest } from '../../http/request';
import { RISK_OF_READING } from './risks';

/** API Key > Get Scopes: "Scopes" of the API document. */
export const getScopes = defineOperation({
	value: 'getScopes',
	name: 'Get Scopes',
	action: 'Get scopes',
	description: 'List what a key can be allowed to do',
	forAgents: 'Lists what an API key can be allowed to do.',
	guarded: RISK_OF_READING,
	fields: [],
	read: () => undefined,
	perform: async (run) => {
		const { body } = await apiRequest(run, { endpoint: 'getScopes' });
		return itemsFrom(run.itemIndex, ...readScopes(body).map((scope) => ({ ...scope })));
	},
});
