import { itemsFrom } from '../../support/items';
import { defineOperation } from '../../run/operation';
import { listFields, readLimit } from '../../editor/fields/list';
import { readAll } from '../../http/readAll';
import { RISK_OF_READING } from './risks';

/** API Key > Get Many: "API keys" of the API document. */
export const getManyKeys = defineOperation({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many API keys',
	description: 'List your keys, without their secrets',
	forAgents: 'Lists the account’s API keys, without their secrets.',
	guarded: RISK_OF_READING,
	fields: listFields,
	read: readLimit,
	perform: async (run, limit) =>
		itemsFrom(run.itemIndex, ...(await readAll(run, 'listKeys', limit))),
});
