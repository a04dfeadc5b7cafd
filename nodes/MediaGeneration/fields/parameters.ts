import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Values } from '../../../contract/catalog/request';
import { inputFailure } from '../transport/errors';
import { readJsonObject } from './json';

/** The chosen model's own parameters: as a form that follows the model, or as JSON. */
export const parametersFields: INodeProperties[] = [
	{
		displayName: 'Specify Parameters',
		name: 'specifyParameters',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Using Fields Below', value: 'form', description: 'A form that follows the model' },
			{ name: 'Using JSON', value: 'json', description: 'One JSON object, for example from an earlier node or an AI' },
		],
		default: 'form',
	},
	{
		displayName: 'Parameters',
		name: 'parameters',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		displayOptions: { show: { specifyParameters: ['form'] } },
		typeOptions: {
			loadOptionsDependsOn: ['model.value', 'resource', 'operation', 'kind'],
			resourceMapper: {
				resourceMapperMethod: 'getModelParameters',
				mode: 'add',
				valuesLabel: 'Parameters of This Model',
				fieldWords: { singular: 'parameter', plural: 'parameters' },
				addAllFields: true,
				supportAutoMap: false,
				hideNoDataError: true,
				noFieldsError: 'This model has no parameters of its own.',
			},
		},
	},
	{
		displayName: 'Parameters (JSON)',
		name: 'parametersJson',
		type: 'json',
		default: '{}',
		displayOptions: { show: { specifyParameters: ['json'] } },
		description: 'The model\'s parameters by the names the API uses, checked like the form. A parameter that is left out gets the model\'s default.',
		placeholder: '{ "image_width": 1024, "seed": 7 }',
	},
];

/**
 * The parameters given for an item, by API name, as they were typed.
 * @throws NodeOperationError when the JSON is not an object
 */
export function readParameters(context: IExecuteFunctions, itemIndex: number): Values {
	if (context.getNodeParameter('specifyParameters', itemIndex, 'form') === 'json') {
		return readJsonObject(context, 'Parameters (JSON)', context.getNodeParameter('parametersJson', itemIndex, '{}'), itemIndex);
	}
	const form = context.getNodeParameter('parameters', itemIndex, {}) as IDataObject;
	const value = form?.value ?? {};
	if (typeof value !== 'object' || Array.isArray(value)) {
		throw inputFailure(context.getNode(), 'Parameters must be a form of names and values', itemIndex);
	}
	return value as Values;
}
