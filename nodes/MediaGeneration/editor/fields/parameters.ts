import { type ModelEntry, type ToolName, tools } from '../../../../contract/catalog';
import type { Values } from '../../../../contract/catalog/request';
import { type Rule, rulesOf, showValue } from '../../../../contract/catalog/rules';
import { isShape, shapes, valuesOf } from '../../../../contract/catalog/shape';
import { choiceField, jsonField, type ShownField } from '../input/field';
import type { Input } from '../input/input';
import { isMissing, jsonObject } from '../../n8n/readers';
import { dataOf, isData } from '../../support/data';

/** Parameters with a field of their own, outside the form. */
const ownFields = new Set(['prompt', 'image_urls']);

/** The parameters in a model's form. @param tool what the form is for, which has a field for its source */
export const parametersInForm = (model: ModelEntry, tool?: ToolName): Rule[] =>
	rulesOf(model).filter(
		({ name }) => !ownFields.has(name) && (tool === undefined || name !== tools[tool].source),
	);

export const specifyParameters = choiceField({
	displayName: 'Specify Parameters',
	name: 'specifyParameters',
	noDataExpression: true,
	options: [
		{
			name: 'Using a Form',
			value: 'form',
			description: 'A form with the parameters of the chosen model',
		},
		{
			name: 'Using JSON',
			value: 'json',
			description: 'One JSON object, for example from an earlier node or an AI',
		},
	],
	default: 'form',
	builderHint: {
		propertyHint:
			'To set parameters, "json" with parametersJson, such as {"image_width": 1024}. Else leave both out.',
	},
});

const parametersJson = jsonField({
	displayName: 'Parameters (JSON)',
	name: 'parametersJson',
	displayOptions: { show: { specifyParameters: ['json'] } },
	description:
		"The model's parameters, with the names that the API uses. They are checked like the form. A parameter that is left out gets the model's default.",
	placeholder: '{ "image_width": 1024, "seed": 7 }',
});

export const parametersFields: readonly ShownField[] = [
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
				refreshStaleSchemaOnOpen: true,
			},
		},
	},
	parametersJson,
];

/** Whether an item's parameters come from the form. */
export const usesParameterForm = (input: Input): boolean =>
	input.parameter(specifyParameters) !== 'json';

/** The parameters of an item, by their names in the API. */
export function readParameters(input: Input): Values {
	if (!usesParameterForm(input)) return input.parameter(parametersJson) ?? {};
	const label = 'Parameters of This Model';
	const form = input.given('parameters') ?? {};
	if (!isData(form)) input.wrong(label, 'a form of names and values', form);
	const { value } = dataOf(form);
	return isData(value) ? value : (input.read(label, jsonObject, value) ?? {});
}

export const shape = choiceField({
	displayName: 'Shape',
	name: 'shape',
	options: [
		{ name: 'As the Model Does', value: 'model' },
		...Object.entries(shapes)
			.map(([value, { label: name, size }]) => {
				const description = `${size.join(' × ')} pixels, or near it`;
				return { name, value, description };
			})
			.sort((a, b) => a.name.localeCompare(b.name, 'en')),
	],
	default: 'model',
	description: 'The shape of the result, in place of an exact size below',
});

/** The values that give an item's result the chosen shape; a size that is given beside it is wrong. */
export function readShape(input: Input, model: ModelEntry, given: Values): Values {
	const chosen = input.parameter(shape) ?? 'model';
	if (!isShape(chosen)) return {};
	const values = valuesOf(chosen, model, given);
	const { displayName: label } = shape.property;
	if (!values) input.add(`${label} cannot be ${chosen} for ${model.id}, which has no such size`);
	for (const name of ['image_width', 'image_height', 'aspect_ratio'])
		if (!isMissing(given[name]))
			input.add(
				`${label} (${chosen}) sets the same as ${name} (${showValue(given[name])}): leave one of them out`,
			);
	return values ?? {};
}
