import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { madeResult, paidCall } from '../paidCall';
import { readServiceError } from '../../answers/failure/serviceError';
import { readKeyWithSecret } from '../../answers/list/record';
import { readScopes } from '../../answers/list/scopes';
import { listFields, readLimit } from '../../editor/fields/list';
import {
	field,
	locatorField,
	optionsCollection,
	searchedBy,
	textField,
} from '../../editor/input/field';
import { extraBody, readExtraBody } from '../../editor/fields/submitOptions';
import { fetchAllPages } from '../../http/fetchAllPages';
import { SECRET_MASK } from '../../http/redact';
import { apiRequest } from '../../http/request';
import type { Understanding } from '../../lifecycle/events';
import { identifier, identifierReader, listOf } from '../../n8n/readers';
import { defineOperation, type Operation } from '../../run/operation';
import { bounded } from '../../support/bounded';
import { dataOf } from '../../support/data';
import { itemsFrom } from '../../run/items';

export const keyField = locatorField(
	{
		displayName: 'API Key',
		name: 'keyId',
		required: true,
		default: { mode: 'list', value: '' },
		description: 'The key, by its ID. Its secret is not needed.',
	},
	identifierReader('key_id', 'keyId', 'id'),
	{ placeholder: 'Choose a key...', typeOptions: searchedBy('searchKeys') },
	{ placeholder: 'e.g. key_8f3a' },
);

const RISK_OF_READING =
	'It sees which keys you have and what keys can be allowed to do, but no secrets, and it changes nothing.';
const RISK_OF_SWITCHING =
	'It decides which of your keys work: whatever uses a key can stop working, and you can be locked out.';

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
		itemsFrom(run.itemIndex, ...(await fetchAllPages(run, 'listKeys', limit))),
});

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

/** An operation that decides whether a key works: "API keys" of the API document. */
const keySwitch = (
	endpoint: 'deleteKey' | 'reactivateKey' | 'revokeKey',
	texts: Pick<Operation, 'value' | 'name' | 'description' | 'forAgents'>,
	told: IDataObject = {},
): Operation =>
	defineOperation({
		...texts,
		action: `${texts.name} an API key`,
		guarded: RISK_OF_SWITCHING,
		fields: [keyField],
		read: (input) => input.parameter(keyField) ?? '',
		perform: async (run, key_id) => {
			const { body } = await apiRequest(run, { endpoint, path: { key_id } });
			const record = dataOf(readKeyWithSecret(body));
			const success = Object.keys(record).length === 0 ? { success: true } : {};
			return itemsFrom(run.itemIndex, { ...told, key_id, ...success, ...record });
		},
	});

export const keySwitches = [
	keySwitch('revokeKey', {
		value: 'revoke',
		name: 'Revoke',
		description: 'Make a key unusable until it is reactivated',
		forAgents: 'Makes an API key stop working until it is reactivated. Give its key_id.',
	}),
	keySwitch('reactivateKey', {
		value: 'reactivate',
		name: 'Reactivate',
		description: 'Make a revoked key usable again',
		forAgents: 'Makes a revoked API key work again. Give its key_id.',
	}),
	keySwitch(
		'deleteKey',
		{
			value: 'delete',
			name: 'Delete',
			description: 'Delete a key for good',
			forAgents: 'Deletes an API key for good. Give its key_id.',
		},
		{ deleted: true },
	),
];

const RISK_OF_CREATING = 'It creates a key that works, and sees its secret.';

const secretNotice: INodeProperties = {
	displayName:
		'The output contains the secret of the new key, this one time only. n8n also keeps it in the saved execution, unless the workflow’s settings turn saving off (<b>Save successful production executions</b>, <b>Save manual executions</b>).',
	name: 'secretNotice',
	type: 'notice',
	default: '',
};

const keyName = textField({
	displayName: 'Name',
	name: 'name',
	required: true,
	default: '',
	placeholder: 'e.g. Nightly batch',
	description: 'What the key is for, to tell it apart from others',
});

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
	// The service decides which exist.
	listOf({ ...identifier, rule: 'a scope, such as image:*' }),
);

/**
 * API Key > Create: "API keys" of the API document.
 * @assumed the body: `name` and `scopes`
 */
export const createKey = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create an API key',
	description: 'Create a key with the scopes that you choose',
	forAgents: 'Makes a new API key with the given name and scopes, and answers with its secret.',
	guarded: RISK_OF_CREATING,
	fields: [secretNotice, keyName, keyScopes, optionsCollection([extraBody])],
	read: (input) => {
		const name = (input.parameter(keyName) ?? '').trim();
		input.lookAt('Name', { text: name, saved: input.saved('name') });
		const scopes = input.parameter(keyScopes) ?? [];
		if (scopes.length === 0)
			input.required(SCOPES, 'Scopes must name at least one scope, such as image:* (given: none)');
		return { name, scopes, ...readExtraBody(input) };
	},
	paid: paidCall({
		endpoint: 'createKey',
		call: (body: IDataObject) => ({ body }),
		read: readNewKey,
	}),
});

/** API Key > Rotate: "API keys" of the API document. */
export const rotateKey = defineOperation({
	value: 'rotate',
	name: 'Rotate',
	action: 'Rotate an API key',
	description: 'Make a new key with the same scopes; the old key works until you revoke it',
	forAgents:
		'Makes a replacement of an API key with the same scopes, and answers with its secret. Give its key_id.',
	guarded: RISK_OF_CREATING,
	fields: [keyField, secretNotice],
	read: (input) => input.parameter(keyField) ?? '',
	paid: paidCall({
		endpoint: 'rotateKey',
		call: (key_id: string) => ({ path: { key_id } }),
		read: readNewKey,
	}),
});

/** The new key, whose secret is told only once; without its ID or secret, a key may exist all the same. */
function readNewKey(answer: unknown): Understanding<IDataObject> {
	const { key_id, secret_key, ...others } = dataOf(readKeyWithSecret(answer));
	if (Boolean(dataOf(answer).error) || !isId(key_id) || !isSecret(secret_key)) {
		const said = readServiceError(answer);
		const message = said.message ?? 'The service’s answer contains no key with its secret';
		return { unclear: { ...said, message } };
	}
	const made = { key_id, secret_key };
	return madeResult(
		{ ...made, ...others },
		{ ...dataOf(bounded(others, KEPT_OF_OTHERS)), ...made },
	);
}

const KEPT_OF_OTHERS = { most: 16_000 };

const isId = (value: unknown) =>
	(typeof value === 'string' && value !== '') || Number.isSafeInteger(value);
/** A secret must fit into a header, and be long enough. */
const isSecret = (value: unknown) =>
	typeof value === 'string' && /^[\x21-\x7e]{8,}$/.test(value) && !value.includes(SECRET_MASK);
