import { itemsFrom } from '../../support/items';
import { defineOperation } from '../../run/operation';
import { callForKey, keyField, readKeyId } from './keyField';
import { RISK_OF_SWITCHING } from './risks';

/** API Key > Delete: "API keys" of the API document. */
export const deleteKey = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete API key',
	description: 'Delete a key for good',
	forAgents: 'Deletes an API key for good. Give its key_id.',
	guarded: RISK_OF_SWITCHING,
	fields: [keyField],
	read: readKeyId,
	perform: async (run, key_id) =>
		itemsFrom(run.itemIndex, { deleted: true, ...(await callForKey(run, 'deleteKey', key_id)) }),
});
