import type { IDataObject } from 'n8n-workflow';
import { fieldsIn, itemsFrom } from '../../support/items';
import { defineOperation } from '../../engine/operation';
import { optionsField, readBodyOptions, submitOptions } from '../../fields/options';
import { inputFailure } from '../../transport/errors';
import { apiRequest } from '../../transport/request';
import { secretNotice } from './keyField';

/**
 * API Key > Create: "API keys" of the API document.
 * @assumed the body: `name` and `scopes`
 */
export const createKey = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create an API key',
	description: 'Make a new key that may do what you choose',
	forAgents: 'Makes a new API key with the given name and scopes, and answers with its secret.',
	guarded: true,
	fields: [
		secretNotice,
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Nightly batch',
			description: 'What the key is for, to tell it from others',
		},
		{
			displayName: 'Scope Names or IDs',
			name: 'scopes',
			type: 'multiOptions',
			required: true,
			typeOptions: { loadOptionsMethod: 'getScopes' },
			default: [],
			description:
				'What the key may do. One that ends with * opens all beneath it. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		optionsField(submitOptions.filter(({ name }) => name === 'extraBody')),
	],
	run: async (context, itemIndex) => {
		const name = String(context.getNodeParameter('name', itemIndex, '')).trim();
		const scopes = [context.getNodeParameter('scopes', itemIndex, [])].flat() as string[];
		if (name === '') throw inputFailure(context.getNode(), 'Name is required (given: nothing)', itemIndex);
		if (scopes.length === 0) throw inputFailure(context.getNode(), 'Scopes must name at least one scope, such as image:* (given: none)', itemIndex);
		const body = { name, scopes, ...readBodyOptions(context, itemIndex) } as IDataObject;
		const answer = await apiRequest(context, { endpoint: 'createKey', body, itemIndex });
		return itemsFrom(itemIndex, fieldsIn(answer.body, 'key', 'api_key'));
	},
});
