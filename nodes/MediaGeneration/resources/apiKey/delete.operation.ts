import { itemsFrom } from '../../core/items';
import { defineOperation } from '../../core/operation';
import { callForKey, keyField } from './keyField';

/** API Key > Delete: "API keys" of the API document. */
export const deleteKey = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete an API key',
	description: 'Delete a key for good',
	fields: [keyField],
	run: async (context, itemIndex) => itemsFrom(itemIndex, await callForKey(context, 'deleteKey', itemIndex)),
});
