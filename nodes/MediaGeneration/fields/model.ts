import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { findModel, kinds, otherKindsOf, unlistedModel, type ModelEntry, type ModelKind } from '../../../contract/catalog';
import { modelLabel } from '../../../contract/catalog/price';
import { inputFailure } from '../transport/errors';

/** The model picker of a product area: a searchable, priced list, or any ID. */
export function modelField(kind: ModelKind): INodeProperties {
	const { defaultModel, label } = kinds[kind];
	const model = findModel(kind, defaultModel);
	return {
		displayName: 'Model',
		name: 'model',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: defaultModel, cachedResultName: model ? modelLabel(model) : defaultModel },
		description: `Which model for ${label} to use. The list shows each model's price and how long it takes.`,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a model...',
				typeOptions: { searchListMethod: 'searchModels', searchable: true, skipCredentialsCheckInRLC: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: `e.g. ${defaultModel}`,
				hint: 'Any model ID of the service, exactly as it writes it',
			},
		],
	};
}

/**
 * The model chosen for an item: the catalog's, or for an ID the catalog does not list one that takes the
 * endpoint's whole vocabulary.
 * @throws NodeOperationError when none is given, or when the ID is a model of another product area
 */
export function readModel(context: IExecuteFunctions, kind: ModelKind, itemIndex: number): ModelEntry {
	const given: unknown = context.getNodeParameter('model', itemIndex, '', { extractValue: true });
	const id = typeof given === 'string' ? given.trim() : '';
	const { label, defaultModel } = kinds[kind];
	if (id === '') {
		throw inputFailure(context.getNode(), `model is required: a model for ${label}, such as ${defaultModel} (given: nothing)`, itemIndex);
	}
	const listed = findModel(kind, id);
	if (listed) return listed;
	const [other] = otherKindsOf(kind, id);
	if (other) {
		throw inputFailure(
			context.getNode(),
			`model must be a model for ${label}, such as ${defaultModel} (given: ${id}, a model for ${kinds[other].label})`,
			itemIndex,
			'Choose another model from the list.',
		);
	}
	return unlistedModel(kind, id);
}
