import { itemsFrom } from '../../support/items';
import { defineOperation } from '../../run/operation';
import { inputOf } from '../../editor/input/input';
import { keyField, readKeyId, secretNotice } from './keyField';
import { makeKey } from './makeKey';
import { MAKES } from './risks';

/** API Key > Rotate: "API keys" of the API document. */
export const rotateKey = defineOperation({
	value: 'rotate',
	name: 'Rotate',
	action: 'Rotate API key',
	description: 'Make a new key with the same scopes; the old key works until you revoke it',
	forAgents: 'Makes a replacement of an API key with the same scopes, and answers with its secret. Give its key_id.',
	guarded: MAKES,
	fields: [keyField, secretNotice],
	run: async (context, itemIndex) => {
		const input = inputOf(context, itemIndex);
		const key_id = readKeyId(input);
		input.check();
		return itemsFrom(itemIndex, await makeKey(context, { endpoint: 'rotateKey', path: { key_id }, itemIndex }));
	},
});
