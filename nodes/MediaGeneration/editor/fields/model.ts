import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import {
	findModel,
	kinds,
	modelMeant,
	otherKindsOf,
	tools,
	unlistedModel,
	usualModel,
	type ModelEntry,
	type ModelKind,
	type ToolName,
} from '../../../../contract/catalog';
import { modelLabel } from '../../../../contract/catalog/price';
import { locatorField, searchedBy } from '../input/field';
import type { Input } from '../input/input';
import { identifierReader } from '../../n8n/readers';

/** The model picker of a product area, or of a tool: a searchable, priced list, or any ID. */
export function modelField(kind: ModelKind, tool?: ToolName): INodeProperties {
	const { defaultModel = '', label } = usualModel(kind, tool);
	const model = findModel(kind, defaultModel);
	return modelLocator(
		{
			default: {
				mode: 'list',
				value: defaultModel,
				...(defaultModel && { cachedResultName: model ? modelLabel(model) : defaultModel }),
			},
			description: `The model to use for ${label}.${tool ? '' : ' The list shows what each model costs and how long it takes. It decides on anything that you leave empty.'}`,
			...(!tool && {
				hint: 'Each model has its own form below: check it after choosing another.',
			}),
		},
		{ placeholder: `e.g. ${defaultModel || kinds[kind].defaultModel}`, hint: 'Any model ID' },
		{ skipCredentialsCheckInRLC: true },
	);
}

/** A picker of a model that none is the usual one of: the service's own list, or any ID. */
export const modelFieldWithoutDefault = (what: string, description: string): INodeProperties =>
	modelLocator({ default: { mode: 'list', value: '' }, description }, { hint: `Any ${what} ID` });

const modelId = identifierReader('model', 'model_id', 'id', 'value');

const modelLocator = (
	property: Pick<INodeProperties, 'default' | 'description' | 'hint'>,
	byId: Partial<INodePropertyMode>,
	listOptions?: INodePropertyMode['typeOptions'],
): INodeProperties =>
	locatorField(
		{ displayName: 'Model', name: 'model', required: true, ...property },
		modelId,
		{
			placeholder: 'Choose a model...',
			typeOptions: { ...searchedBy('searchModels'), ...listOptions },
		},
		byId,
	).property;

/**
 * The model of an item; an unlisted ID is a model that takes the endpoint's whole vocabulary.
 * @throws NodeOperationError when none is given, or the model is of another kind, or does something else than the tool
 */
export function readModel(input: Input, kind: ModelKind, tool?: ToolName): ModelEntry {
	const { label, defaultModel } = usualModel(kind, tool);
	const wanted = `a model for ${label}${defaultModel ? `, such as ${defaultModel}` : ''}`;
	const id = readModelId(input, wanted);
	const listed = modelMeant(kind, id);
	if (listed && (tool === undefined || listed.does === tool)) return listed;
	const [other] = listed ? [kind] : otherKindsOf(kind, id);
	if (other) {
		const purpose = listed?.does ? tools[listed.does].label : kinds[other].label;
		input.add(`Model must be ${wanted} (given: ${id}, a model for ${purpose})`);
		input.check('Choose another model from the list.');
	}
	return unlistedModel(kind, id);
}

/** A model by its ID, listed or not. */
export function modelOfId(kind: ModelKind, id: string): ModelEntry {
	return findModel(kind, id) ?? unlistedModel(kind, id);
}

/**
 * The ID of the chosen model.
 * @param what completes "Model is required: ..."
 * @throws NodeOperationError when none is given
 */
export function readModelId(input: Input, what: string): string {
	const id = input.read('Model', modelId, input.given('model'));
	if (id === undefined) input.required('Model', `Model is required: ${what} (given: nothing)`);
	if (id === undefined) input.check('Choose a model from the list.');
	return id ?? '';
}
