import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { EndpointName } from '../../../../contract/endpoints';
import { dataOf } from '../../support/data';
import { readKey } from '../../answers/list/record';
import type { Input } from '../../editor/input/input';
import { identifierReader, isMissing } from '../../n8n/readers';
import { apiRequest } from '../../http/request';
import type { Run } from '../../lifecycle/run';

/** The key that an operation is about. */
export const keyField: INodeProperties = {
	displayName: 'API Key',
	name: 'keyId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The key, by its ID. Its secret is not needed.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a key...',
			typeOptions: { searchListMethod: 'searchKeys', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. key_8f3a' },
	],
};

/** The notice of Create and Rotate about the secret. */
export const secretNotice: INodeProperties = {
	displayName:
		'The output contains the secret of the new key, this one time only. n8n also keeps it in the saved execution, unless the workflow’s settings turn saving off (<b>Save successful production executions</b>, <b>Save manual executions</b>).',
	name: 'secretNotice',
	type: 'notice',
	default: '',
};

const keyId = identifierReader('key_id', 'keyId', 'id');

/** The ID of the item's key. */
export function readKeyId(input: Input): string {
	const given = input.given(keyField.name);
	if (isMissing(given)) input.add('API Key is required (given: nothing)');
	return input.read(keyField.displayName, keyId, given) ?? '';
}

/**
 * Calls a key endpoint and gives the record of its answer.
 * @throws NodeApiError when the service refuses it
 */
export async function callForKey(
	run: Run,
	endpoint: EndpointName,
	key_id: string,
): Promise<IDataObject> {
	const { body } = await apiRequest(run, { endpoint, path: { key_id } });
	const record = dataOf(readKey(body));
	return { key_id, ...(Object.keys(record).length === 0 && { success: true }), ...record };
}
