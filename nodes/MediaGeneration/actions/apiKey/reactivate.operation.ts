import { itemsFrom } from '../../support/items';
import { defineOperation } from '../../run/operation';
import { callForKey, keyField, readKeyId } from './keyField';
import { RISK_OF_SWITCHING } from './risks';

/** API Key > Reactivate: "API keys" of the API document. */
export const reactivateKey = defineOperation({
	value: 'reactivate',
	name: 'Reactivate',
	action: 'Reactivate API key',
	description: 'Make a revoked key usable again',
	forAgents: 'Makes a revoked API key work again. Give its key_id.',
	guarded: RISK_OF_SWITCHING,
	fields: [keyField],
	read: readKeyId,
	perform: async (run, key_id) =>
		itemsFrom(run.itemIndex, await callForKey(run, 'reactivateKey', key_id)),
});
