import { identifierReader } from '../../n8n/readers';
import { locatorField, searchedBy } from '../../editor/input/field';

/** The key that an operation is about. */
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
