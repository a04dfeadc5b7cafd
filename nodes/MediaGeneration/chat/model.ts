import type { IExecuteFunctions, INodeProperties, ISupplyDataFunctions } from 'n8n-workflow';
import { inputFailure } from '../transport/errors';

/** The picker of a chat model: the service's own list, or any ID. */
export const chatModelField: INodeProperties = {
	displayName: 'Model',
	name: 'model',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
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
			hint: 'Any chat model ID of the service, exactly as it writes it',
		},
	],
};

/**
 * The ID of the chat model chosen for an item.
 * @throws NodeOperationError when none is
 */
export function readChatModel(context: IExecuteFunctions | ISupplyDataFunctions, itemIndex: number): string {
	const model = String(context.getNodeParameter('model', itemIndex, '', { extractValue: true })).trim();
	if (model === '') throw inputFailure(context.getNode(), 'model is required: choose a chat model (given: nothing)', itemIndex);
	return model;
}
