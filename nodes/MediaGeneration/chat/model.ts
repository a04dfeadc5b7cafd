import type { INodeProperties } from 'n8n-workflow';

/** The picker of a chat model: the service's own list, or any ID. */
export const chatModelField: INodeProperties = {
	displayName: 'Model',
	name: 'model',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	builderHint: { propertyHint: 'Take an ID from the list of the service. Do not make one up.' },
	description: 'Which chat model to use. The list comes from the service, with prices per token.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a model...',
			typeOptions: { searchListMethod: 'searchModels', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			hint: 'Any chat model ID, exactly as the service writes it',
		},
	],
};

/** Completes "Model is required: ...". */
export const CHAT_MODEL = 'choose a chat model';
