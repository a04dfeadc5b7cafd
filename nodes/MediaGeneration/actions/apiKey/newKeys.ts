import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { readServiceError } from '../../answers/failure/serviceError';
import { readKey } from '../../answers/list/record';
import { optionsField } from '../../editor/fields/options';
import { extraBody, readExtraBody } from '../../editor/fields/submitOptions';
import { field, textField } from '../../editor/input/field';
import { SECRET_MASK } from '../../http/redact';
import type { Understanding } from '../../lifecycle/paidRequest';
import { listOf, type Reader } from '../../n8n/readers';
import { defineOperation } from '../../run/operation';
import { bounded } from '../../support/bounded';
import { dataOf } from '../../support/data';
import { madeResult, paidCall } from '../paidCall';
import { keyField } from './keyField';

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
	fields: [secretNotice, keyName.property, keyScopes.property, optionsField([extraBody])],
	read: (input) => {
		const name = (input.parameter(keyName) ?? '').trim();
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
	action: 'Rotate API key',
	description: 'Make a new key with the same scopes; the old key works until you revoke it',
	forAgents:
		'Makes a replacement of an API key with the same scopes, and answers with its secret. Give its key_id.',
	guarded: RISK_OF_CREATING,
	fields: [keyField.property, secretNotice],
	read: (input) => input.parameter(keyField) ?? '',
	paid: paidCall({
		endpoint: 'rotateKey',
		call: (key_id: string) => ({ path: { key_id } }),
		read: readNewKey,
	}),
});

/** The new key, whose secret is told only once; without its ID or secret, a key may exist all the same. */
function readNewKey(answer: unknown): Understanding<IDataObject> {
	const { key_id, secret_key, ...others } = dataOf(readKey(answer));
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

/** The limit for what is remembered beside the key. */
const KEPT_OF_OTHERS = { most: 16_000 };

const isId = (value: unknown) =>
	(typeof value === 'string' && value !== '') || Number.isSafeInteger(value);
/** A secret must fit into a header, and be long enough. */
const isSecret = (value: unknown) =>
	typeof value === 'string' && /^[\x21-\x7e]{8,}$/.test(value) && !value.includes(SECRET_MASK);
