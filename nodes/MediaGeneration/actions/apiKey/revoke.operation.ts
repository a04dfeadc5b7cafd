import { itemsFrom } from '../../support/items';
import { defineOperation } from '../../run/operation';
import { callForKey, keyField, readKeyId } from './keyField';
import { RISK_OF_SWITCHING } from './risks';

/** API Key > Revoke: "API keys" of the API document. */
export const revokeKey = defineOperation({
	value: 'revoke',
	name: 'Revoke',
	action: 'Revoke API key',
	description: 'Make a key unusable until it is reactivated',
	forAgents: 'Makes an API key stop working until it is reactivated. Give its key_id.',
	guarded: RISK_OF_SWITCHING,
	fields: [keyField],
	read: readKeyId,
	perform: async (run, key_id) =>
		itemsFrom(run.itemIndex, await callForKey(run, 'revokeKey', key_id)),
});
