import type { IDataObject } from 'n8n-workflow';
import { readKey } from '../../answers/list/record';
import { readScopes } from '../../answers/list/scopes';
import { listFields, readLimit } from '../../editor/fields/list';
import { readAll } from '../../http/readAll';
import { apiRequest } from '../../http/request';
import { defineOperation, type Operation } from '../../run/operation';
import { dataOf } from '../../support/data';
import { itemsFrom } from '../../support/items';
import { keyField } from './keyField';

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
		itemsFrom(run.itemIndex, ...(await readAll(run, 'listKeys', limit))),
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
		action: `${texts.name} API key`,
		guarded: RISK_OF_SWITCHING,
		fields: [keyField.property],
		read: (input) => input.parameter(keyField) ?? '',
		perform: async (run, key_id) => {
			const { body } = await apiRequest(run, { endpoint, path: { key_id } });
			const record = dataOf(readKey(body));
			const success = Object.keys(record).length === 0 ? { success: true } : {};
			return itemsFrom(run.itemIndex, { ...told, key_id, ...success, ...record });
		},
	});

/** The operations that decide whether a key works. */
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
