import type { INodeProperties } from 'n8n-workflow';
import {
	findModel,
	kinds,
	modelMeant,
	otherKindsOf,
	unlistedModel,
	type ModelEntry,
	type ModelKind,
} from '../../../../contract/catalog';
import { modelLabel } from '../../../../contract/catalog/price';
import type { Input } from '../input/input';
import { identifierIn, isMissing } from '../../n8n/readers';

/** The model picker of a product area: a searchable, priced list, or any ID. */
export function modelField(kind: ModelKind): INodeProperties {
	const { defaultModel, label } = kinds[kind];
	const model = findModel(kind, defaultModel);
	return {
		displayName: 'Model',
		name: 'model',
		type: 'resourceLocator',
		required: true,
		default: {
			mode: 'list',
			value: defaultModel,
			cachedResultName: model ? modelLabel(model) : defaultModel,
		},
		description: `The model to use for ${label}. The list shows what each model costs and how long it takes. It decides on anything that you leave empty.`,
		hint: 'Each model has its own form below: check it after choosing another. Parameters given as JSON stay.',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a model...',
				typeOptions: {
					searchListMethod: 'searchModels',
					searchable: true,
					skipCredentialsCheckInRLC: true,
				},
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: `e.g. ${defaultModel}`,
				hint: 'Any model ID, exactly as the service writes it',
			},
		],
	};
}

/**
 * The model of an item; an unlisted ID is a model that takes the endpoint's whole vocabulary.
 * @throws NodeOperationError when none is given, or the model is of another kind
 */
export function readModel(input: Input, kind: ModelKind): ModelEntry {
	const { label, defaultModel } = kinds[kind];
	const id = readModelId(input, `a model for ${label}, such as ${defaultModel}`);
	const listed = modelMeant(kind, id);
	if (listed) return listed;
	const [other] = otherKindsOf(kind, id);
	if (other) {
		input.add(
			`Model must be a model for ${label}, such as ${defaultModel} (given: ${id}, a model for ${kinds[other].label})`,
		);
		input.check('Choose another model from the list.');
	}
	return unlistedModel(kind, id);
}

/** A model by its ID, listed or not. */
export function modelEntry(kind: ModelKind, id: string): ModelEntry {
	return findModel(kind, id) ?? unlistedModel(kind, id);
}

const modelId = identifierIn('model', 'model_id', 'id');

/**
 * The ID of the chosen model.
 * @param what completes "Model is required: ..."
 * @throws NodeOperationError when none is given
 */
export function readModelId(input: Input, what: string): string {
	const given = input.given('model');
	const id = input.read('Model', modelId, given);
	if (id !== undefined) return id;
	if (isMissing(given)) input.add(`Model is required: ${what} (given: nothing)`);
	input.check('Choose a model from the list.');
	return '';
}
