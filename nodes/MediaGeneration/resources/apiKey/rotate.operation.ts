import { itemsFrom } from '../../support/items';
import { defineOperation } from '../../engine/operation';
import { callForKey, keyField, secretNotice } from './keyField';

/** API Key > Rotate: "API keys" of the API document. */
export const rotateKey = defineOperation({
	value: 'rotate',
	name: 'Rotate',
	action: 'Rotate an API key',
	description: 'Make a replacement key with the same configuration',
	forAgents: 'Makes a replacement of an API key with the same scopes, and answers with its secret. Give its key_id.',
	guarded: true,
	fields: [keyField, secretNotice],
	run: async (context, itemIndex) => itemsFrom(itemIndex, await callForKey(context, 'rotateKey', itemIndex)),
});
